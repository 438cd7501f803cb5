import type { Finding, ScanReport, ScannedServer } from '@callgate/catalogue';
import { display } from '@callgate/core';
import { columns } from '../show/columns.ts';
import { bold, dim } from '../show/style.ts';

const findingLine = ({ severity, rule, tool, message, help, path }: Finding): string => {
  const where = [tool ?? '', path.join('.')].filter((part) => part !== '').join(' ');
  return `  ${severity} ${rule}  ${display(where, { max: 120 })}\n    ${display(message, { max: 600 })}\n    ${dim(display(help, { max: 300 }))}`;
};

const serverText = (server: ScannedServer): string => {
  const head = `${bold(display(server.name))}  ${dim(display(server.from, { max: 200 }))}`;
  if (server.problem !== undefined)
    return `${head}\n  ${server.verdict} ${display(server.problem, { max: 400 })}`;
  const shown = [...server.findings, ...server.tools.flatMap(({ findings }) => findings)].filter(
    ({ severity }) => severity !== 'note',
  );
  const rows = server.tools.map(({ name, outcome }) => [
    display(name, { max: 80 }),
    ...(['strict', 'balanced', 'intent'] as const).map((preset) => outcome[preset]),
  ]);
  return [
    head,
    `  ${server.verdict}`,
    ...(rows.length === 0 ? [] : columns([['tool', 'strict', 'balanced', 'intent'], ...rows])),
    ...shown.map(findingLine),
  ].join('\n');
};

/** A report for a terminal. */
export const plainText = ({ servers, chains }: ScanReport): string =>
  [
    ...servers.map(serverText),
    ...chains
      .filter(({ policy }) => policy !== 'observe')
      .map(({ policy, story }) => `${bold(`chain under ${policy}`)}\n  ${display(story, { max: 600 })}`),
  ].join('\n\n');
