import { styleText } from 'node:util';
import type { CallView } from '@callgate/operations/socket';
import { display } from '@callgate/core';
import { approvalMessages } from '@callgate/messages/approval';
import { decisionMessages } from '@callgate/messages/decision';
import { readText, toolText, principalText } from '../call-text.ts';
import { spanText } from '../../show/time-text.ts';
import { ROWS_PER_CALL } from './handle-key.ts';
import { scopeText } from './next-scope.ts';
import type { OpenCall, ScreenState } from './screen-state.ts';
import { selectedIndex } from './screen-state.ts';
import { fitText, padText, wrapLine } from './cell-width.ts';

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

export interface ScreenStyle {
  bold(text: string): string;
  dim(text: string): string;
  bar(text: string): string;
  warn(text: string): string;
}

/** `colour`: whether anything but text may be written. */
export const createScreenStyle = (colour: boolean): ScreenStyle => {
  const style =
    (format: Parameters<typeof styleText>[0]) =>
    (text: string): string =>
      colour ? styleText(format, text, { validateStream: false }) : text;
  return { bold: style('bold'), dim: style('dim'), bar: style('inverse'), warn: style(['bold', 'yellow']) };
};

/** Lines at the top and the bottom that are not the list or the call. */
const HEAD = 2;
const FOOT = 3;

export const contentRows = ({ rows }: ScreenSize): number => Math.max(1, rows - HEAD - FOOT);

/** The open call as lines of this width. */
export const callLines = ({ text }: OpenCall, { columns }: ScreenSize): readonly string[] =>
  text.split('\n').flatMap((line) => wrapLine(line, Math.max(1, columns - 1)));

const text = approvalMessages.inbox;

const leftOf = ({ expiresAt }: CallView, now: number): string => {
  if (expiresAt === null) return '';
  return expiresAt > now ? text.left({ left: spanText(expiresAt - now) }) : text.noTimeLeft;
};

const callReason = (call: CallView): string => {
  const rule = call.rules.findLast((each) => each.outcome === call.outcome);
  return [
    ...(call.terms === 'strong' ? [approvalMessages.prompt.extraChecks] : []),
    rule === undefined ? decisionMessages.reason.noRule : display(rule.reason, { max: 300 }),
    ...readText(call),
  ].join('; ');
};

const callRows = (
  call: CallView,
  isHere: boolean,
  { columns }: ScreenSize,
  now: number,
  ink: ScreenStyle,
): string[] => {
  const left = leftOf(call, now);
  const mark = isHere ? '> ' : '  ';
  const width = Math.max(1, columns - 1);
  const name = `${mark}${toolText(call)}  for ${principalText(call)}`;
  const first = `${padText(name, Math.max(1, width - left.length - 2))}  ${left}`;
  const second = padText(`    ${callReason(call)}`, width);
  return isHere
    ? [ink.bar(fitText(first, width)), ink.bar(second)]
    : [fitText(first, width), ink.dim(second)];
};

/** The list, with the bar always on the screen. */
const listRows = (state: ScreenState, size: ScreenSize, now: number, ink: ScreenStyle): string[] => {
  const fits = Math.max(1, Math.floor(contentRows(size) / ROWS_PER_CALL));
  const bar = selectedIndex(state);
  const top = Math.max(0, bar - fits + 1);
  if (state.calls.length === 0) return ['', `  ${text.empty}`];
  return state.calls
    .slice(top, top + fits)
    .flatMap((call, index) => callRows(call, top + index === bar, size, now, ink));
};

const screen = approvalMessages.screen;

const promptText = ({ prompt, open }: ScreenState): string => {
  if (prompt === undefined) return '';
  if (prompt.asks === 'reason') return screen.why({ typed: display(prompt.typed) });
  const reach = open === undefined ? '' : scopeText(open.scope);
  return prompt.word === undefined
    ? screen.approve({ scope: reach })
    : screen.approveByWord({
        scope: reach,
        word: display(prompt.word, { max: 80 }),
        typed: display(prompt.typed),
      });
};

const footRows = (state: ScreenState, { columns }: ScreenSize, ink: ScreenStyle): string[] => {
  const width = Math.max(1, columns - 1);
  const { open, said, prompt } = state;
  const asked = promptText(state);
  // a typist looks at the end of the text
  const shown = asked.length > width ? `…${asked.slice(asked.length - width + 1)}` : asked;
  return [
    ink.dim('─'.repeat(width)),
    prompt === undefined ? ink.bold(fitText(said, width)) : ink.warn(shown),
    ink.dim(
      fitText(
        open === undefined
          ? screen.listKeys
          : screen.allows({ keys: screen.callKeys, scope: scopeText(open.scope) }),
        width,
      ),
    ),
  ];
};

const headText = (state: ScreenState, lines: readonly string[], size: ScreenSize): string => {
  const { open, waiting, calls } = state;
  if (open === undefined) {
    const more = calls.length < waiting ? screen.mostUrgent({ count: calls.length }) : '';
    return screen.waiting({ waiting: text.waiting({ count: waiting }), more });
  }
  const end = Math.min(lines.length, open.top + contentRows(size));
  return screen.lines({ tool: toolText(open.question), from: open.top + 1, to: end, all: lines.length });
};

/** The whole screen, one text a row, never more rows or cells than there are. */
export const drawScreen = (
  state: ScreenState,
  size: ScreenSize,
  now: number,
  ink: ScreenStyle,
): readonly string[] => {
  const room = contentRows(size);
  const { open } = state;
  const lines = open === undefined ? [] : callLines(open, size);
  const body = open === undefined ? listRows(state, size, now, ink) : lines.slice(open.top, open.top + room);
  const filled = [
    ...body.slice(0, room),
    ...Array.from<string>({ length: Math.max(0, room - body.length) }).fill(''),
  ];
  return [
    ink.bold(fitText(headText(state, lines, size), Math.max(1, size.columns - 1))),
    '',
    ...filled,
    ...footRows(state, size, ink),
  ].slice(0, size.rows);
};
