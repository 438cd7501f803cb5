import type { ParsedToolName } from './parsed-tool-name.ts';
import { splitName } from '../vocabulary/role-words.ts';
import { toSingular } from './to-singular.ts';
import type { RequestedActions } from './requested-actions.ts';
import type { Clause } from './clause.ts';
import { isAskingClause, splitClauses } from './clause.ts';
import { foldUmlauts, foldAllUmlauts } from './strip-accents.ts';
import { stripElision } from './exception.ts';
import { isOutwardVerb, readForbiddenVerb } from './forbidden-verbs.ts';
import { extractIntent } from './extract-intent.ts';
import { isWordForKind } from './kind.ts';
import type { ActionKind } from './language.ts';
import { LANGUAGES, splitWordList } from './language.ts';
import { foldCase, readUtterance } from './literals.ts';
import { tokenise } from './tokens.ts';
import type { CompiledLanguage } from './compiled-language.ts';
import { COMPILED_LANGUAGES, detectLanguages } from './compiled-language.ts';
import { findVerb } from './verb-table.ts';

export interface Prohibition {
  /** The verbs as they were written; the first word where no table knows a verb. */
  readonly verbs: readonly string[];
  readonly deeds: readonly ActionKind[];
  /** What must not be done it to; empty where nothing is named, null where it is everything of these deeds. */
  readonly about: readonly string[] | null;
}

/** So many are kept one by one; earlier ones become one that forbids all their deeds. */
export const MAX_PROHIBITIONS = 32;
const MAX_WORDS = 16;
const MAX_WORD = 60;

const wordsOf = (list: (language: CompiledLanguage['language']) => string): ReadonlySet<string> =>
  new Set(LANGUAGES.flatMap((language) => splitWordList(list(language))));

const OUTSIDE = wordsOf(({ prohibitions }) => prohibitions.outside);
const LINKS = wordsOf(({ prohibitions }) => prohibitions.links);
const VAGUE = wordsOf(({ prohibitions }) => prohibitions.vague);
const EMPTY = wordsOf(({ empty }) => empty);
/** What stands apart from its verb says nothing alone: "lade nichts hoch". */
const APART = wordsOf(({ prohibitions }) => prohibitions.prefixes);
/** Names by which tools say that they reach outside. */
const OUTSIDE_NAMES: ReadonlySet<string> = new Set(
  'bing browse browser brave duckduckgo exa fetch google http internet online page serp site tavily url web webpage website'.split(
    ' ',
  ),
);

interface ProhibitionSigns {
  readonly negators: ReadonlySet<string>;
  readonly without: ReadonlySet<string>;
  readonly avoiding: ReadonlySet<string>;
  readonly stating: ReadonlySet<string>;
  readonly keeping: ReadonlySet<string>;
  readonly limits: ReadonlySet<string>;
  readonly alternatives: ReadonlySet<string>;
  readonly forbidding: ReadonlySet<string>;
}

/** The signs with their accents and without. */
const signsOf = (tongues: readonly CompiledLanguage[]): ProhibitionSigns => {
  const all = (list: keyof ProhibitionSigns | 'omitting'): ReadonlySet<string> => {
    const words = tongues.flatMap(({ language }) => splitWordList(language.prohibitions[list]));
    return new Set([...words, ...foldAllUmlauts(words)]);
  };
  return {
    negators: all('negators'),
    without: all('without'),
    avoiding: new Set([...all('avoiding'), ...all('omitting')]),
    stating: all('stating'),
    keeping: all('keeping'),
    limits: all('limits'),
    alternatives: all('alternatives'),
    forbidding: all('forbidding'),
  };
};

const isSign = (list: ReadonlySet<string>, word: string): boolean =>
  list.has(word) || list.has(foldUmlauts(word));

/** Where a clause begins to forbid, or undefined. `negated`: an earlier clause of the sentence forbids already. */
const forbidsFrom = (
  words: readonly string[],
  signs: ProhibitionSigns,
  tongues: readonly CompiledLanguage[],
  negated: boolean,
): number | undefined => {
  const at = words.findIndex((word) => isSign(signs.negators, word) || isSign(signs.avoiding, word));
  const before = words[at - 1] ?? '';
  if (at === -1 || signs.stating.has(before)) return undefined;
  // "if it is not there": a condition
  if (words.slice(0, at).some((word) => isSign(signs.limits, word))) return undefined;
  if (negated && signs.without.has(words[at] ?? '')) return undefined;
  // "bloß nicht" forbids, "nicht bloß" does not
  const near = words.slice(
    tongues.some(({ contrasts }) => contrasts.has(before)) ? at : Math.max(0, at - 1),
    at + 4,
  );
  const isKept = near.some((word) => isSign(signs.keeping, stripElision(word)));
  return isKept || isOnlyTold(words, at, signs, tongues) ? undefined : at;
};

/**
 * Whether a word for nobody or nothing forbids no deed: "delete nothing but a.txt" asks for one, "make sure nobody is
 * missing" tells of a person.
 */
const isOnlyTold = (
  words: readonly string[],
  at: number,
  signs: ProhibitionSigns,
  tongues: readonly CompiledLanguage[],
): boolean => {
  if (!VAGUE.has(words[at] ?? '')) return false;
  const next = words[at + 1] ?? '';
  if (isSign(signs.limits, next) || tongues.some(({ turns }) => turns.has(next))) return true;
  const isSubject = tongues.some(({ auxiliaries }) => auxiliaries.has(next));
  return isSubject && words.slice(0, at).some((word) => !tongues.some(({ fillers }) => fillers.has(word)));
};

/** Where a clause says that something is forbidden: "it is forbidden to", "I forbid you to". */
const saysForbiddenAt = (
  { words, question }: Clause,
  signs: ProhibitionSigns,
  tongues: readonly CompiledLanguage[],
): number | undefined => {
  const at = words.findIndex((word) => isSign(signs.forbidding, stripElision(word)));
  const isOther = (word: string): boolean =>
    isSign(signs.negators, word) ||
    isSign(signs.limits, word) ||
    tongues.some(({ reports }) => reports.has(word));
  return at === -1 || question || words.slice(0, at).some(isOther) ? undefined : at;
};

/** The words of a clause that are forbidden. */
const scopeOf = (
  words: readonly string[],
  at: number,
  signs: ProhibitionSigns,
  tongues: readonly CompiledLanguage[],
): readonly string[] => {
  const rest = words.slice(at + 1);
  const ends = (word: string): boolean =>
    isSign(signs.limits, word) ||
    isSign(signs.without, word) ||
    isSign(signs.avoiding, word) ||
    tongues.some(({ turns }) => turns.has(word));
  const end = rest.findIndex(ends);
  const after = end === -1 ? rest : rest.slice(0, end);
  if (!tongues.some(({ negationsAfter }) => negationsAfter.has(words[at] ?? ''))) return after;
  const before = words.slice(0, at);
  const join = before.findLastIndex((word) => tongues.some(({ joins }) => joins.has(word)));
  return [...before.slice(join + 1), ...after];
};

const NO_LETTER = /^\P{L}+$/u;

const saysNothing = (word: string, signs: ProhibitionSigns): boolean =>
  EMPTY.has(word) ||
  VAGUE.has(word) ||
  APART.has(word) ||
  isSign(signs.negators, word) ||
  NO_LETTER.test(word);

/** What is forbidden by words, and whether a table knows a verb of them. */
interface ProhibitionScope {
  readonly prohibition: Prohibition;
  readonly isKnown: boolean;
}

const readScope = (
  scope: readonly string[],
  signs: ProhibitionSigns,
  tongues: readonly CompiledLanguage[],
  namesDeeds = false,
): ProhibitionScope | undefined => {
  const verbs: string[] = [];
  const names = new Set<string>();
  const about: string[] = [];
  const deeds = new Set<ActionKind>();
  const languages = tongues.map(({ language }) => language);
  for (const [at, written] of scope.entries()) {
    const word = stripElision(written).slice(0, MAX_WORD);
    const before = scope[at - 1] ?? '';
    const isNoun =
      !namesDeeds && !isSign(signs.negators, before) && tongues.some(({ articles }) => articles.has(before));
    const found = isNoun ? undefined : readForbiddenVerb(word, scope, languages);
    if (found !== undefined) {
      verbs.push(word);
      for (const name of found.names) names.add(name);
      about.push(...found.about);
      // "do not open it" is about reading, whatever else the verb means
      for (const deed of found.deeds.includes('fetch') ? (['fetch'] as const) : found.deeds) deeds.add(deed);
    } else if (!saysNothing(word, signs)) about.push(word);
  }
  if (verbs.length > 0)
    return {
      isKnown: true,
      prohibition: {
        verbs: [...new Set([...verbs.slice(0, MAX_WORDS), ...names])],
        deeds: [...deeds],
        about: about.length > MAX_WORDS || verbs.length > MAX_WORDS ? null : about,
      },
    };
  const [first, ...rest] = about;
  if (first === undefined) return undefined;
  return { isKnown: false, prohibition: { verbs: [first], deeds: [], about: rest.slice(0, MAX_WORDS) } };
};

/** What is said to be forbidden: what follows, or what stands before: "deleting files is forbidden". */
const readForbidden = (
  words: readonly string[],
  at: number,
  signs: ProhibitionSigns,
  tongues: readonly CompiledLanguage[],
): ProhibitionScope | undefined => {
  const after = readScope(words.slice(at + 1), signs, tongues, true);
  if (after?.isKnown === true) return after;
  const before = readScope(words.slice(0, at), signs, tongues, true);
  return before?.isKnown === true ? before : (after ?? before);
};

const beginsWithThing = (
  { words }: Clause,
  signs: ProhibitionSigns,
  tongues: readonly CompiledLanguage[],
): boolean => {
  const first = words.find((word) => !tongues.some(({ fillers }) => fillers.has(word))) ?? '';
  return !signs.negators.has(first) && tongues.some(({ articles }) => articles.has(first));
};

/** What a text of the person forbids. Pastes and quoted blocks in it forbid nothing. */
export const findProhibitions = (text: string): readonly Prohibition[] => {
  const tokens = tokenise(extractIntent(text)).map(foldCase);
  const spoken = detectLanguages(tokens);
  const tongues = spoken.length === 0 ? COMPILED_LANGUAGES : spoken;
  const signs = signsOf(tongues);
  const found: Prohibition[] = [];
  let sentence: readonly string[] = [];
  // "do not, for any reason, search": the negation is still open; "do not search, send or delete": it goes on
  let [isOpen, isNegated] = [false, false];
  for (const clause of splitClauses(tokens)) {
    if (typeof clause === 'string') continue;
    if (clause.sentence !== sentence) [isOpen, isNegated] = [false, false];
    ({ sentence } = clause);
    const { words } = clause;
    const said = saysForbiddenAt(clause, signs, tongues);
    if (said === undefined && (!isAskingClause(clause, tongues) || beginsWithThing(clause, signs, tongues)))
      continue;
    const at = forbidsFrom(words, signs, tongues, isNegated);
    const goesOn = isOpen || (isNegated && words.some((word) => signs.alternatives.has(word)));
    if (said === undefined && at === undefined && !goesOn) continue;
    const read =
      said === undefined
        ? readScope(scopeOf(words, at ?? -1, signs, tongues), signs, tongues)
        : readForbidden(words, said, signs, tongues);
    if (read !== undefined) found.push(read.prohibition);
    // "No, search the web" and "nothing else, search the web" are answers
    const isAnswer = words.join(' ') === 'no' || VAGUE.has(words[at ?? -1] ?? '');
    isOpen = read === undefined ? !isAnswer : isOpen && at === undefined && !read.isKnown;
    isNegated = read !== undefined;
  }
  return found;
};

/** Everything the deeds of some prohibitions are. */
const merged = (prohibitions: readonly Prohibition[]): Prohibition => ({
  verbs: [...new Set(prohibitions.flatMap(({ verbs }) => verbs))].slice(0, MAX_WORDS),
  deeds: [...new Set(prohibitions.flatMap(({ deeds }) => deeds))],
  about: null,
});

const isLifted = ({ verbs, deeds }: Prohibition, asked: RequestedActions): boolean =>
  verbs.some((verb) => asked.verbs.has(verb)) ||
  deeds.some((deed) => deed !== 'fetch' && asked.deeds.has(deed));

/**
 * The prohibitions after something more was said. A later wish for the same deed lifts one, if the words are believed.
 * Too many become one that forbids more, never less.
 */
export const addProhibitions = (
  known: readonly Prohibition[],
  text: string,
  believed: boolean,
): readonly Prohibition[] => {
  const left = believed ? known.filter((each) => !isLifted(each, readUtterance({ text }).asked)) : known;
  const same = new Set(left.map((each) => JSON.stringify(each)));
  const added = findProhibitions(text).filter((each) => !same.has(JSON.stringify(each)));
  const all = [...left, ...added];
  if (all.length > MAX_PROHIBITIONS) {
    const over = all.length - MAX_PROHIBITIONS + 1;
    return [merged(all.slice(0, over)), ...all.slice(over)];
  }
  return added.length === 0 && left.length === known.length ? known : all;
};

export interface ProhibitionCheckInput {
  readonly name: ParsedToolName;
  /** The words of its tool's and server's names. */
  readonly words: readonly string[];
  readonly outward: boolean;
  /** Its arguments, folded. */
  readonly texts: readonly string[];
  /** Those of its arguments that are run, folded. */
  readonly code: readonly string[];
  /** Whether the person asks for one of these deeds. */
  readonly isAsked: (deeds: readonly ActionKind[]) => boolean;
}

const isAbout = (word: string, { name, words, outward, texts }: ProhibitionCheckInput): boolean => {
  const one = toSingular(word);
  if (isWordForKind(word, name.resource) || words.includes(word) || words.includes(one)) return true;
  const reachesOut = outward && (name.resource === '' || words.some((each) => OUTSIDE_NAMES.has(each)));
  // "do not open links" forbids no search
  if (reachesOut && (OUTSIDE.has(word) || (LINKS.has(word) && !name.lists))) return true;
  return word.length > 2 && texts.some((text) => text.includes(word));
};

/** Whether a word names the tool itself, or the medium that it works with: `web_search`, "the internet". */
const isMedium = (word: string, call: ProhibitionCheckInput): boolean => {
  const parts = splitName(word).map(toSingular);
  const own = new Set(call.words.map(toSingular));
  // a single word may be the thing that many tools work with: "not the file"
  const names = parts.length > 1 || (parts.length === 1 && call.name.resource === '');
  return (names && parts.every((part) => own.has(part))) || (OUTSIDE.has(word) && isAbout(word, call));
};

/** Programs by what they do, where their names are no verbs. */
const PROGRAMS: ReadonlyMap<string, readonly ActionKind[]> = new Map<string, readonly ActionKind[]>([
  ...splitWordList('del erase rd rm rmdir shred truncate unlink').map((word) => [word, ['remove']] as const),
  ...splitWordList('curl ftp nc rsync scp sftp ssh wget').map((word) => [word, ['fetch', 'send']] as const),
  ...splitWordList('mail mailx sendmail').map((word) => [word, ['send']] as const),
  ...splitWordList('chmod chown patch sed tee').map((word) => [word, ['change']] as const),
]);

/** What is run, read as the name of a tool is: `git push` pushes, `rm` removes. */
const codeCall = (call: ProhibitionCheckInput): ProhibitionCheckInput => {
  const verbs = [...new Set(call.code.flatMap((text) => text.match(/\p{L}+/gu) ?? []))].slice(
    0,
    MAX_CODE_WORDS,
  );
  const deeds = verbs.flatMap(
    (word) => PROGRAMS.get(word) ?? COMPILED_LANGUAGES.flatMap((tongue) => findVerb(tongue.verbs, word)),
  );
  return { ...call, name: { ...call.name, verbs, deeds: [...new Set(deeds)], resource: '' } };
};
const MAX_CODE_WORDS = 400;

/** What writes a file may change it. */
const WRITES = /^(?:append|overwrite|put|save|write)$/;
const WRITING = /^(?:ecri|escrib|overwrit|sav|schreib|speicher|uberschreib|writ)/;
const FILES = ['code', 'document', 'file'];

/** What is set up with others invites them. */
const MEETINGS = /^(?:appointment|event|invitation|meeting)$/;

const OUTWARD: readonly ActionKind[] = ['send', 'share'];

/** Whether the call is of the kind that is forbidden by another of its verbs: everything that lets something out is one kind. */
const isRelated = (
  { verbs, deeds, about }: Prohibition,
  call: ProhibitionCheckInput,
  own: readonly ActionKind[],
): boolean => {
  const isOutward = own.includes('send') || call.name.verbs.some(isOutwardVerb);
  // a word that no table of its language knows is forbidden alone
  const isKnown = deeds.length > 0 || verbs.length > 1;
  const related =
    (isOutward && isKnown && (deeds.includes('send') || verbs.some(isOutwardVerb))) ||
    // "do not write files"
    (own.includes('change') &&
      verbs.some((verb) => WRITING.test(foldUmlauts(verb))) &&
      about?.some((word) => FILES.some((file) => isWordForKind(word, file))) === true);
  return related && !call.isAsked([...own, ...(isOutward ? OUTWARD : [])]);
};

const deedsOfCall = ({ name }: ProhibitionCheckInput): readonly ActionKind[] =>
  name.verbs.some((verb) => WRITES.test(verb)) ? [...name.deeds, 'change'] : name.deeds;

const verbsOfCall = ({ name, outward }: ProhibitionCheckInput): readonly string[] =>
  outward && MEETINGS.test(name.resource) && name.deeds.includes('create')
    ? [...name.verbs, 'invite']
    : name.verbs;

const isForbidden = (prohibition: Prohibition, call: ProhibitionCheckInput): boolean => {
  const { verbs, deeds, about } = prohibition;
  // "do not use the internet": no deed, but what the call works with
  if (deeds.length === 0 && [...verbs, ...(about ?? [])].some((word) => isMedium(word, call))) return true;
  // `search` by "searching"
  const isVerb = verbsOfCall(call).some((verb) =>
    verbs.some((each) => each === verb || (verb.length > 3 && each.startsWith(verb))),
  );
  const own = deedsOfCall(call);
  const shared = deeds.filter((deed) => own.includes(deed));
  if (!isVerb && shared.length === 0) return isRelated(prohibition, call, own);
  if (about === null || about.some((word) => isAbout(word, call))) return true;
  const changing = shared.filter((deed) => deed !== 'fetch');
  if (about.length === 0) return isVerb || changing.length > 0;
  // said of something else: it forbids the kind, unless the person asks for the kind as well
  return changing.length > 0 && !call.isAsked(changing);
};

/** What of a call the person forbade: the verb they used, or undefined. */
export const findForbiddenVerb = (
  prohibitions: readonly Prohibition[],
  call: ProhibitionCheckInput,
): string | undefined => {
  const inCode = call.code.length === 0 ? undefined : codeCall(call);
  return prohibitions.find(
    (each) => isForbidden(each, call) || (inCode !== undefined && isForbidden(each, inCode)),
  )?.verbs[0];
};
