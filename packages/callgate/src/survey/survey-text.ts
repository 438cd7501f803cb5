import { display } from '@callgate/core';
import { initMessages as texts } from '@callgate/messages/cli/init';
import type { ToolDetail } from '@callgate/operations/tools';
import { describeDraft } from '../scan/server-draft.ts';
import { bold, dim } from '../show/style.ts';
import type { ReviewChoice } from './judge-survey.ts';
import type { SurveyedServer } from './survey-servers.ts';
import { isWholePack } from './survey-servers.ts';

const MAX_ROWS = 8;
const MAX_NAMES = 6;

const nameOf = ({ server }: SurveyedServer): string => display(server.name, { max: 80 });

type Hints = Readonly<Record<string, string | undefined>>;

const effectOf = ({ readOnly, destructive }: Hints): string => {
  if (destructive === 'yes' && readOnly !== 'yes') return texts.effect.destroys;
  if (readOnly === 'yes') return texts.effect.reads;
  return readOnly === 'no' || destructive === 'no' ? texts.effect.writes : texts.effect.nothing;
};

const claimsOf = ({ beliefs }: ToolDetail): Hints =>
  Object.fromEntries(Object.entries(beliefs).map(([name, { claimed }]) => [name, claimed]));

/** Columns to the left, each as wide as it must be. */
const alignLeft = (rows: readonly (readonly string[])[]): string[] => {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, at) => Math.max(known[at] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd());
};

const toolTable = (tools: readonly ToolDetail[]): string[] => {
  const rows = tools
    .slice(0, MAX_ROWS)
    .map((tool) => [display(tool.tool, { max: 60 }), effectOf(claimsOf(tool)), effectOf(tool.prefilled)]);
  const [head = '', ...lines] = alignLeft([texts.columns, ...rows]);
  const more = tools.length - rows.length;
  return [dim(head), ...lines, ...(more > 0 ? [`  ${texts.more({ tools: more })}`] : [])];
};

const packLine = (surveyed: SurveyedServer, tools: number): string => {
  const { pack, isPackNamed } = surveyed;
  if (pack === undefined) return texts.packNone({ tools });
  if (!isPackNamed)
    return texts.packOther({ pack: pack.name, source: display(pack.pack.server, { max: 120 }) });
  return isWholePack(surveyed)
    ? texts.packAll({ tools, pack: pack.name })
    : texts.packSome({ tools, judged: pack.judged.length, pack: pack.name });
};

/** One server: what it claims, what Callgate suggests, and whether a pack reviewed it. */
export const surveyText = (surveyed: SurveyedServer, tools: readonly ToolDetail[]): string => {
  const { server, problem, signInUrl } = surveyed;
  const head = `${bold(nameOf(surveyed))}  ${dim([...server.clients].join(', '))}`;
  const [command = ''] = describeDraft(server.draft);
  const below = (): readonly string[] => {
    if (problem !== null) {
      const why = display(problem, { max: 300 });
      const url = signInUrl === null ? null : display(signInUrl, { max: 300 });
      return [`  ${url === null ? texts.failed({ why }) : texts.needsSignIn({ why, url })}`];
    }
    if (surveyed.tools === null) return [`  ${texts.notStarted}`];
    if (tools.length === 0) return [`  ${texts.noTools}`];
    return [...(isWholePack(surveyed) ? [] : toolTable(tools)), `  ${packLine(surveyed, tools.length)}`];
  };
  return [head, dim(`  ${command}`), ...below()].join('\n');
};

const namesText = (tools: readonly ToolDetail[]): string => {
  const more = tools.length - MAX_NAMES;
  const names = tools.slice(0, MAX_NAMES).map(({ tool }) => display(tool, { max: 60 }));
  return [...names, ...(more > 0 ? [texts.more({ tools: more })] : [])].join(', ');
};

type CountText = (part: { readonly tools: number; readonly names: string }) => string;

const outcomeLine = (part: readonly ToolDetail[], say: CountText): readonly string[] =>
  part.length === 0 ? [] : [`    ${say({ tools: part.length, names: namesText(part) })}`];

/** One server: what runs by itself and what asks. */
export const outcomeText = (
  surveyed: SurveyedServer,
  choice: ReviewChoice,
  tools: readonly ToolDetail[],
): string => {
  const having = (outcome: ToolDetail['outcomes']['plain']): readonly ToolDetail[] =>
    tools.filter(({ outcomes }) => outcomes.plain === outcome);
  return [
    `  ${bold(nameOf(surveyed))}`,
    ...(surveyed.tools === null ? [`    ${texts.allAsk}`] : []),
    ...outcomeLine(having('auto'), texts.auto),
    ...(choice === 'review' ? [`    ${texts.reviewNext}`] : []),
    ...outcomeLine(having('confirm'), texts.asks),
    ...outcomeLine(having('block'), texts.blocked),
  ].join('\n');
};
