import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import type { SchemaLeaf } from './schema-leaves.ts';
import type { WordClass } from '../vocabulary/role-words.ts';
import { classifyWord, matchesDescription, isInWordList, splitName } from '../vocabulary/role-words.ts';

export interface RoleReason {
  readonly role: ArgumentRole;
  /** Fixed words: nothing a server wrote is in them. */
  readonly why: string;
  /** Free text: what it does depends on what the tool does with texts. */
  readonly text?: true;
  /** It shapes what the tool answers. A tool that changes things has no answer to shape: there it decides. */
  readonly shapes?: true;
}

const is = (role: ArgumentRole, why: string): RoleReason => ({ role, why });
const isText = (why: string): RoleReason => ({ role: 'payload', why, text: true });
const shapes = (why: string): RoleReason => ({ role: 'payload', why, shapes: true });

const ADDRESS_FORMATS: ReadonlySet<string> = new Set(
  'uri uri-reference uri-template iri iri-reference url email idn-email hostname idn-hostname ipv4 ipv6 ip phone iban'.split(
    ' ',
  ),
);
const DECIDING_FORMATS: ReadonlySet<string> = new Set(['date', 'date-time', 'time', 'duration', 'password']);
const DATA_FORMATS: ReadonlySet<string> = new Set(['byte', 'binary', 'base64', 'regex']);
const CODE_MEDIA = /sql|javascript|ecmascript|python|x-sh|shellscript|graphql/i;

interface LeafName {
  readonly words: readonly string[];
  readonly classes: readonly (WordClass | undefined)[];
}

const nameOf = (text: string | undefined): LeafName => {
  const words = text === undefined ? [] : splitName(text);
  return { words, classes: words.map(classifyWord) };
};

/** The rightmost word that says something: English puts what a thing is last, `user_email`, `email_id`. */
const headOf = (name: LeafName): number =>
  name.classes.findLastIndex((c) => c !== undefined && c !== 'generic');

const harmless = (name: LeafName, also: readonly WordClass[]): boolean =>
  name.classes.some((c) => c === 'paging' || c === 'format' || (c !== undefined && also.includes(c))) &&
  name.classes.every(
    (c) => c === 'paging' || c === 'format' || c === 'generic' || (c !== undefined && also.includes(c)),
  );

const DECIDES: { readonly [C in WordClass]?: string } = {
  secret: 'its name says a secret',
  date: 'its name says a point in time',
  amount: 'its name says an amount',
  power: 'its name says what is permitted or done',
};

/** `chat_id` and `target_path` say whither, `email_id` says which. */
const isDestinationName = (name: LeafName, head: number): boolean =>
  name.classes.slice(0, head).includes('direction') || name.classes[head - 1] === 'audience';

const objectRole = (leaf: SchemaLeaf, name: LeafName, head: number): RoleReason => {
  const word = name.words[head];
  const left = name.words[head - 1];
  if (isDestinationName(name, head)) return is('destination', 'it names the one it goes to');
  if (word === 'number' && name.classes[head - 1] === 'address')
    return is('destination', 'its name says an address');
  if (word === 'number' && name.classes[head - 1] !== 'object')
    return is('critical', 'its name says a number nobody can look up');
  if (word === 'key' && isInWordList('keyOf', left)) return is('critical', 'its name says a secret');
  if (word === 'name' && isInWordList('personal', left))
    return is('critical', 'its name says who a person is');
  if (word === 'name' && isInWordList('shown', left)) return isText('its name says a text that is shown');
  const outer = nameOf(leaf.names[1]);
  const above = outer.classes[headOf(outer)];
  if (above === 'audience' || above === 'direction')
    return is('destination', 'it stands inside the one it goes to');
  // What does not exist yet cannot be traced to a record: its name is chosen here.
  if (!isInWordList('identifier', word) && matchesDescription('creation', leaf.description))
    return is('critical', 'it names something that will be made');
  return is('object', 'it names the thing acted on');
};

const byHead = (leaf: SchemaLeaf, name: LeafName, head: number): RoleReason | undefined => {
  const found = name.classes[head];
  switch (found) {
    case 'audience':
    case 'direction':
    case 'address':
      return leaf.kind !== 'number' &&
        matchesDescription('date', leaf.description) &&
        name.words[head] === 'to'
        ? is('critical', 'its description says a point in time')
        : is('destination', 'its name says whither or how it is reached');
    case 'object':
      return objectRole(leaf, name, head);
    case 'code':
      return is('code', 'its name says something that is run');
    case 'text':
      if (leaf.paths[0]?.endsWith('*') === true && !isInWordList('carried', name.words[head]))
        return undefined;
      return name.classes.slice(0, head).includes('code') || matchesDescription('code', leaf.description)
        ? is('code', 'it is text that is run')
        : isText('its name says free text');
    case 'secret':
      return name.classes.slice(0, head).includes('paging')
        ? shapes('it asks for the next page')
        : is('critical', 'its name says a secret');
    case 'paging':
    case 'format':
      // `page` as a number is which part of a list, as text it is a page of something.
      if (leaf.kind !== 'number' && name.words[head] === 'page') return objectRole(leaf, name, head);
      return harmless(name, []) ? shapes('it shapes the answer') : undefined;
    default:
      return found === undefined ? undefined : is('critical', DECIDES[found] ?? 'its name decides');
  }
};

/** `country_code` and `verification_code` do not run; `code` and `source_code` do. */
const isCode = (name: LeafName): boolean => {
  const last = name.words.length - 1;
  return name.words[last] === 'code' && (last === 0 || isInWordList('codeOf', name.words[last - 1]));
};

const byDescription = (leaf: SchemaLeaf): RoleReason | undefined => {
  const text = leaf.description;
  if (matchesDescription('code', text)) return is('code', 'its description says something that is run');
  if (matchesDescription('address', text)) return is('destination', 'its description says an address');
  if (matchesDescription('date', text)) return is('critical', 'its description says a point in time');
  if (matchesDescription('object', text))
    return matchesDescription('creation', text)
      ? is('critical', 'it names something that will be made')
      : is('object', 'its description says it names a thing');
  if (matchesDescription('text', text)) return isText('its description says free text');
  return undefined;
};

/** What an unknown or empty name takes from the one around it. Nothing lax passes down to an unknown name. */
const byParent = (leaf: SchemaLeaf, name: LeafName): RoleReason | undefined => {
  const outer = nameOf(leaf.names[1]);
  const found = outer.classes[headOf(outer)];
  if (found === 'audience' || found === 'direction' || found === 'address')
    return is('destination', 'it stands inside the one it goes to');
  if (found === 'code' || isCode(outer)) return is('code', 'it stands inside something that is run');
  const generic = name.classes.length > 0 && name.classes.every((c) => c === 'generic');
  if (found === 'text' && generic) return isText('it stands inside free text');
  return undefined;
};

/**
 * A string nobody can place is critical: it has to be the person's own words. `payload` would let it decide
 * unseen, and `object` would accept the id of any record the person named, though nobody knows whether
 * it is an id or of what kind. A destination it may be as well, and is proven by the same words.
 */
const UNKNOWN: RoleReason = is('critical', 'nothing says what it is for');

const textRole = (leaf: SchemaLeaf, name: LeafName): RoleReason => {
  if (leaf.formats.some((format) => ADDRESS_FORMATS.has(format)))
    return is('destination', 'its format is an address');
  if (leaf.formats.some((format) => DECIDING_FORMATS.has(format)))
    return is('critical', 'its format is a point in time or a secret');
  if (leaf.mediaTypes.some((type) => CODE_MEDIA.test(type)) || isCode(name))
    return is('code', 'it is text that is run');
  if (leaf.formats.some((format) => DATA_FORMATS.has(format))) return isText('its format is plain data');
  const last = name.words.at(-1);
  if (isInWordList('place', last) && matchesDescription('gathering', leaf.description))
    return is('payload', 'it says where people meet');
  const head = headOf(name);
  const known = head === -1 ? undefined : byHead(leaf, name, head);
  if (known !== undefined) return known;
  if (leaf.formats.includes('uuid')) return is('object', 'its format is an identifier');
  return byParent(leaf, name) ?? byDescription(leaf) ?? UNKNOWN;
};

const numberRole = (leaf: SchemaLeaf, name: LeafName): RoleReason => {
  const head = headOf(name);
  const found = name.classes[head];
  if (harmless(name, [])) return shapes('it shapes the answer');
  // `issue_id` is which one, `shards_per_node` is how many.
  const which = isInWordList('identifier', name.words[head]) || name.words.length === 1;
  if (found === 'object' ? which : found === 'audience' || found === 'direction' || found === 'address')
    return byHead(leaf, name, head) ?? UNKNOWN;
  const deciding = found === undefined ? undefined : DECIDES[found];
  if (deciding !== undefined) return is('critical', deciding);
  if (matchesDescription('paging', leaf.description)) return shapes('its description says how much is shown');
  return is('critical', 'a number that decides how much');
};

const SHOWN_BESIDES: ReadonlySet<WordClass | undefined> = new Set<WordClass | undefined>([
  undefined,
  'power',
  'audience',
  'secret',
]);

/** `include_comments` shows more; `with_admin`, `show_to_everyone` and `omit_approval` do something else. */
const onlyShows = (name: LeafName): boolean =>
  isInWordList('showing', name.words[0]) &&
  name.words
    .slice(1)
    .every((word, at) => isInWordList('shownWith', word) || !SHOWN_BESIDES.has(name.classes[at + 1]));

const flagRole = (name: LeafName): RoleReason => {
  if (name.words.some((word) => word === 'page' || word === 'pages')) return shapes('it shapes the answer');
  if (name.words.some((word) => isInWordList('enlarging', word)))
    return is('critical', 'it makes the effect or the audience larger');
  if (onlyShows(name)) return shapes('it shapes the answer');
  if (harmless(name, [])) return shapes('it shapes the answer');
  return is('critical', 'a switch that may enlarge the effect or skip a check');
};

/** What one argument is for, as far as its schema tells. */
export const inferLeafRole = (leaf: SchemaLeaf): RoleReason => {
  const name = nameOf(leaf.names[0]);
  if (leaf.cut) {
    const role = textRole(leaf, name);
    return role.role === 'payload' || role.role === 'object'
      ? is('critical', 'its schema goes on where nobody looked')
      : role;
  }
  // Before the single choice: a flag that can only be true says something by being there.
  if (leaf.kind === 'boolean') return flagRole(name);
  if (leaf.choices === 1) return is('payload', 'there is only one value it can have');
  if (leaf.choices !== undefined)
    return harmless(name, ['text'])
      ? shapes('a choice that shapes the answer')
      : is('critical', 'a choice that decides what is done');
  return leaf.kind === 'number' ? numberRole(leaf, name) : textRole(leaf, name);
};
