import type { HintName } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import type { HintValues } from '@callgate/core/vocabulary';
import { getTighteningAnswer } from './set-values.ts';

/**
 * What a description says of a hint that asks for care. The wording is part of the format: it stands in tools that
 * others keep, so a phrase is never changed, only added to.
 */
export const HINT_PHRASES: Readonly<Record<Exclude<HintName, 'requiresConfirmation'>, string>> = {
  readOnly: 'changes data or systems',
  destructive: 'may delete or overwrite data',
  reversible: 'cannot be undone',
  idempotent: 'acts again when repeated',
  openWorld: 'reaches external systems',
  agency: 'acts on its own in several steps',
  aiProcessing: 'uses an AI model',
  slowExecution: 'may take long',
  resourceIntensive: 'is heavy on resources',
  sensitiveData: 'handles sensitive data',
  secret: 'handles secrets',
  privilegedAccess: 'needs elevated rights',
  unsafeOutput: 'returns content that others wrote',
  trusted: 'returns content that nobody vouches for',
  maliciousActivity: 'malicious activity was noticed around it',
};

const LEAD = 'Side effects: ';
const NOTHING = 'not stated';
const ASK = 'Ask the user before calling it.';
const BREAK = '\n\n';

/** The hints that have a phrase, in the order of the sentence. */
export const PHRASED_HINTS: readonly (keyof typeof HINT_PHRASES)[] = Object.keys(HINT_PHRASES).filter(
  (name): name is keyof typeof HINT_PHRASES => Object.hasOwn(HINT_PHRASES, name),
);

/** The standard sentence for what asks for care, or undefined where nothing does. Relaxing words have no phrase. */
export const makeHintSentence = (says: HintValues): string | undefined => {
  const phrases = PHRASED_HINTS.filter((name) => says[name] === getTighteningAnswer(name)).map(
    (name) => HINT_PHRASES[name],
  );
  const ask = says.requiresConfirmation === 'yes';
  if (phrases.length === 0 && !ask) return undefined;
  return `${LEAD}${phrases.length === 0 ? NOTHING : phrases.join('; ')}.${ask ? ` ${ASK}` : ''}`;
};

/** All phrases together are shorter; what is longer is no sentence of this form. */
const LONGEST = 1000;

interface HintSentence {
  readonly clauses: string;
  readonly ask: boolean;
  /** Where it ends in the text. */
  readonly end: number;
}

/** The sentence that begins at a place of a text, if one does. */
const sentenceAt = (text: string, start: number): HintSentence | undefined => {
  if (!text.startsWith(LEAD, start)) return undefined;
  const from = start + LEAD.length;
  const part = text.slice(from, from + LONGEST);
  const stop = part.search(/[.\n]/);
  if (stop === -1 || part[stop] !== '.') return undefined;
  const end = from + stop + 1;
  const ask = text.startsWith(` ${ASK}`, end);
  return { clauses: part.slice(0, stop), ask, end: ask ? end + ASK.length + 1 : end };
};

const clausesOf = (text: string): readonly string[] => text.split('; ');

const hintOf = (clause: string): keyof typeof HINT_PHRASES | undefined =>
  PHRASED_HINTS.find((name) => HINT_PHRASES[name] === clause);

const isStandard = (clauses: string): boolean =>
  clauses === NOTHING || clausesOf(clauses).every((clause) => hintOf(clause) !== undefined);

/** What sentences of this form in a description say. Only words that ask for care: none can relax. */
export const readHintSentences = (description: string): HintValues => {
  const says: { [H in HintName]?: 'yes' | 'no' } = {};
  for (let at = description.indexOf(LEAD); at !== -1; at = description.indexOf(LEAD, at + 1)) {
    const found = sentenceAt(description, at);
    for (const clause of clausesOf(found?.clauses ?? '')) {
      const hint = hintOf(clause);
      if (hint !== undefined) says[hint] = getTighteningAnswer(hint);
    }
    if (found?.ask === true) says.requiresConfirmation = 'yes';
  }
  return says;
};

/** The description without the standard sentences at its end; a sentence with other words stays. */
export const stripHintSentences = (description: string): string => {
  let end = description.length;
  for (;;) {
    const last = description.lastIndexOf(LEAD, end - 1);
    // a sentence stands alone, or in a paragraph of its own
    const start = last === 0 ? 0 : last - BREAK.length;
    if (last === -1 || end === 0 || (last > 0 && !description.startsWith(BREAK, start))) break;
    const found = sentenceAt(description.slice(last, end), 0);
    if (found === undefined || last + found.end !== end || !isStandard(found.clauses)) break;
    end = start;
  }
  return description.slice(0, end);
};

/** The description with one standard sentence at its end, for these words and those a sentence there said already. */
export const addHintSentence = (description: string, says: HintValues): string => {
  const bare = stripHintSentences(description);
  const all: { [H in HintName]?: 'yes' | 'no' } = { ...readHintSentences(description.slice(bare.length)) };
  for (const name of HINT_NAMES)
    if (says[name] === getTighteningAnswer(name)) all[name] = getTighteningAnswer(name);
  const sentence = makeHintSentence(all);
  if (sentence === undefined) return bare;
  return bare === '' ? sentence : `${bare}\n\n${sentence}`;
};
