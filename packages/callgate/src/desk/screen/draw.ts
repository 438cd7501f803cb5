import { styleText } from 'node:util';
import type { CallView } from '@callgate/operations/socket';
import { display } from '@callgate/core';
import { approvalMessages } from '@callgate/messages/approval';
import { decisionMessages } from '@callgate/messages/decision';
import { readText, toolText, whoText } from '../call-text.ts';
import { spanText } from '../../show/time-words.ts';
import { ROWS_PER_CALL } from './press.ts';
import { scopeText } from './scopes.ts';
import type { OpenCall, ScreenState } from './state.ts';
import { barAt } from './state.ts';
import { fit, pad, wrap } from './width.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Ink {
  bold(text: string): string;
  dim(text: string): string;
  bar(text: string): string;
  warn(text: string): string;
}

/** `colour`: whether anything but text may be written. */
export const inkOf = (colour: boolean): Ink => {
  const style =
    (format: Parameters<typeof styleText>[0]) =>
    (text: string): string =>
      colour ? styleText(format, text, { validateStream: false }) : text;
  return { bold: style('bold'), dim: style('dim'), bar: style('inverse'), warn: style(['bold', 'yellow']) };
};

/** Lines at the top and the bottom that are not the list or the call. */
const HEAD = 2;
const FOOT = 3;

export const roomIn = ({ rows }: Size): number => Math.max(1, rows - HEAD - FOOT);

/** The open call as lines of this width. */
export const callLines = ({ text }: OpenCall, { columns }: Size): readonly string[] =>
  text.split('\n').flatMap((line) => wrap(line, Math.max(1, columns - 1)));

const text = approvalMessages.inbox;

const leftOf = ({ expiresAt }: CallView, now: number): string => {
  if (expiresAt === null) return '';
  return expiresAt > now ? text.left({ left: spanText(expiresAt - now) }) : text.over;
};

const because = (call: CallView): string => {
  const rule = call.rules.findLast((each) => each.outcome === call.outcome);
  return [
    ...(call.terms === 'strong' ? [approvalMessages.prompt.extraChecks] : []),
    rule === undefined ? decisionMessages.reason.noRule : display(rule.reason, { max: 300 }),
    ...readText(call),
  ].join('; ');
};

const callRows = (call: CallView, isHere: boolean, { columns }: Size, now: number, ink: Ink): string[] => {
  const left = leftOf(call, now);
  const mark = isHere ? '> ' : '  ';
  const width = Math.max(1, columns - 1);
  const name = `${mark}${toolText(call)}  for ${whoText(call)}`;
  const first = `${pad(name, Math.max(1, width - left.length - 2))}  ${left}`;
  const second = pad(`    ${because(call)}`, width);
  return isHere ? [ink.bar(fit(first, width)), ink.bar(second)] : [fit(first, width), ink.dim(second)];
};

/** The list, with the bar always on the screen. */
const listRows = (state: ScreenState, size: Size, now: number, ink: Ink): string[] => {
  const fits = Math.max(1, Math.floor(roomIn(size) / ROWS_PER_CALL));
  const bar = barAt(state);
  const top = Math.max(0, bar - fits + 1);
  if (state.calls.length === 0) return ['', `  ${text.empty}`];
  return state.calls
    .slice(top, top + fits)
    .flatMap((call, index) => callRows(call, top + index === bar, size, now, ink));
};

const listKeys = 'j/k move   Enter open   a open to approve   r refuse   q quit';
const callKeys = 'j/k space scroll   a approve   r refuse   s scope   u uses   t time   Esc back';

const promptText = ({ prompt, open }: ScreenState): string => {
  if (prompt === undefined) return '';
  if (prompt.asks === 'reason')
    return `Why not? The requester is told (Enter refuses, Esc leaves it) > ${display(prompt.typed)}`;
  const reach = open === undefined ? '' : scopeText(open.scope);
  return prompt.word === undefined
    ? `Approve ${reach}? y/n > `
    : `Approve ${reach}? Type ${display(prompt.word, { max: 80 })} and Enter > ${display(prompt.typed)}`;
};

const footRows = (state: ScreenState, { columns }: Size, ink: Ink): string[] => {
  const width = Math.max(1, columns - 1);
  const { open, said, prompt } = state;
  const asked = promptText(state);
  // the end of what is typed is what somebody looks at
  const shown = asked.length > width ? `…${asked.slice(asked.length - width + 1)}` : asked;
  return [
    ink.dim('─'.repeat(width)),
    prompt === undefined ? ink.bold(fit(said, width)) : ink.warn(shown),
    ink.dim(fit(open === undefined ? listKeys : `${callKeys}   yes means: ${scopeText(open.scope)}`, width)),
  ];
};

const headText = (state: ScreenState, lines: readonly string[], size: Size): string => {
  const { open, waiting, calls } = state;
  if (open === undefined) {
    const part = calls.length < waiting ? `, the ${calls.length} most urgent shown` : '';
    return `Callgate   ${waiting === 1 ? '1 call waits' : `${waiting} calls wait`}${part}`;
  }
  const end = Math.min(lines.length, open.top + roomIn(size));
  const more = end < lines.length ? `, ${lines.length - end} more below` : '';
  return `${toolText(open.question)}   lines ${open.top + 1} to ${end} of ${lines.length}${more}`;
};

/** The whole screen, one text a row, never more rows or cells than there are. */
export const drawScreen = (state: ScreenState, size: Size, now: number, ink: Ink): readonly string[] => {
  const room = roomIn(size);
  const { open } = state;
  const lines = open === undefined ? [] : callLines(open, size);
  const body = open === undefined ? listRows(state, size, now, ink) : lines.slice(open.top, open.top + room);
  const filled = [
    ...body.slice(0, room),
    ...Array.from<string>({ length: Math.max(0, room - body.length) }).fill(''),
  ];
  return [
    ink.bold(fit(headText(state, lines, size), Math.max(1, size.columns - 1))),
    '',
    ...filled,
    ...footRows(state, size, ink),
  ].slice(0, size.rows);
};
