import type { VerbEffect } from './verb-effect.ts';
import { findVerbEffect, isPlainVerb } from './verb-effect.ts';
import type { DefinitionContent } from './definition-content.ts';
import { nameWords, sentences, textWords } from './words.ts';

/** A verb that says what the tool does, and where it was found. */
export interface FoundVerb {
  readonly deed: VerbEffect;
  readonly verb: string;
  readonly at: 'name' | 'title' | 'description';
  /** It stood where a verb stands, and is not a thing as often. */
  readonly sure: boolean;
}

const toFoundVerb = (word: string, at: FoundVerb['at'], sure: boolean): FoundVerb | undefined => {
  const deed = findVerbEffect(word);
  return deed === undefined ? undefined : { deed, verb: word, at, sure };
};

/** `generate_chart` makes a picture and hands it over; nothing is there afterwards that was not before. */
const PRODUCTS: ReadonlySet<string> = new Set(
  `chart charts diagram graph map image picture plot summary report text code answer spreadsheet url uuid color palette manifest command commands cli
   embedding embeddings thumbnail preview qr table explanation query sql script config`.split(/\s+/u),
);
const PRODUCERS: ReadonlySet<string> = new Set(['generate', 'draw', 'make', 'render', 'build', 'design']);

/** Whatever it is called, it is handed over: `generate_pin_map`, `cli_generate`. */
const isProduct = (words: readonly string[]): boolean => {
  const at = words.findIndex((word) => PRODUCERS.has(word.replace(/s$/u, '')));
  if (at === -1 || words.slice(0, at).some((word) => isPlainVerb(word))) return false;
  return words.some((word) => PRODUCTS.has(word.replace(/s$/u, '')) || PRODUCTS.has(word));
};

/** `reserved-ip-list`, `list-joined-teams`: what was done to a thing, not what is done now. */
const isDone = (word: string): boolean => /.{3}ed$/u.test(word);

const inWords = (all: readonly string[], at: FoundVerb['at']): FoundVerb | undefined => {
  const words = all.filter((word) => !isDone(word));
  const [first = ''] = words;
  if (isProduct(words)) return { deed: 'reads', verb: 'generate', at, sure: true };
  // `get_or_create`, `find-and-replace`
  const joined = words.findIndex((word, place) => place > 0 && /^(?:and|or|then)$/u.test(word));
  const second = joined === -1 ? undefined : toFoundVerb(words[joined + 1] ?? '', at, true);
  if (second !== undefined && second.deed !== 'reads') return second;
  const last = words.at(-1) ?? '';
  const plain = isPlainVerb(first)
    ? first
    : isPlainVerb(last)
      ? last
      : words.find((word) => isPlainVerb(word));
  // `log_get`, `backup-list`: a thing in front does not do anything
  if (plain !== undefined) return toFoundVerb(plain, at, true);
  const found = words.filter((word) => findVerbEffect(word) !== undefined);
  const [one] = found;
  // `record_search`: words that are things as often as verbs, and not of one mind
  if (
    one === undefined ||
    found.some((word) => (findVerbEffect(word) === 'reads') !== (findVerbEffect(one) === 'reads'))
  )
    return undefined;
  return toFoundVerb(one, at, one === first && words.length > 1);
};

const FILLERS: ReadonlySet<string> = new Set(
  `this the a an tool tools function endpoint command api mcp server use used uses using to for when you your can will
   would allows allow lets let helps help enables provides provide it is be able user users agent that which and
   call calls only always should must via with access support supports quickly easily efficiently safely
   dieses diese der die das werkzeug um cette cet outil permet de le la les un une esta este herramienta permite el
   los ferramenta questo strumento`.split(/\s+/u),
);

const LEAD_WORDS = 8;

const inSentence = (sentence: string): FoundVerb | undefined => {
  const words = textWords(sentence);
  const start = words.findIndex((word) => !FILLERS.has(word));
  if (start === -1) return undefined;
  const lead = words.slice(start, start + LEAD_WORDS);
  if (isProduct(lead)) return { deed: 'reads', verb: 'generate', at: 'description', sure: true };
  const first = toFoundVerb(lead[0] ?? '', 'description', true);
  if (first !== undefined && !first.verb.endsWith('ed')) return first;
  const later = lead.find((word) => isPlainVerb(word) && !/(?:ed|ing)$/u.test(word));
  return later === undefined ? undefined : toFoundVerb(later, 'description', false);
};

/** `return_items`: whether something is handed over or goes back, a name that begins so does not say. */
const beginsWithReturn = ({ words }: DefinitionContent): boolean => words[0] === 'return';

export const findNameVerb = (content: DefinitionContent): FoundVerb | undefined =>
  beginsWithReturn(content) ? undefined : inWords(content.words, 'name');

export const findTitleVerb = ({ title }: DefinitionContent): FoundVerb | undefined =>
  title === '' ? undefined : inWords(nameWords(title), 'title');

/** The first sentence that has a verb in front says it. */
export const findDescriptionVerb = (content: DefinitionContent): FoundVerb | undefined => {
  for (const sentence of sentences(content.description, 3)) {
    const deed = inSentence(sentence);
    if (deed !== undefined && !(beginsWithReturn(content) && deed.verb === 'return')) return deed;
  }
  return undefined;
};

const FURTHER =
  /(?:\band\b|\bor\b|,|\/|\bthen\b|\balso\b|\bcan\b|\bwill\b)\s{1,8}(?:also\s{1,8}|then\s{1,8})?(\p{L}{1,40})/gu;
const SPOKEN = 2;

/** Other things the description says it does: `reads and deletes`. */
export const findFurtherVerbs = ({ description }: DefinitionContent): readonly FoundVerb[] =>
  sentences(description, SPOKEN)
    .flatMap((sentence) => [...sentence.matchAll(FURTHER)].map(([, word = '']) => word.toLowerCase()))
    .filter((word) => isPlainVerb(word) && !/(?:ed|ing)$/u.test(word))
    .flatMap((word) => toFoundVerb(word, 'description', false) ?? []);
