import { decisionMessages } from '@callgate/messages/decision';
import { display } from '../receive/display.ts';
import { findActions } from '../user-message/verb-table.ts';
import type { FirstOccurrence, Origins, UnprovenValue } from './origin.ts';

const text = decisionMessages.origin;

const argumentOf = ({ path }: UnprovenValue): string => {
  const name = path.filter((step) => typeof step === 'string').join('.');
  return name === '' ? text.wholeCall : text.argument({ name: display(name) });
};

const sourceOf = ({ server, tool, call }: FirstOccurrence): string =>
  text.source({ server: display(server), tool: display(tool), call: display(call) });

const describeOccurrence = ({ firstSeen, origin }: UnprovenValue): string => {
  if (firstSeen === undefined) return origin === undefined ? '' : text.neverSeen;
  const source = sourceOf(firstSeen);
  return origin === 'untrusted' ? text.firstSeenUntrusted({ source }) : text.firstSeen({ source });
};

/** Where data may go matters most, and what goes there. */
const foremost = (unproven: readonly UnprovenValue[]): UnprovenValue | undefined =>
  unproven.find(({ carried }) => carried === true) ??
  unproven.find(({ role }) => role === 'destination') ??
  unproven[0];

/** What a call without a destination would take with it. */
const carriedWords = (value: UnprovenValue): string => {
  const argument = argumentOf(value);
  if (value.text === undefined) return text.tooLongToCompare({ argument });
  const sent = { argument, text: display(value.text) };
  return value.firstSeen === undefined
    ? text.maySendPrivate(sent)
    : text.sendsPrivate({ ...sent, source: sourceOf(value.firstSeen) });
};

const unprovenWords = (value: UnprovenValue): string => {
  if (value.carried === true) return carriedWords(value);
  const argument = argumentOf(value);
  if (value.text === undefined)
    return value.role === undefined && value.path.length === 0 ? text.tooMany : text.untraced({ argument });
  return value.text === ''
    ? argument === text.wholeCall
      ? text.emptyCall
      : text.empty({ argument })
    : text.notFromRequest({ argument, text: display(value.text) }) + describeOccurrence(value);
};

/** A verb that is not known, or only reads, may be what a request means by other words. */
export const isToldAction = (verb: string): boolean => findActions(verb).some((action) => action !== 'fetch');

const unaskedWords = (verb: string): string =>
  isToldAction(verb) ? text.unasked({ deed: display(verb) }) : text.unaskedUnknown;

/** Which value could not be traced, in which argument, and where it was first seen, in one plain sentence. */
export const describeOrigins = (origins: Origins): string | undefined => {
  const value = foremost(origins.unproven);
  if (origins.denied === true) return text.denied;
  if (value?.carried !== true && origins.forbidden !== undefined)
    return text.forbidden({ deed: display(origins.forbidden) });
  if (value !== undefined) return unprovenWords(value) + text.more({ count: origins.unproven.length - 1 });
  return origins.unasked === undefined ? undefined : unaskedWords(origins.unasked);
};
