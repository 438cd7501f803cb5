import { homedir } from 'node:os';
import { SCANNED_PRESETS } from '@callgate/catalogue';
import type { ScannedPreset } from '@callgate/catalogue';
import { CallgateError, display } from '@callgate/core';
import { isAlias, parseAllowedHost } from '@callgate/gateway/config';
import { authorMessages } from '@callgate/messages/cli/authors';
import { optionMessages } from '@callgate/messages/cli/options';
import { optionErrors } from '@callgate/messages/errors/option';
import { openLineOutput } from '../show/line-output.ts';
import { askToApprove } from '../show/ask-to-approve.ts';
import { homePaths } from '../home/home-paths.ts';
import { detectOwnCommand } from '../init/detect-own-command.ts';
import { now } from '../input/now.ts';
import { flagOption, textOption } from '../options/option.ts';
import { SCAN_THRESHOLDS, parseScanThresholds } from '../scan/scan-threshold.ts';
import { SCAN_FORMATS, parseScanFormat } from '../scan/format-scan-report.ts';
import type { ScanEnvironment } from '../scan/run-scan.ts';
import { runScan } from '../scan/run-scan.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';
import { parseReach, parseTimeout, parseTrustOption, optionValues } from '../options/reach-options.ts';

const { scan: texts } = authorMessages;

const presetFrom = (written: string | undefined): ScannedPreset => {
  const preset = SCANNED_PRESETS.find((each) => each === (written ?? 'balanced'));
  if (preset !== undefined) return preset;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: 'under',
      value: display(written ?? '', { max: 40 }),
      values: SCANNED_PRESETS.join(', '),
    }),
  );
};

const nameFrom = (written: string | undefined): string | undefined => {
  if (written === undefined || isAlias(written)) return written;
  throw new CallgateError(optionErrors.serverName({ name: display(written, { max: 80 }) }));
};

const worldOf = (output: string | undefined): ScanEnvironment => {
  const { stdin, stdout, stderr } = process;
  return {
    machine: { platform: process.platform, home: homedir(), cwd: process.cwd(), env: process.env },
    home: homePaths(process.env),
    own: detectOwnCommand,
    now: () => now().at,
    ...(output === undefined && stdout.isTTY
      ? { terminal: { width: stdout.columns, colour: process.env['NO_COLOR'] === undefined } }
      : {}),
    // the report may go to a file or a pipe: the question goes where the commands were shown
    ...(stdin.isTTY && stderr.isTTY
      ? { ask: () => askToApprove({ input: stdin, output: stderr, word: undefined }) }
      : {}),
    out: async (text) => {
      const to = await openLineOutput(output);
      await to.line(text);
      await to.close();
    },
    err: (text) => void stderr.write(text),
  };
};

export const commands: Commands = {
  scan: command(
    {
      url: textOption(optionMessages.url),
      'header-env': textOption(optionMessages.headerEnv),
      'allow-private': textOption(optionMessages.allowPrivate),
      config: textOption(texts.config, { alias: 'c' }),
      tools: textOption(texts.tools),
      'all-clients': flagOption(texts.allClients),
      name: textOption(optionMessages.serverName),
      trust: textOption(texts.trust),
      yes: flagOption(texts.yes),
      timeout: textOption(optionMessages.timeout),
      format: textOption(optionMessages.format({ formats: SCAN_FORMATS })),
      json: flagOption(optionMessages.formatJson),
      output: textOption(texts.output, { alias: 'o' }),
      'fail-on': textOption(texts.failOn({ bars: SCAN_THRESHOLDS })),
      under: textOption(texts.under),
    },
    async (given, { own, rest }) => {
      const allowPrivate = optionValues(own, '--allow-private');
      for (const host of allowPrivate) parseAllowedHost(host);
      process.exitCode = await runScan(
        {
          name: nameFrom(given.name),
          reach: parseReach('scan', given.url, own, rest),
          allowPrivate,
          config: given.config,
          tools: optionValues(own, '--tools'),
          allClients: given['all-clients'] ?? false,
          trust: given.trust === undefined ? undefined : parseTrustOption(given.trust),
          yes: given.yes ?? false,
          seconds: parseTimeout(given.timeout),
          format: parseScanFormat(given.format, given.json ?? false),
          failOn: parseScanThresholds(given['fail-on']),
          under: presetFrom(given.under),
        },
        worldOf(given.output),
      );
    },
    { takesCommand: true },
  ),
};
