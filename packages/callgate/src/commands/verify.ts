import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { isAlias } from '@callgate/gateway/config';
import { findServerRoots } from '@callgate/gateway/tools';
import { optionMessages } from '@callgate/messages/cli/options';
import { verifyMessages as texts } from '@callgate/messages/cli/verify';
import { optionErrors } from '@callgate/messages/errors/option';
import { verifyErrors } from '@callgate/messages/errors/verify';
import { withAuditLog } from '../audit/open-audit-log.ts';
import { LOCK_NAME } from '../home/lock-file.ts';
import { homePaths } from '../home/home-paths.ts';
import { now } from '../input/now.ts';
import { AUDIT_LOG_OPTIONS } from '../options/audit-log-location.ts';
import { flagOption, textOption } from '../options/option.ts';
import { optionValues, parseReach, parseTimeout } from '../options/reach-options.ts';
import { aliasOfReach } from '../serve/alias-of-command.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { openLineOutput } from '../show/line-output.ts';
import type { ToolArguments } from '../verify/read-examples.ts';
import { readExamples } from '../verify/read-examples.ts';
import { readRecordedArguments } from '../verify/read-recorded-arguments.ts';
import { runVerify } from '../verify/run-verify.ts';
import type { ObservationReport } from '../verify/observation-report.ts';
import { countContradictions } from '../verify/observation-report.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const MOST_CALLS = 100;
const MOST_SECONDS = 60;

const numberFrom = (name: string, written: string | undefined, usual: number, most: number): number => {
  const value = Number(written ?? usual);
  if (value > 0 && value <= most) return value;
  throw new CallgateError(optionErrors.number({ name, value: display(written ?? '', { max: 40 }), most }));
};

const callsFrom = (written: string | undefined): number =>
  Math.ceil(numberFrom('calls', written, 5, MOST_CALLS));

/** A sandbox takes no folder behind a link, because a server could have made it; this one was named by a person. */
const realFolder = async (written: string): Promise<string> => {
  const path = resolve(written);
  return await realpath(path).catch(() => path);
};

const serverName = (written: string | undefined): string | undefined => {
  if (written === undefined || isAlias(written)) return written;
  throw new CallgateError(optionErrors.serverName({ name: display(written, { max: 80 }) }));
};

const reportText = async (report: ObservationReport, json: boolean, html: boolean): Promise<string> => {
  if (json) return asciiJson(report, 2);
  if (html) return (await import('../verify/verify-html.ts')).verifyHtml(report);
  return (await import('../verify/verify-text.ts')).verifyText(report);
};

export const commands: Commands = {
  verify: command(
    {
      root: textOption(texts.root),
      name: textOption(texts.name),
      tool: textOption(texts.tool),
      calls: textOption(texts.calls),
      examples: textOption(texts.examples),
      'from-log': flagOption(texts.fromLog),
      ...AUDIT_LOG_OPTIONS,
      allow: textOption(texts.allow),
      env: textOption(texts.env),
      settle: textOption(texts.settle),
      timeout: textOption(texts.timeout),
      json: flagOption(optionMessages.json),
      html: flagOption(texts.html),
      output: textOption(texts.output, { alias: 'o' }),
      'write-lock': flagOption(texts.writeLock),
      lock: textOption(texts.lock),
    },
    async (given, { own, rest }) => {
      const reach = parseReach('verify', undefined, own, rest);
      if (reach?.kind !== 'stdio') throw new CallgateError(verifyErrors.notStdio());
      if (given.json === true && given.html === true)
        throw new CallgateError(optionErrors.useOne({ name: 'json', other: 'html' }));
      const server = serverName(given.name) ?? aliasOfReach(reach);
      const calls = callsFrom(given.calls);
      const args: ToolArguments[] = given.examples === undefined ? [] : [readExamples(given.examples)];
      if (given['from-log'] === true)
        await withAuditLog({ db: given.db, config: given.config }, async ({ read }) => {
          args.push(await readRecordedArguments(read, server, calls));
        });
      const named = await Promise.all(optionValues(own, '--root').map(realFolder));
      // as for `run`: what the command names is no temporary place
      const roots = named.length === 0 ? findServerRoots({ ...reach, cwd: process.cwd() }) : named;
      const home = homePaths(process.env);
      const report = await runVerify({
        server,
        reach,
        cwd: process.cwd(),
        roots: roots.length === 0 ? [process.cwd()] : roots,
        hidden: [home.folder],
        tools: optionValues(own, '--tool'),
        calls,
        args,
        allow: optionValues(own, '--allow'),
        keptVariables: optionValues(own, '--env'),
        settleSeconds: numberFrom('settle', given.settle, 1, MOST_SECONDS),
        seconds: parseTimeout(given.timeout),
        now: () => now().at,
        watching: (tool) =>
          void process.stderr.write(`${texts.starting({ tool: display(tool, { max: 120 }) })}\n`),
      });
      const output = await openLineOutput(given.output);
      await output.line(await reportText(report, given.json === true, given.html === true));
      await output.close();
      if (given['write-lock'] === true) {
        const { writeLockEvidence } = await import('../verify/write-lock-evidence.ts');
        const { path, written, skipped } = await writeLockEvidence(
          resolve(given.lock ?? LOCK_NAME),
          reach,
          report,
          home,
        );
        for (const tool of skipped)
          process.stderr.write(`${texts.lockSkipped({ tool: display(tool, { max: 120 }) })}\n`);
        process.stderr.write(`${texts.lockWritten({ path: display(path), tools: written })}\n`);
      }
      if (countContradictions(report).claims > 0) process.exitCode = 2;
      else if (report.tools.some(({ problem, unwatched }) => problem !== undefined || unwatched))
        process.exitCode = 1;
    },
    { takesCommand: true },
  ),
};
