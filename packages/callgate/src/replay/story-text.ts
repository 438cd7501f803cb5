import type { Json, JsonObject, Labels, Session } from '@callgate/core';
import { display, isJsonObject, getOwn } from '@callgate/core';
import { LABEL_NAMES, getLabelStrengths } from '@callgate/core/label';
import { replayMessages } from '@callgate/messages/cli/replay';
import { intentLines } from './intent-lines.ts';
import type { ReplayStep, ReplayedCall, ReplayedTrace } from './replay-trace.ts';
import type { ValueOrigin } from './value-origins.ts';
import { traceValueOrigins } from './value-origins.ts';
import { formatColumns, formatCount } from '../show/format-columns.ts';
import { argumentName } from '../show/decision-json.ts';
import { bold, dim, outcomeText } from '../show/style.ts';

const { story: texts } = replayMessages;

const MAX_PROMPT_LINES = 40;
const MAX_VALUE = 240;

const raisedIn = (before: Labels, after: Labels): string[] =>
  LABEL_NAMES.filter((name) => before[name] !== after[name]).map(
    (name) => `${texts.label[name]} ${before[name]} → ${after[name]}`,
  );

const labelLines = ({ before, after }: ReplayStep, cause: string): string[] => {
  const changed = raisedIn(getLabelStrengths(before), getLabelStrengths(after));
  return changed.length === 0 ? [] : [`     ${bold(texts.labels)}  ${changed.join(', ')}  ${dim(cause)}`];
};

const MARKS = { own: '│', content: '┆' } as const;

/** What was said, line by line; a line that does not count is marked, so that it shows without colours too. */
const promptLines = (text: string): string[] => {
  const lines = intentLines(text);
  const shown = lines.slice(0, MAX_PROMPT_LINES).map(({ text: line, counts }) => {
    const written = display(line, { max: 300 });
    return counts ? `  ${MARKS.own} ${written}` : dim(`  ${MARKS.content} ${written}`);
  });
  const hidden = lines.length - shown.length;
  return [
    ...shown,
    ...(hidden > 0 ? [dim(`    ${texts.moreLines({ lines: formatCount(hidden, 'more line') })}`)] : []),
    ...(lines.every(({ counts }) => counts) ? [] : [dim(`  ${texts.content({ mark: MARKS.content })}`)]),
  ];
};

interface ArgumentLeaf {
  readonly path: readonly (string | number)[];
  readonly value: string;
}

const leavesOf = (value: Json, path: readonly (string | number)[] = []): ArgumentLeaf[] => {
  if (Array.isArray(value)) return value.flatMap((item: Json, at) => leavesOf(item, [...path, at]));
  if (isJsonObject(value))
    return Object.keys(value).flatMap((key) => leavesOf(getOwn(value, key) ?? null, [...path, key]));
  return [{ path, value: String(value) }];
};

const originWords = ({ origin, firstSeen, proven }: ValueOrigin): string => {
  const seen =
    firstSeen === undefined
      ? ''
      : texts.firstSeen({
          tool: `${display(firstSeen.server)}/${display(firstSeen.tool)}`,
          call: display(firstSeen.call),
        });
  return `${proven ? 'ok' : '??'}  ${texts.origin[origin]}${seen}`;
};

/** The values of a call, the decisive ones with where they come from. */
const argumentLines = (args: JsonObject, origins: readonly ValueOrigin[]): string[] => {
  const byArgument = Map.groupBy(origins, ({ path }) => argumentName(path));
  const rows = leavesOf(args).flatMap(({ path, value }) => {
    const name = argumentName(path);
    const found = byArgument.get(name) ?? [];
    const all = found.find(({ text }) => text !== '' && value.startsWith(text));
    const inside = found.filter((origin) => origin !== all);
    return [
      [display(name, { max: 40 }), display(value, { max: MAX_VALUE, lines: true }), all],
      ...inside.map(
        (origin) =>
          ['', `  ${texts.holds({ text: display(origin.text, { max: MAX_VALUE }) })}`, origin] as const,
      ),
    ] as const;
  });
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.flatMap(([name, value, origin]) => [
    // a mark that no line of the story begins with: a value cannot imitate one
    `     ${name.padEnd(width)}  ${value.replaceAll('\n', `\n     ${' '.repeat(width)}  │ `)}`,
    ...(origin === undefined
      ? []
      : [dim(`     ${' '.repeat(width)}    ${origin.role}: ${originWords(origin)}`)]),
  ]);
};

const decisionLines = ({ outcome, reasons, judged }: ReplayedCall): string[] => {
  const [first = '', ...others] = reasons.map((reason) => display(reason));
  const rules = (judged?.decision.rules ?? []).map(({ id }) => display(id)).join(', ');
  return [
    `     ${outcomeText(outcome)}  ${first}`,
    ...(outcome === 'auto' ? [] : others.map((reason) => `       ${reason}`)),
    ...(judged?.decision.mode === 'observe' ? [`       ${bold(texts.observing)}`] : []),
    ...(rules === '' ? [] : [dim(`       ${texts.rules({ rules })}`)]),
  ];
};

const callLines = (replayed: ReplayedCall, session: Session, number: number): string[] => {
  const { call, judged } = replayed;
  const matters = judged !== undefined && (judged.tool.mutates || judged.tool.outward);
  const origins = matters
    ? traceValueOrigins(session, judged.tool, judged.args, judged.situation.origins)
    : [];
  return [
    '',
    `${bold(`${String(number).padStart(3)}  ${display(call.server)}/${display(call.tool)}`)}  ${dim(texts.call({ call: display(call.id) }))}`,
    ...argumentLines(judged?.args ?? call.arguments, origins),
    ...decisionLines(replayed),
  ];
};

const unbelievedWhy = ({ before, after }: ReplayStep): string | undefined =>
  after.unbelieved.length > 0 && after.unbelieved !== before.unbelieved
    ? after.unbelieved.at(-1)?.why
    : undefined;

const taskLines = (step: ReplayStep, text: string): string[] => {
  const why = unbelievedWhy(step);
  return [
    '',
    `${bold(texts.task)}${why === undefined ? '' : `  ${texts.notBelieved({ why })}`}`,
    ...promptLines(text),
  ];
};

const stepLines = (step: ReplayStep, number: number): string[] => {
  const { event, before, after, replayed } = step;
  switch (event.type) {
    case 'user':
      return before === after
        ? ['', `${bold(texts.request)}  ${texts.requestHidden}`]
        : ['', bold(texts.request), ...promptLines(event.text)];
    case 'assistant':
      return ['', bold(texts.answer), ...promptLines(event.text)];
    case 'task':
      return taskLines(step, event.text);
    case 'end':
      return ['', bold(texts.ended), `  ${texts.endedRequest}`];
    case 'declassify':
      return [
        '',
        `${bold(texts.declassified)}  ${texts.declassifiedLabel({ label: texts.label[event.label], by: display(event.by), reason: display(event.reason) })}`,
        ...labelLines(step, ''),
      ];
    case 'result':
      return labelLines(step, texts.byResult({ call: display(event.id) }));
    case 'call':
      return replayed === undefined
        ? []
        : [
            ...callLines(replayed, before, number),
            ...labelLines(step, texts.byCall({ call: display(event.id) })),
          ];
  }
};

const endLines = ({ steps, calls }: ReplayedTrace): string[] => {
  const last = steps.at(-1)?.after;
  const held = calls.filter(({ outcome }) => outcome !== 'auto');
  return [
    '',
    `${bold(texts.end)}  ${texts.endCounts({ calls: formatCount(calls.length, 'call'), held: held.length, labels: last === undefined ? undefined : getLabelStrengths(last) })}`,
    ...formatColumns(
      held.map(({ call, outcome }) => [`${display(call.server)}/${display(call.tool)}`, outcome]),
    ),
  ];
};

/** One session as a story: what was said, each call with its values and their origins, labels rising, each decision. */
export const storyText = (policy: string, replayed: ReplayedTrace): string => {
  let number = 0;
  const lines = replayed.steps.flatMap((step) => {
    if (step.event.type === 'call') number += 1;
    return stepLines(step, number);
  });
  return [
    `${bold(texts.session({ session: display(replayed.session) }))}  ${dim(replayMessages.policy({ policy: display(policy) }))}`,
    ...lines,
    ...endLines(replayed),
  ].join('\n');
};
