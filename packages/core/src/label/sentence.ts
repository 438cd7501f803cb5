import { display } from '../show/display.ts';
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

/** Where data may go matters most. */
const foremost = (unproven: readonly UnprovenValue[]): UnprovenValue | undefined =>
  unproven.find(({ role }) => role === 'destination') ?? unproven[0];

const others = (count: number): string =>
  count === 0 ? '' : count === 1 ? '; one more value is like it' : `; ${count} more values are like it`;

/** Which value could not be traced, in which argument, and where it was first seen, in one plain sentence. */
export const originSentence = (origins: Origins): string | undefined => {
  const value = foremost(origins.unproven);
  if (value !== undefined) {
    const what =
      value.text === undefined
        ? value.role === undefined && value.path.length === 0
          ? 'this call holds more than can be traced'
          : `${argumentOf(value)} could not be traced to the person`
        : value.text === ''
          ? `${argumentOf(value)} says nothing of what is meant, which may be everything`
          : `${argumentOf(value)} holds “${display(value.text)}”, ${seenWhere(value)}, and the person did not name it`;
    return what + others(origins.unproven.length - 1);
  }
  return origins.unasked === undefined
    ? undefined
    : `nothing the person said asks to ${display(origins.unasked === '' ? 'do this' : origins.unasked)}`;
};
