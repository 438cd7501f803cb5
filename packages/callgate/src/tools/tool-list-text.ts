import { stripVTControlCharacters } from 'node:util';
import { HINTS, HINT_NAMES, display } from '@callgate/core';
import { policyMessages } from '@callgate/messages/cli/policy';
import { contractMessages } from '@callgate/messages/contract';
import type { ToolGroup, ServerRow, SessionProfile, ToolRow } from '@callgate/operations/tools';
import { serverKey } from '@callgate/operations/tools';
import { formatCount, formatPercent } from '../show/format-columns.ts';
import { bold, dim, outcomeText } from '../show/style.ts';

const { tools: texts } = policyMessages;

const widthOf = (text: string): number => stripVTControlCharacters(text).length;

/** All columns to the left, the last as wide as it wants. */
const table = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths: number[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, widthOf(cell));
  return rows.map((row) =>
    row
      .map((cell, at) =>
        at === row.length - 1 ? cell : cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell)),
      )
      .join('  ')
      .trimEnd(),
  );
};

/** What asks for care on a ground, in plain words. */
const careWords = ({ hints }: ToolRow): string =>
  HINT_NAMES.flatMap((name) => {
    const hint = hints[name];
    if (hint === undefined || hint.value === 'unknown' || hint.ground === 'default') return [];
    return hint.value === HINTS[name].relaxing ? [] : [HINTS[name].badge[hint.value]];
  }).join(', ');

/** How it stands, besides what is believed of it. */
export const toolStatusWords = (
  row: ToolRow,
  state: ServerRow['state'],
  words: Readonly<Record<keyof typeof texts.state, string>> = texts.state,
): readonly string[] => [
  ...(row.disabled === null || row.drift?.keptOut === true ? [] : [words.disabled]),
  ...(row.drift === null
    ? []
    : [row.drift.keptOut ? words.keptOut : row.drift.loosened > 0 ? words.loosened : words.changed]),
  ...(row.quarantine === null || row.drift !== null ? [] : [words.quarantined]),
  ...(row.conflicts === 0 ? [] : [words.conflicting]),
  ...(row.malformed === 0 ? [] : [words.malformed]),
  ...(row.described ? [] : [words.unreviewed]),
  ...(row.overridden ? [words.overridden] : []),
  ...(row.reviewed ? [words.reviewed] : []),
  ...(row.sandbox === null
    ? []
    : [contractMessages.level({ ...row.sandbox, backend: display(row.sandbox.backend, { max: 40 }) })]),
  ...(state === 'elsewhere' ? [words.elsewhere] : state === 'in-process' ? [words.inProcess] : []),
];

const cells = (row: ToolRow, server: ServerRow | undefined, situation: SessionProfile): readonly string[] => [
  `${display(row.server, { max: 64 })}/${display(row.tool, { max: 128 })}`,
  outcomeText(row.outcomes[situation]),
  row.agentic === 'yes' ? texts.agent : '',
  careWords(row),
  dim(toolStatusWords(row, server?.state ?? 'served').join(', ')),
];

const BASIC = ['readOnly', 'destructive', 'idempotent', 'openWorld'];

/** How much a server says of its tools, and what is wrong with it. */
const serverText = (server: ServerRow): string => {
  const claimed = BASIC.reduce((sum, hint) => sum + (server.claimed[hint] ?? 0), 0);
  const words = [
    server.trust,
    formatCount(server.tools, 'tool'),
    texts.described({ count: server.described }),
    texts.claims({ share: formatPercent(claimed, server.tools * BASIC.length, 0) }),
    ...(server.state === 'elsewhere' ? [texts.state.elsewhere] : []),
    ...(server.state === 'in-process' ? [texts.inProcess] : []),
  ];
  const problems = server.problems
    .filter(({ code }) => code !== 'DISABLED')
    .map(({ what, message }) => `    ${display(what)}: ${display(message)}`);
  return [`  ${bold(display(server.server, { max: 64 }))}  ${words.join(', ')}`, ...problems].join('\n');
};

export const toolListText = (
  groups: readonly ToolGroup[],
  servers: readonly ServerRow[],
  situation: SessionProfile,
): string => {
  const byKey = new Map(servers.map((server) => [serverKey(server), server]));
  const blocks = groups.map(({ name, rows }) => {
    const lines = table(rows.map((row) => cells(row, byKey.get(serverKey(row)), situation)));
    return name === ''
      ? lines.join('\n')
      : [bold(`${display(name, { max: 80 })} (${rows.length})`), ...lines.map((line) => `  ${line}`)].join(
          '\n',
        );
  });
  const shown = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return [
    ...blocks,
    [bold(texts.servers), ...servers.map(serverText)].join('\n'),
    texts.showOne({ count: shown }),
  ].join('\n\n');
};
