import { display } from '@callgate/core';
import { diffMessages as texts } from '@callgate/messages/cli/diff';
import { policyMessages } from '@callgate/messages/cli/policy';
import type { ChangedCalls, ComparisonResult, HintComparison } from '@callgate/operations/policy';
import type { ReportCell, ReportPart } from '../audit/report-parts.ts';
import type { CatalogueDiff } from './diff-catalogues.ts';

const { kind: kinds, noRule } = policyMessages.compare;

const MOST = 200;

const foreign = (text: string): ReportCell => ({ foreign: text });

const cut = <T>(
  items: readonly T[],
): { readonly shown: readonly T[]; readonly note: { readonly note?: string } } => ({
  shown: items.slice(0, MOST),
  note: items.length > MOST ? { note: texts.more({ count: items.length - MOST }) } : {},
});

const ids = (rules: readonly string[]): string => (rules.length === 0 ? noRule : rules.join(', '));

const outcome = (name: string): string => name.toUpperCase();

const hintsPart = ({ changed, hints, partlySeen, isCut }: HintComparison): ReportPart => {
  const { shown, note } = cut(changed);
  const notes = [
    ...(note.note === undefined ? [] : [note.note]),
    texts.tried({ hints: hints.length }),
    ...(partlySeen.length === 0 ? [] : [texts.partlySeen({ rules: partlySeen })]),
    ...(isCut ? [texts.isCut] : []),
  ];
  return {
    title: texts.hints.title,
    note: notes.join(' '),
    head: texts.hints.head,
    rows: shown.map((change) => [
      kinds[change.kind],
      foreign(texts.witness(change)),
      texts.session(change),
      outcome(change.before),
      outcome(change.after),
      foreign(ids(change.rulesBefore)),
      foreign(ids(change.rulesAfter)),
    ]),
  };
};

const toolsPart = ({ changed }: ComparisonResult['tools']): ReportPart => {
  const { shown, note } = cut(changed);
  return {
    title: texts.toolOutcomes.title,
    ...note,
    head: texts.toolOutcomes.head,
    rows: shown.map(({ kind, tool, session, before, after }) => [
      kinds[kind],
      foreign(tool),
      policyMessages.compare.session({ session }),
      outcome(before),
      outcome(after),
    ]),
  };
};

const witnessText = ({ calls }: ChangedCalls): string =>
  calls
    .slice(0, 3)
    .map(({ call }) => call)
    .join(', ');

const callsPart = ({ calls, changed, unlisted, unreadable }: ComparisonResult): ReportPart => {
  const { shown } = cut(changed);
  const notes = [
    texts.compared({ calls }),
    ...(unlisted === 0 ? [] : [policyMessages.compare.unlisted({ count: unlisted })]),
    ...(unreadable.count === 0 ? [] : [policyMessages.compare.unreadable({ count: unreadable.count })]),
  ];
  return {
    title: texts.recordedCalls.title,
    note: notes.join(' '),
    head: texts.recordedCalls.head,
    rows: shown.map((change) => [
      kinds[change.kind],
      foreign(change.tool),
      String(change.count),
      outcome(change.before),
      outcome(change.after),
      foreign(ids(change.rulesBefore)),
      foreign(ids(change.rulesAfter)),
      foreign(witnessText(change)),
    ]),
  };
};

/** What changes between two policies, loosened first. */
export const policyDiffParts = (
  hints: HintComparison,
  compared: ComparisonResult,
  looked: { readonly atCalls: boolean },
): readonly ReportPart[] => [
  hintsPart(hints),
  ...(compared.tools.compared === 0 ? [] : [toolsPart(compared.tools)]),
  ...(looked.atCalls ? [callsPart(compared)] : []),
];

/** What changes between two catalogues, loosened first. */
export const catalogueDiffParts = ({
  tools,
  definitions,
  added,
  removed,
}: CatalogueDiff): readonly ReportPart[] => {
  const changes = definitions.flatMap(({ tool, changes: all }) => all.map((change) => ({ tool, ...change })));
  const { shown, note } = cut(changes);
  return [
    toolsPart(tools),
    {
      title: texts.definitions.title,
      ...note,
      head: texts.definitions.head,
      rows: shown.map(({ tool, change, path, words }) => [
        texts.directions[change],
        foreign(tool),
        foreign(path),
        foreign(words),
      ]),
    },
    ...(
      [
        ['added', added],
        ['removed', removed],
      ] as const
    ).flatMap(([which, names]): ReportPart[] =>
      names.length === 0
        ? []
        : [
            {
              title: texts[which].title,
              ...cut(names).note,
              head: [texts[which].tool],
              rows: cut(names).shown.map((name) => [foreign(name)]),
            },
          ],
    ),
  ];
};

const cellText = (cell: ReportCell): string =>
  typeof cell === 'string' ? cell : display(cell.foreign, { max: 300 });

/** The same for a terminal: a paragraph for each row. */
export const diffText = (parts: readonly ReportPart[]): string =>
  parts
    .map(({ title, note, head, rows }) =>
      [
        title,
        ...(rows.length === 0 ? [`  ${texts.none}`] : []),
        ...rows.flatMap((row) => [
          `  ${row.slice(0, 2).map(cellText).join('  ')}`,
          ...row.slice(2).map((cell, at) => `    ${head[at + 2] ?? ''}: ${cellText(cell)}`),
        ]),
        ...(note === undefined ? [] : [`  ${note}`]),
      ].join('\n'),
    )
    .join('\n\n');
