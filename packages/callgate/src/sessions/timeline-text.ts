import type { Outcome } from '@callgate/core';
import { display } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core/label';
import type {
  ValueFlow,
  UserMessageView,
  SessionHistory,
  SessionCall,
  SessionHistoryEvent,
} from '@callgate/operations/api';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { momentText } from '../show/time-text.ts';
import { bold, dim, outcomeText } from '../show/style.ts';
import { labelsText, sessionOwnerText } from './session-text.ts';

const { timeline: texts } = everydayMessages.sessions;

/** One letter for what became of a call. */
const MARKS: Readonly<Record<SessionCall['state'], string>> = {
  done: 'o',
  failed: '!',
  indeterminate: '?',
  dispatching: '>',
  held: 'H',
  approved: 'A',
  blocked: 'X',
  refused: 'D',
  expired: 'E',
  withdrawn: 'W',
};

const LEVEL = { none: '.', possible: ':', known: '#' } as const;
const MAX_LANES = 12;

const toolText = ({ server, target }: Pick<SessionCall, 'server' | 'target'>): string =>
  `${display(server, { max: 60 })}/${display(target, { max: 80 })}`;

const pathText = (path: ValueFlow['path']): string =>
  path.length === 0 ? texts.arguments : path.map((step) => display(String(step), { max: 60 })).join('.');

const clockText = (at: number): string => momentText(at).slice(11, 19);

const sourceText = ({ from, origin }: ValueFlow, numbers: ReadonlyMap<string, number>): string => {
  if (from.kind === 'words') return texts.fromRequest;
  if (from.kind === 'nowhere') return texts.seenNowhere;
  const number = numbers.get(from.call);
  return texts.firstSeen({
    call: number === undefined ? display(from.call, { max: 128 }) : String(number),
    origin,
  });
};

const notesOf = (
  call: SessionCall,
  story: SessionHistory,
  numbers: ReadonlyMap<string, number>,
): string[] => {
  const raised = story.steps.filter((step) => step.why === 'call' && step.call === call.id);
  const flows = story.flows.filter(({ to }) => to === call.id);
  return [
    ...raised.map(({ label, strength }) => texts.raises({ label, strength })),
    ...(call.trifecta ? [bold(texts.meetHere)] : []),
    ...flows.map(
      (flow) =>
        `${pathText(flow.path)} = ${flow.text === null ? texts.secret : `“${display(flow.text, { max: 80 })}”`}, ${sourceText(flow, numbers)}`,
    ),
    ...(call.state === 'done' || call.reasons[0] === undefined
      ? []
      : [texts.because({ reason: display(call.reasons[0], { max: 200 }) })]),
  ];
};

/** Labels before the call, whether it leads out, and its mark on the line of its server. */
const lanesOf = (call: SessionCall, servers: readonly string[]): string => {
  const labels = LABEL_NAMES.map((name) => LEVEL[call.labels[name]]).join(' ');
  const out = { none: '.', possible: ':', known: '^' }[call.outward];
  const lanes = servers
    .slice(0, MAX_LANES)
    .map((server) => (server === call.server ? MARKS[call.state] : '|'));
  const other =
    servers.length > MAX_LANES ? [lanes.includes(MARKS[call.state]) ? '|' : MARKS[call.state]] : [];
  return `${labels} ${out}  ${[...lanes, ...other].join(' ')}`;
};

const outcome = (value: Outcome, enforced: boolean): string =>
  `${outcomeText(value)}${enforced ? '' : texts.observed}`;

const wordsLine = ({ text, characters, why }: UserMessageView): string =>
  text === null
    ? texts.requestSealed({ characters })
    : texts.request({ text: display(text, { max: 160 }), why });

const eventLine = ({ event, label, by, reason }: SessionHistoryEvent): string =>
  [
    event === 'declassified' ? texts.labelRemoved({ label }) : event.replace('-', ' '),
    ...(by === null ? [] : [texts.by({ who: display(by, { max: 80 }) })]),
    ...(reason === null ? [] : [texts.because({ reason: display(reason, { max: 300 }) })]),
  ].join(' ');

interface TimelineLine {
  readonly at: number;
  readonly cells: readonly string[];
  readonly notes: readonly string[];
}

/** What is no call. */
const apart = (at: number, text: string): TimelineLine => ({
  at,
  cells: ['', clockText(at), '', dim(text)],
  notes: [],
});

const linesOf = (story: SessionHistory, servers: readonly string[]): readonly TimelineLine[] => {
  const numbers = new Map(story.calls.map(({ id }, index) => [id, index + 1]));
  const calls = story.calls.map((call, index): TimelineLine => ({
    at: call.at,
    cells: [
      String(index + 1),
      clockText(call.at),
      lanesOf(call, servers),
      `${toolText(call)}  ${outcome(call.outcome, call.enforced)} ${call.state}`,
    ],
    notes: notesOf(call, story, numbers),
  }));
  return [
    ...story.words.flatMap((words) => (words.at === null ? [] : [apart(words.at, wordsLine(words))])),
    ...story.events.map((event) => apart(event.at, eventLine(event))),
    ...calls,
  ].toSorted((a, b) => a.at - b.at);
};

/** Cells to the left, and what belongs to a line below it. */
const drawLines = (lines: readonly TimelineLine[], head: string): readonly string[] => {
  const widths = [0, 1, 2].map((at) =>
    Math.max(...lines.map(({ cells }) => cells[at]?.length ?? 0), at === 2 ? head.length : 0),
  );
  const indent = ' '.repeat(widths.reduce((sum, width) => sum + width + 2, 2));
  const row = (cells: readonly string[]): string =>
    `  ${cells.map((cell, at) => (at < 3 ? cell.padEnd(widths[at] ?? 0) : cell)).join('  ')}`.trimEnd();
  return [
    row(['', '', head]),
    ...lines.flatMap(({ cells, notes }) => [row(cells), ...notes.map((note) => `${indent}  ${dim(note)}`)]),
  ];
};

const LETTERS = 'abcdefghijkl';

const keyOf = (servers: readonly string[]): readonly string[] =>
  servers
    .slice(0, MAX_LANES)
    .map((server, index) => `  ${LETTERS[index] ?? ''}  ${display(server, { max: 60 })}`);

const legsText = ({ legs, met, calls }: SessionHistory): string => {
  const lit = legs.map(({ leg, strength }) => `${texts.legs[leg]} ${strength}`).join(', ');
  const at = calls.findIndex(({ id }) => id === met);
  return `${lit}; ${at === -1 ? texts.notMet : texts.metIn({ call: at + 1 })}`;
};

/** One session on a terminal: a line for each call, a column for each server, labels as they rise. */
export const timelineText = (story: SessionHistory): string => {
  const servers = [...new Set(story.calls.map(({ server }) => server))];
  const letters = LETTERS.slice(0, Math.min(MAX_LANES, servers.length)).split('').join(' ');
  const head = `p u ^  ${letters}${servers.length > MAX_LANES ? ' +' : ''}`;
  const { summary, calls, earlier, gaps } = story;
  return [
    bold(sessionOwnerText(summary)),
    `  ${labelsText(summary.labels)}`,
    `  ${legsText(story)}`,
    `  ${texts.counts({ calls: calls.length, more: earlier !== null, from: momentText(calls[0]?.at ?? summary.first) })}`,
    ...gaps.map((gap) => dim(`  ${gap}`)),
    '',
    ...keyOf(servers),
    '',
    ...drawLines(linesOf(story, servers), head),
    '',
    dim(`  ${texts.labelKey}`),
    dim(`  ${texts.stateKey}`),
  ].join('\n');
};
