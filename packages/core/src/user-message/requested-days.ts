import type { ClauseWord } from './clause.ts';
import { readClauseWords } from './clause.ts';
import type { CompiledLanguage } from './compiled-language.ts';
import { COMPILED_LANGUAGES } from './compiled-language.ts';
import type { Day } from './date.ts';
import { markDays } from './date.ts';
import type { ActionKind } from './language.ts';
import { isSentenceEnd, isWordToken, tokenise } from './tokens.ts';
import { findVerb } from './verb-table.ts';

/** A day of a request, and the deeds that its clause asks for; none where the clause asks for nothing. */
export interface RequestedDay {
  readonly day: Day;
  readonly deeds: readonly ActionKind[];
}

/** It rules out other days, and not this one. */
const AT_THE_LATEST = /\b(?:no|not) (?:earlier|later|sooner) than\b/giu;

const MARK = '\uE002';

type Segment = ClauseWord[];

const deedsIn = (words: readonly ClauseWord[], tongues: readonly CompiledLanguage[]): readonly ActionKind[] =>
  words.flatMap(({ word, asking }, at) => {
    const before = words[at - 1]?.word ?? '';
    if (!asking || tongues.some(({ articles }) => articles.has(before))) return [];
    return tongues.flatMap(({ verbs }) => findVerb(verbs, word));
  });

/** A sentence cut where something new is asked for: at a comma or an "and" with a verb after it. */
const segmentsOf = (
  sentence: readonly ClauseWord[],
  tongues: readonly CompiledLanguage[],
): readonly Segment[] => {
  const segments: Segment[] = [[]];
  for (const [at, read] of sentence.entries()) {
    const joins = !isWordToken(read.word) || tongues.some((tongue) => tongue.joins.has(read.word));
    const next = sentence
      .slice(at + 1)
      .find(({ word }) => !tongues.some(({ fillers, joins: more }) => fillers.has(word) || more.has(word)));
    const begins =
      joins &&
      next?.asking === true &&
      tongues.some(({ imperatives }) => findVerb(imperatives, next.word).length > 0);
    if (begins) segments.push([]);
    segments.at(-1)?.push(read);
  }
  return segments;
};

/** The days that a text names under no negation, each with what its clause asks for. */
export const findRequestedDays = (
  text: string,
  spoken: readonly CompiledLanguage[],
): readonly RequestedDay[] => {
  const { marked, days } = markDays(text.replace(AT_THE_LATEST, 'by'), MARK);
  if (days.length === 0) return [];
  const tongues = spoken.length === 0 ? COMPILED_LANGUAGES : spoken;
  const words = readClauseWords(
    tokenise(marked).map((word) => word.toLowerCase()),
    spoken,
  );
  const found: RequestedDay[] = [];
  let sentence: ClauseWord[] = [];
  const endSentence = (): void => {
    const segments = segmentsOf(sentence, tongues);
    const deeds = segments.map((segment) => deedsIn(segment, tongues));
    for (const [at, segment] of segments.entries())
      for (const { word, affirmed } of segment) {
        const day = word.startsWith(MARK) ? days[Number(word.slice(1))] : undefined;
        if (day === undefined || !affirmed) continue;
        const asked =
          deeds.slice(0, at + 1).findLast((each) => each.length > 0) ??
          deeds.slice(at + 1).find((each) => each.length > 0);
        found.push({ day, deeds: asked ?? [] });
      }
    sentence = [];
  };
  for (const read of words)
    if (isSentenceEnd(read.word)) endSentence();
    else sentence.push(read);
  endSentence();
  return found;
};

/** Deeds that a day may be meant for together. What is only looked at or run says nothing of the day. */
const GROUPS: Readonly<Partial<Record<ActionKind, readonly string[]>>> = {
  remove: ['end'],
  stop: ['end'],
  pay: ['pay'],
  send: ['make', 'pay'],
  share: ['make'],
  create: ['make'],
  book: ['make'],
  change: ['make'],
  move: ['make'],
};

const groupsOf = (deeds: readonly ActionKind[]): readonly string[] =>
  deeds.flatMap((deed) => GROUPS[deed] ?? []);

/** Whether a day may be meant for a call of such deeds: its clause asks for one like them, or for none at all. */
export const isDayFor = ({ deeds }: RequestedDay, wanted: readonly ActionKind[]): boolean => {
  const [asked, meant] = [groupsOf(deeds), groupsOf(wanted)];
  return asked.length === 0 || meant.length === 0 || asked.some((group) => meant.includes(group));
};
