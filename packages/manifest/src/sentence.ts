import type { HintName, Says } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import { tighteningOf } from './set-values.ts';

/**
 * What a description says of a hint that asks for care. The wording is part of the format: it stands in tools that
 * others keep, so a phrase is never changed, only added to.
 */
export const PHRASES: Readonly<Record<Exclude<HintName, 'requiresConfirmation'>, string>> = {
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

/** The hints that have a phrase, in the order of the sentence. */
export const PHRASED: readonly (keyof typeof PHRASES)[] = Object.keys(PHRASES).filter(
  (name): name is keyof typeof PHRASES => Object.hasOwn(PHRASES, name),
);

/** The standard sentence for what asks for care, or undefined where nothing does. Relaxing words have no phrase. */
export const sentenceFor = (says: Says): string | undefined => {
  const phrases = PHRASED.filter((name) => says[name] === tighteningOf(name)).map((name) => PHRASES[name]);
  const ask = says.requiresConfirmation === 'yes';
  if (phrases.length === 0 && !ask) return undefined;
  return `${LEAD}${phrases.length === 0 ? NOTHING : phrases.join('; ')}.${ask ? ` ${ASK}` : ''}`;
};

const SENTENCE = /Side effects: (?<clauses>[^.\n]*)\.(?<ask> Ask the user before calling it\.)?/g;
const AT_END =
  /(?:^|\n\n)(?<sentence>Side effects: (?<clauses>[^.\n]*)\.(?: Ask the user before calling it\.)?)$/;

const clausesOf = (text: string): readonly string[] => text.split('; ');

const hintOf = (clause: string): keyof typeof PHRASES | undefined =>
  PHRASED.find((name) => PHRASES[name] === clause);

const isStandard = (clauses: string): boolean =>
  clauses === NOTHING || clausesOf(clauses).every((clause) => hintOf(clause) !== undefined);

/** What sentences of this form in a description say. Only words that ask for care: none can relax. */
export const readSentences = (description: string): Says => {
  const says: { [H in HintName]?: 'yes' | 'no' } = {};
  for (const { groups } of description.matchAll(SENTENCE)) {
    for (const clause of clausesOf(groups?.['clauses'] ?? '')) {
      const hint = hintOf(clause);
      if (hint !== undefined) says[hint] = tighteningOf(hint);
    }
    if (groups?.['ask'] !== undefined) says.requiresConfirmation = 'yes';
  }
  return says;
};

/** The description without the standard sentences at its end; a sentence with words of somebody's own stays. */
export const withoutSentence = (description: string): string => {
  let rest = description;
  for (;;) {
    const found = AT_END.exec(rest);
    if (found?.groups === undefined || !isStandard(found.groups['clauses'] ?? '')) return rest;
    rest = rest.slice(0, found.index);
  }
};

/** The description with one standard sentence at its end, for these words and those a sentence there said already. */
export const withSentence = (description: string, says: Says): string => {
  const bare = withoutSentence(description);
  const all: { [H in HintName]?: 'yes' | 'no' } = { ...readSentences(description.slice(bare.length)) };
  for (const name of HINT_NAMES) if (says[name] === tighteningOf(name)) all[name] = tighteningOf(name);
  const sentence = sentenceFor(all);
  if (sentence === undefined) return bare;
  return bare === '' ? sentence : `${bare}\n\n${sentence}`;
};
