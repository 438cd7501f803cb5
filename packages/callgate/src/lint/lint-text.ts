import type { ListedServer } from '@callgate/catalogue';
import type { Finding, Severity } from '@callgate/catalogue/lint';
import { SEVERITIES } from '@callgate/catalogue/lint';
import { display } from '@callgate/core';
import { counted } from '../show/columns.ts';
import { bold, dim } from '../show/style.ts';

const LONGEST = 400;

const told = ({ rule, severity, path, message, help }: Finding): string =>
  [
    `    ${severity.padEnd(7)} ${rule} ${dim(`at ${display(path.join('.'), { max: 200 })}`)}`,
    `            ${display(message, { max: LONGEST })}`,
    `            ${dim(`help: ${display(help, { max: LONGEST })}`)}`,
  ].join('\n');

const countOf = (findings: readonly Finding[], severity: Severity): string => {
  const count = findings.filter((finding) => finding.severity === severity).length;
  return counted(count, severity);
};

const serverText = (server: ListedServer, findings: readonly Finding[]): string => {
  const byTool = Map.groupBy(findings, ({ tool }) => tool);
  const names = [...byTool.keys()].toSorted((a, b) => (a === null ? -1 : b === null ? 1 : a < b ? -1 : 1));
  const counts = SEVERITIES.map((severity) => countOf(findings, severity)).join(', ');
  return [
    `${bold(display(server.server))} ${dim(display(server.from, { max: 200 }))}: ${counted(server.tools.length, 'tool')}, ${counts}`,
    ...names.flatMap((name) => [
      `  ${name === null ? 'the server' : display(name, { max: 160 })}`,
      ...(byTool.get(name) ?? []).map(told),
    ]),
  ].join('\n');
};

export const lintText = (
  servers: readonly ListedServer[],
  findings: readonly Finding[],
  hidden: number,
): string =>
  [
    ...servers.map((server) =>
      serverText(
        server,
        findings.filter((finding) => finding.server === server.server),
      ),
    ),
    ...(hidden === 0 ? [] : [dim(`${counted(hidden, 'note')} not shown; --notes shows them`)]),
  ].join('\n');
