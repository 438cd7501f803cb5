import { classifyWord, isInWordList, splitName } from '../../vocabulary/role-words.ts';
import type { JsonObject } from '../../receive/json.ts';
import type { ArgumentValue } from '../argument-places.ts';
import type { TracedTool } from '../traced-tool.ts';
import { toSingular } from '../../user-message/to-singular.ts';
import type { UserMessages } from '../../user-message/user-messages.ts';
import type { SeenResult } from './seen-result.ts';
import { findFieldWords } from './value-place.ts';

const WRITTEN: ReadonlySet<string> = new Set(
  'channel chat comment document email feed file inbox mail notification page post review thread'.split(' '),
);
/** Records that other people fill in for the person. */
const FILLED_IN: ReadonlySet<string> = new Set('event invitation invite issue meeting task'.split(' '));

/** Whether a kind of thing is what other people wrote, to whomever it is addressed. */
export const isWrittenByPeople = (resource: string): boolean =>
  WRITTEN.has(resource) || classifyWord(resource) === 'text';

const tellingWords = (name: string): readonly string[] =>
  splitName(name)
    .filter((word) => !isInWordList('identifier', word))
    .map(toSingular);

/** What kind of thing an argument holds: by its own name, else what the tool acts on. */
const kindsOf = (name: string, { name: { resource } }: TracedTool): readonly string[] => {
  const own = tellingWords(name);
  return own.length === 0 ? [resource] : own;
};

const PERSONS: ReadonlySet<string> = new Set(
  `addressee assignee attendee beneficiary client collaborator companion contact creditor customer employee follower friend
  guest invitee member owner participant passenger patient payee person recipient reviewer student subscriber traveler user
  username watcher`.split(/\s+/),
);
/** What such a record holds below one of these belongs to another person. */
const OTHERS: ReadonlySet<string> = new Set(
  `author beneficiary colleague companion contact follower friend invitation invite invitee payee recipient referral referred
  referrer sender`.split(/\s+/),
);
const isPerson = (kind: string): boolean => PERSONS.has(kind);

type NamedValue = Pick<ArgumentValue, 'value' | 'name'>;

/** Whether a record of the person holds the value as a field of this kind; another person in it is not theirs. */
export const isOwnField = (
  seen: readonly SeenResult[],
  tool: TracedTool,
  { value, name }: NamedValue,
): boolean => {
  const text = String(value);
  const kinds = kindsOf(name, tool);
  const isOther = kinds.some(isPerson);
  return seen.some((result) => {
    if (result.own !== true || result.server !== tool.tool.server.name) return false;
    const words = findFieldWords(result, text);
    if (words === undefined) return false;
    const isAnswer = words.size === 0;
    if ([...words].some((word) => OTHERS.has(toSingular(word)))) return false;
    if (isOther && !isAnswer && result.about?.includes(text) !== true) return false;
    const about = isAnswer ? splitName(result.tool) : [...words];
    return about.some((word) => kinds.includes(toSingular(word)));
  });
};

/** "my order W-1" says nothing of a search for "W-1" */
const isIdentifying = ({ name, role }: ArgumentValue, tool: TracedTool): boolean =>
  role === 'object' || kindsOf(name, tool).some((kind) => isPerson(kind) || IDENTIFYING.has(kind));
const IDENTIFYING: ReadonlySet<string> = new Set(
  'account birth booking email first last mail member name order phone policy postal postcode profile reservation subscription ticket zip'.split(
    ' ',
  ),
);

/** It says what is reached: a room, a street, a user; a mere "to" may be anybody. */
export const saysWhat = (name: string): boolean => {
  const words = tellingWords(name);
  return words.length > 0 && !words.some((word) => classifyWord(word) === 'direction');
};

/**
 * Whether a call looks up a record of the person who speaks: in a closed world, by nothing but what they gave as their own
 * identity and what their records hold.
 */
export const isOwnLookup = (
  seen: readonly SeenResult[],
  tool: TracedTool,
  args: JsonObject,
  words: () => UserMessages,
): boolean => {
  if (!tool.believed || tool.outward || tool.destroys || tool.agentic) return false;
  if (tool.mutates && !tool.looksUp) return false;
  if (isWrittenByPeople(tool.name.resource) || FILLED_IN.has(tool.name.resource)) return false;
  const values = (tool.places.valuesOf(args) ?? []).filter(
    ({ value, name }) =>
      typeof value !== 'boolean' && classifyWord(splitName(name).at(-1) ?? '') !== 'paging',
  );
  return (
    values.length > 0 &&
    values.every(
      (value) =>
        isOwnField(seen, tool, value) ||
        (isIdentifying(value, tool) && words().identifies(String(value.value))),
    )
  );
};
