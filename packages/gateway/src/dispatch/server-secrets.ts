import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import type { ServerEndpoint } from '../config/gateway-config.ts';
import type { DecodedView } from './decoded-view.ts';
import { plainView, unescapedView, composeViews } from './decoded-view.ts';
import { findSecrets } from './find-secrets.ts';
import { MAX_ROUNDS, spellingsOf } from './secret-spellings.ts';
import { SpellingFinder } from './spelling-finder.ts';
import { wrappedView } from './wrapped-lines.ts';

const HIDDEN = agentMessages.hiddenSecret;

/**
 * The secrets that a server was given. It may repeat them, in an error above all; what it repeats goes to no agent, no
 * log and no database. Costs nothing where it was given none.
 */
export class ServerSecrets {
  readonly #finder: SpellingFinder | null;

  constructor(reach: ServerEndpoint) {
    const secrets = findSecrets(reach);
    this.#finder = secrets.length === 0 ? null : new SpellingFinder(secrets.flatMap(spellingsOf));
  }

  /** The server was given none. */
  get isEmpty(): boolean {
    return this.#finder === null;
  }

  /** The text with every secret hidden, in any spelling that is looked for. */
  hide(text: string): string {
    return this.#finder === null ? text : hideInText(this.#finder, text);
  }

  /** The same for every text and number in a value, names of members too. The very same value where nothing is in it. */
  hideIn(value: Json): Json {
    return this.#finder === null ? value : hideInValue(this.#finder, value);
  }
}

const hideInValue = (finder: SpellingFinder, value: Json): Json => {
  if (typeof value === 'string') return hideInText(finder, value);
  if (typeof value === 'number') return hideNumber(finder, value);
  if (Array.isArray(value)) return hideInItems(finder, value);
  return isJsonObject(value) ? hideInMembers(finder, value) : value;
};

/** A number as JSON writes it; in full where that has an exponent. */
const numberText = (value: number): string =>
  String(value).replace(
    /^(-?\d)(?:\.(\d+))?e\+(\d+)$/,
    (_, first: string, rest: string | undefined, power: string) =>
      `${first}${(rest ?? '').padEnd(Number(power), '0')}`,
  );

/** A secret of digits leaves as a number as well as in a text. */
const hideNumber = (finder: SpellingFinder, value: number): Json => {
  const text = numberText(value);
  return hideInText(finder, text) === text ? value : HIDDEN;
};

const hideInItems = (finder: SpellingFinder, items: readonly Json[]): readonly Json[] => {
  let changed: Json[] | undefined;
  for (const [place, before] of items.entries()) {
    const after = hideInValue(finder, before);
    if (after !== before) (changed ??= [...items])[place] = after;
  }
  return changed ?? items;
};

const hideInMembers = (finder: SpellingFinder, object: JsonObject): JsonObject => {
  let isChanged = false;
  const entries: (readonly [key: string, value: Json])[] = [];
  for (const key of Object.keys(object)) {
    const before = object[key] ?? null;
    const name = hideInText(finder, key);
    const after = hideInValue(finder, before);
    isChanged ||= name !== key || after !== before;
    entries.push([name, after]);
  }
  return isChanged ? objectOf(entries) : object;
};

/** Several names may have become the same. */
const objectOf = (entries: readonly (readonly [key: string, value: Json])[]): JsonObject => {
  const object: Record<string, Json> = Object.create(null);
  let again = 1;
  for (const [key, value] of entries) {
    let free = key;
    while (Object.hasOwn(object, free)) free = `${key} ${(again += 1)}`;
    object[free] = value;
  }
  return object;
};

interface SecretRange {
  readonly start: number;
  readonly end: number;
}

const hideInText = (finder: SpellingFinder, text: string): string => {
  if (text.length < finder.shortest) return text;
  const found: SecretRange[] = [];
  let view = plainView(text);
  for (let round = 0; ; round += 1) {
    collect(finder, view, found);
    const wrapped = wrappedView(view.text, finder.shortest);
    if (wrapped !== undefined) collect(finder, composeViews(view, wrapped), found);
    const unescaped = round < MAX_ROUNDS ? unescapedView(view.text, finder.alphabet) : undefined;
    if (unescaped === undefined) break;
    view = composeViews(view, unescaped);
  }
  return found.length === 0 ? text : replaceRanges(text, found);
};

const collect = (finder: SpellingFinder, view: DecodedView, into: SecretRange[]): void => {
  for (let at = finder.find(view.text); at !== undefined; at = finder.find(view.text, at.end))
    into.push({ start: view.start(at.start), end: view.end(at.end) });
};

const replaceRanges = (text: string, found: readonly SecretRange[]): string => {
  let shown = '';
  let last = 0;
  for (const { start, end } of found.toSorted((one, other) => one.start - other.start)) {
    if (start >= last) shown += text.slice(last, start) + HIDDEN;
    last = Math.max(last, end);
  }
  return shown + text.slice(last);
};
