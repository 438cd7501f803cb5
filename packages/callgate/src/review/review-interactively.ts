import { HINT_NAMES, display } from '@callgate/core';
import { suggestName } from '@callgate/policy';
import type { HomeTools } from '../tools/home-tools.ts';
import type { ReviewItem } from './find-tools-to-review.ts';
import type { Prompter } from './prompter.ts';
import { answersText, reviewText, droppedAnswersText, whyText } from './review-text.ts';
import { acceptReview, keepOut } from './accept-review.ts';
import { compareOutcomes, findDroppedAnswers } from './review-effect.ts';

type Answers = Readonly<Record<string, 'yes' | 'no'>>;

export interface InteractiveReview {
  readonly tools: HomeTools;
  readonly prompter: Pick<Prompter, 'ask'>;
  write(text: string): void;
}

export interface ReviewCounts {
  accepted: number;
  keptOut: number;
  skipped: number;
}

const question = ({ packed }: ReviewItem): string =>
  `[a]ccept  [c]hange a hint${packed === null ? '' : '  [p]ack’s answers'}  [s]kip  [k]eep out  [w]hy  [q]uit > `;

/** `HINT=yes`, `HINT=no`, or `HINT=` to say nothing of it. */
const applyChange = (line: string, set: Answers, hints: readonly string[]): Answers | string => {
  const [, hint = '', answer = ''] = /^([^=\s]+)\s*=\s*(yes|no|)$/.exec(line) ?? [];
  if (hint === '') return 'write HINT=yes, HINT=no, or HINT= to say nothing of it';
  if (!hints.includes(hint))
    return `there is no hint ${display(hint, { max: 60 })}: ${suggestName(hint, hints) ?? hints.join(', ')}`;
  const { [hint]: _, ...rest } = set;
  return answer === 'yes' || answer === 'no' ? { ...rest, [hint]: answer } : rest;
};

const outcomeLine = (tools: HomeTools, one: ReviewItem, set: Answers): string => {
  const { now, then } = compareOutcomes(tools.judge.policy, one, set);
  return [
    ...droppedAnswersText(one.detail, findDroppedAnswers(one, set)),
    `If it is called: ${now} now, ${then} with this review`,
  ].join('\n');
};

/** One tool: asks until something is decided. False where somebody wants to stop. */
const reviewTool = async (
  walk: InteractiveReview,
  one: ReviewItem,
  walked: ReviewCounts,
): Promise<boolean> => {
  const { tools, prompter, write } = walk;
  const hints = [...HINT_NAMES, ...tools.judge.policy.hints.map(({ name }) => name)];
  let set: Answers = one.detail.prefilled;
  write(`${reviewText(one.detail, set, one.packed)}\n${outcomeLine(tools, one, set)}`);
  for (;;) {
    const answer = await prompter.ask(question(one));
    switch (answer) {
      case null:
      case 'q':
        return false;
      case 's':
        walked.skipped += 1;
        return true;
      case 'w':
        write(whyText(one.detail));
        break;
      case 'c': {
        const changed = applyChange((await prompter.ask('HINT=yes|no > ')) ?? '', set, hints);
        if (typeof changed === 'string') write(changed);
        else {
          set = changed;
          write([...answersText(one.detail, set), outcomeLine(tools, one, set)].join('\n'));
        }
        break;
      }
      case 'p':
        if (one.packed === null) write('no pack judged this definition');
        else {
          set = one.packed.judged.set;
          write([...answersText(one.detail, set), outcomeLine(tools, one, set)].join('\n'));
        }
        break;
      case 'a':
      case 'k': {
        if (answer === 'a' && Object.keys(set).length === 0 && one.detail.drift === null) {
          write('nothing is filled in; say something of at least one hint with c');
          break;
        }
        const reason = await prompter.ask('Why? It stands in the record > ');
        if (reason === null) return false;
        if (reason === '') {
          write('say why, or skip it');
          break;
        }
        if (answer === 'a') await acceptReview(tools, one, set, reason);
        else await keepOut(tools, one, reason);
        walked[answer === 'a' ? 'accepted' : 'keptOut'] += 1;
        write(answer === 'a' ? 'reviewed' : 'kept out');
        return true;
      }
      default:
        write('write a, c, s, k, w or q');
    }
  }
};

/** One tool after the other, until the end or until somebody stops. */
export const reviewInteractively = async (
  walk: InteractiveReview,
  all: readonly ReviewItem[],
): Promise<ReviewCounts> => {
  const walked: ReviewCounts = { accepted: 0, keptOut: 0, skipped: 0 };
  for (const [at, one] of all.entries()) {
    walk.write(`\n${at + 1} of ${all.length}`);
    if (!(await reviewTool(walk, one, walked))) break;
  }
  return walked;
};
