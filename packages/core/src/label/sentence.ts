import { display } from '../receive/display.ts';
import type { Origins, UnprovenValue } from './origin.ts';

const argumentOf = ({ path }: UnprovenValue): string => {
  const name = path.filter((step) => typeof step === 'string').join('.');
  return name === '' ? 'this call' : `\`${display(name)}\``;
};

const seenWhere = ({ firstSeen, origin }: UnprovenValue): string => {
  if (firstSeen === undefined)
    return origin === undefined ? 'from nowhere that is known' : 'seen nowhere before';
  const { server, tool, call } = firstSeen;
  const kind = origin === 'untrusted' ? 'untrusted content' : 'not what the person said';
  return `first seen in the result of ${display(server)}/${display(tool)} (call ${display(call)}), which is ${kind}`;
};

/** Where data may go matters most, and what goes there. */
const foremost = (unproven: readonly UnprovenValue[]): UnprovenValue | undefined =>
  unproven.find(({ carried }) => carried === true) ??
  unproven.find(({ role }) => role === 'destination') ??
  unproven[0];

/** What a call without a destination would take with it. */
const carriedWords = (value: UnprovenValue): string => {
  const { text, firstSeen } = value;
  if (text === undefined) return `${argumentOf(value)} is too long to be compared with private data`;
  const what = `${argumentOf(value)} sends out “${display(text)}”`;
  return firstSeen === undefined
    ? `${what}, which may come from private data that is no longer kept, and the user's request does not have it`
    : `${what}, first seen in private data: the result of ${display(firstSeen.server)}/${display(firstSeen.tool)} (call ${display(firstSeen.call)})`;
};

const unprovenWords = (value: UnprovenValue): string => {
  if (value.carried === true) return carriedWords(value);
  if (value.text === undefined)
    return value.role === undefined && value.path.length === 0
      ? 'this call holds more than can be traced'
      : `${argumentOf(value)} could not be traced to the person`;
  return value.text === ''
    ? `${argumentOf(value)} says nothing of what is meant, which may be everything`
    : `${argumentOf(value)} holds “${display(value.text)}”, ${seenWhere(value)}, and the person did not name it`;
};

const others = (count: number): string =>
  count === 0 ? '' : count === 1 ? '; one more value is like it' : `; ${count} more values are like it`;

/** Which value could not be traced, in which argument, and where it was first seen, in one plain sentence. */
export const originSentence = (origins: Origins): string | undefined => {
  const value = foremost(origins.unproven);
  if (value?.carried !== true && origins.forbidden !== undefined)
    return `the user's request says not to ${display(origins.forbidden)}`;
  if (value !== undefined) return unprovenWords(value) + others(origins.unproven.length - 1);
  return origins.unasked === undefined
    ? undefined
    : `nothing the person said asks to ${display(origins.unasked === '' ? 'do this' : origins.unasked)}`;
};
