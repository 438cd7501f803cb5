import { foldUmlauts, stripAccents } from './strip-accents.ts';
import { stripElision } from './exception.ts';
import type { ActionKind, Language } from './language.ts';
import { ACTION_KINDS, LANGUAGES, splitWordList } from './language.ts';
import { findStem } from './verb-table.ts';

/** One meaning of a stem; with `apart` only where that word stands in the clause as well: "look … up". */
interface VerbSense<Meaning> {
  readonly meaning: Meaning;
  readonly apart?: string;
}

type VerbSenses<Meaning> = ReadonlyMap<string, readonly VerbSense<Meaning>[]>;

/** The verbs of a language as prohibitions are read: without accents, and more of them than can ask for something. */
interface ForbiddenVerbs {
  readonly endings: ReadonlySet<string>;
  readonly deeds: VerbSenses<ActionKind>;
  readonly names: VerbSenses<string>;
  readonly outward: VerbSenses<true>;
  readonly prefixes: readonly string[];
}

const sensesOf = <Meaning>(entries: readonly (readonly [string, Meaning])[]): VerbSenses<Meaning> => {
  const senses = new Map<string, readonly VerbSense<Meaning>[]>();
  for (const [stems, meaning] of entries)
    for (const each of splitWordList(stems)) {
      const [stem = '', apart] = each.split('+').map(stripAccents);
      const sense = apart === undefined ? { meaning } : { meaning, apart };
      senses.set(stem, [...(senses.get(stem) ?? []), sense]);
    }
  return senses;
};

const tableOf = ({ deeds, endings, prohibitions }: Language): ForbiddenVerbs => ({
  endings: new Set(['', ...splitWordList(endings).map(stripAccents)]),
  deeds: sensesOf(
    ACTION_KINDS.map((deed) => [`${deeds[deed]} ${prohibitions.deeds[deed] ?? ''}`, deed] as const),
  ),
  names: sensesOf(Object.entries(prohibitions.verbs).map(([name, stems]) => [stems, name] as const)),
  outward: sensesOf([[prohibitions.outward, true] as const]),
  prefixes: splitWordList(prohibitions.prefixes).map(stripAccents),
});

const TABLES: ReadonlyMap<Language, ForbiddenVerbs> = new Map(
  LANGUAGES.map((language) => [language, tableOf(language)]),
);

export interface ForbiddenVerb {
  readonly deeds: readonly ActionKind[];
  /** What tools call it. */
  readonly names: readonly string[];
  /** What it is about by itself: to google is to search the web. */
  readonly about: readonly string[];
}

/** `abzuschicken` without `ab` and `zu`; nothing where too little is left. */
const SHORTEST_REST = 3;

const withoutPrefixes = (word: string, prefixes: readonly string[]): readonly string[] =>
  prefixes
    .filter((prefix) => word.startsWith(prefix))
    .flatMap((prefix) => {
      const rest = word.slice(prefix.length);
      return rest.startsWith('zu') ? [rest.slice(2), rest] : [rest];
    })
    .filter((rest) => rest.length >= SHORTEST_REST);

/** What a stem means in its clause: with a word that stands apart from it, only that. */
const meaningsOf = <Meaning>(
  senses: VerbSenses<Meaning>,
  forms: readonly string[],
  scope: readonly string[],
  endings: ReadonlySet<string>,
): readonly Meaning[] => {
  for (const form of forms) {
    const found = findStem(senses, endings, form) ?? [];
    const parted = found.filter(({ apart }) => apart !== undefined && scope.includes(apart));
    const plain = found.filter(({ apart }) => apart === undefined);
    const meant = parted.length > 0 ? parted : plain;
    if (meant.length > 0) return meant.map(({ meaning }) => meaning);
  }
  return [];
};

/** `loesche` is read as it stands and as `losche`. */
const formsOf = (written: string): readonly string[] => {
  const word = stripElision(written);
  return [...new Set([stripAccents(word), foldUmlauts(word)])];
};

/** Reads a word as a verb that is forbidden. `scope` is all that is forbidden with it. */
export const readForbiddenVerb = (
  written: string,
  scope: readonly string[],
  languages: readonly Language[],
): ForbiddenVerb | undefined => {
  const words = formsOf(written);
  const around = scope.map(foldUmlauts);
  const found = languages.flatMap((language) => {
    const table = TABLES.get(language);
    if (table === undefined) return [];
    const { endings } = table;
    const own = {
      deeds: meaningsOf(table.deeds, words, around, endings),
      names: meaningsOf(table.names, words, around, endings),
    };
    if (own.deeds.length + own.names.length > 0) return [own];
    // a verb with a prefix is one of the kind of its stem
    const rests = words.flatMap((word) => withoutPrefixes(word, table.prefixes));
    return [
      {
        deeds: meaningsOf(table.deeds, rests, around, endings),
        names: meaningsOf(table.names, rests, around, endings),
      },
    ];
  });
  const deeds = new Set(found.flatMap((each) => each.deeds));
  const names = found.flatMap((each) => each.names).map((name) => name.split(':'));
  if (deeds.size + names.length === 0) return undefined;
  return {
    deeds: [...deeds],
    names: [...new Set(names.flatMap(([name = '']) => splitWordList(name)))],
    about: [...new Set(names.flatMap(([, about = '']) => splitWordList(about)))],
  };
};

/** Whether by a verb, in any language, something gets out: to forbid one forbids all. */
export const isOutwardVerb = (written: string): boolean => {
  const words = formsOf(written);
  return [...TABLES.values()].some(({ outward, endings, prefixes }) => {
    const forms = [...words, ...words.flatMap((word) => withoutPrefixes(word, prefixes))];
    return forms.some((form) => findStem(outward, endings, form)?.some(({ apart }) => apart === undefined));
  });
};
