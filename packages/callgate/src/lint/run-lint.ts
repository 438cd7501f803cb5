import type { FailedServer, ListedServer, ScanReport } from '@callgate/catalogue';
import { scanServers } from '@callgate/catalogue';
import { scanSarif } from '@callgate/catalogue/report';
import type { Finding, LintOptions, Severity } from '@callgate/catalogue/lint';
import { RULES, SEVERITIES, lintServer } from '@callgate/catalogue/lint';
import { CallgateError, display } from '@callgate/core';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import { scanErrors } from '@callgate/messages/errors/scan';
import { authorMessages } from '@callgate/messages/cli/authors';
import type { ServerConfig } from '@callgate/gateway/config';
import { now } from '../input/now.ts';
import type { LintThreshold } from '../options/lint-options.ts';
import type { ScanFormat } from '../scan/format-scan-report.ts';
import { formatScanReport } from '../scan/format-scan-report.ts';
import { readSavedLists } from '../scan/read-saved-lists.ts';
import type { ServerListings } from '../scan/scan-target.ts';
import { FreeNames, NO_TARGETS, mergeListings } from '../scan/scan-target.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { formatCount } from '../show/format-columns.ts';
import { bold, dim } from '../show/style.ts';
import { fixServer, fixedText } from './fix-file.ts';

/** A report with nothing in it but what an author is told, for the formats that scans have. */
const lintReport = (
  listed: readonly ListedServer[],
  failed: readonly FailedServer[],
  findings: readonly Finding[],
): ScanReport => {
  const { servers, v } = scanServers(listed, { failed });
  return {
    v,
    chains: [],
    servers: servers.map((server) => {
      const own = findings.filter((finding) => finding.server === server.name);
      return {
        ...server,
        findings: own.filter(({ tool }) => tool === null),
        tools: server.tools.map((tool) => ({
          ...tool,
          findings: own.filter((finding) => finding.tool === tool.name),
        })),
      };
    }),
  };
};

const LONGEST_LINE = 400;

const findingText = ({ rule, severity, path, message, help }: Finding): string =>
  [
    `    ${severity.padEnd(7)} ${rule} ${dim(`at ${display(path.join('.'), { max: 200 })}`)}`,
    `            ${display(message, { max: LONGEST_LINE })}`,
    `            ${dim(authorMessages.lint.help({ help: display(help, { max: LONGEST_LINE }) }))}`,
  ].join('\n');

const countOf = (findings: readonly Finding[], severity: Severity): string => {
  const count = findings.filter((finding) => finding.severity === severity).length;
  return formatCount(count, severity);
};

const serverText = (server: ListedServer, findings: readonly Finding[]): string => {
  const byTool = Map.groupBy(findings, ({ tool }) => tool);
  const names = [...byTool.keys()].toSorted((a, b) => (a === null ? -1 : b === null ? 1 : a < b ? -1 : 1));
  const counts = SEVERITIES.map((severity) => countOf(findings, severity)).join(', ');
  return [
    `${bold(display(server.server))} ${dim(display(server.from, { max: 200 }))}: ${formatCount(server.tools.length, 'tool')}, ${counts}`,
    ...names.flatMap((name) => [
      `  ${name === null ? authorMessages.lint.server : display(name, { max: 160 })}`,
      ...(byTool.get(name) ?? []).map(findingText),
    ]),
  ].join('\n');
};

/** For a terminal: server by server, tool by tool. */
const lintText = (servers: readonly ListedServer[], findings: readonly Finding[], hidden: number): string =>
  [
    ...servers.map((server) =>
      serverText(
        server,
        findings.filter((finding) => finding.server === server.server),
      ),
    ),
    ...(hidden === 0 ? [] : [dim(authorMessages.lint.hidden({ notes: formatCount(hidden, 'note') }))]),
  ].join('\n');

export interface LintRequest {
  readonly files: readonly string[];
  readonly name: string | undefined;
  readonly reach: ServerConfig['reach'] | undefined;
  readonly allowPrivate: readonly string[];
  readonly seconds: number;
  readonly options: LintOptions;
  readonly format: ScanFormat;
  readonly notes: boolean;
  readonly failOn: LintThreshold;
  readonly fix: boolean;
  readonly output: string | undefined;
}

export interface LintEnvironment {
  write(text: string, path: string | undefined): Promise<void>;
  err(text: string): void;
}

const LONGEST = 400;
const TITLE = authorMessages.lint.title;

interface LintInput extends ServerListings {
  /** Those that lie in files. */
  readonly saved: readonly ListedServer[];
}

const listConnectedServer = async (
  { reach, name, allowPrivate, seconds }: LintRequest,
  world: LintEnvironment,
  names: FreeNames,
): Promise<ServerListings> => {
  if (reach === undefined) return NO_TARGETS;
  const { buildCommandLineTarget } = await import('../scan/server-draft.ts');
  const { listServers } = await import('../scan/list-servers.ts');
  const target = buildCommandLineTarget(reach, names, { name, allowPrivate });
  return await listServers([target], seconds, (server) =>
    world.err(`${authorMessages.scan.contacting({ server: display(server) })}\n`),
  );
};

const readLintInput = async (wishes: LintRequest, world: LintEnvironment): Promise<LintInput> => {
  const names = new FreeNames();
  const saved = readSavedLists(wishes.files, undefined, names);
  return { ...mergeListings(saved, await listConnectedServer(wishes, world, names)), saved: saved.listed };
};

const reportText = (
  { format, notes, failOn }: LintRequest,
  { listed, saved, failed }: LintInput,
  findings: readonly Finding[],
): string => {
  if (format === 'json') return asciiJson({ v: 1, findings, failed }, 2);
  if (format === 'text') {
    const shown = findings.filter(({ severity }) => notes || failOn === 'note' || severity !== 'note');
    return lintText(listed, shown, findings.length - shown.length);
  }
  const report = lintReport(listed, failed, findings);
  if (format === 'sarif') {
    const artifact = (name: string): string | undefined => saved.find(({ server }) => server === name)?.from;
    return scanSarif(report, { title: TITLE, at: now().at, artifact, rules: RULES });
  }
  return formatScanReport(report, format, { title: TITLE });
};

const isThresholdReached = (findings: readonly Finding[], bar: LintThreshold): boolean =>
  bar !== 'none' &&
  findings.some(({ severity }) => SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(bar satisfies Severity));

const fixServers = async (
  wishes: LintRequest,
  world: LintEnvironment,
  found: LintInput,
): Promise<LintInput> => {
  const { output, files, options } = wishes;
  if (output === undefined) throw new CallgateError(optionErrors.outputNeeded());
  if (files.length + (wishes.reach === undefined ? 0 : 1) !== 1) throw new CallgateError(scanErrors.fixOne());
  if (found.failed.length > 0) return found;
  const results = found.listed.map((server) => fixServer(server, options));
  const listed = results.map(({ server }) => server);
  await world.write(fixedText(files[0], listed, output), output);
  const count = results.reduce((sum, { applied }) => sum + applied.length, 0);
  world.err(`${authorMessages.lint.fixed({ count, path: display(output) })}\n`);
  return { ...found, listed };
};

export const runLint = async (wishes: LintRequest, world: LintEnvironment): Promise<number> => {
  if (wishes.files.length === 0 && wishes.reach === undefined)
    throw new CallgateError(commandErrors.nothingToCheck());
  const first = await readLintInput(wishes, world);
  const last = wishes.fix ? await fixServers(wishes, world, first) : first;
  const findings = [...last.listed.flatMap((server) => lintServer(server, wishes.options)), ...last.findings];
  if (last.listed.length > 0 || wishes.format !== 'text')
    await world.write(reportText(wishes, last, findings), wishes.fix ? undefined : wishes.output);
  for (const { name, problem } of last.failed)
    world.err(
      `${authorMessages.scan.failed({ server: display(name), why: display(problem, { max: LONGEST }) })}\n`,
    );
  if (last.listed.length === 0) return 1;
  // what could not be looked at is not shown to be fine
  return last.failed.length > 0 || isThresholdReached(findings, wishes.failOn) ? 2 : 0;
};
