import { HINT_NAMES, display } from '@callgate/core';
import { policyMessages } from '@callgate/messages/cli/policy';
import { fileShapeMessages } from '@callgate/messages/file-shape';
import { suggestName } from '@callgate/policy';
import type { HomeTools } from '../tools/home-tools.ts';
import type { ReviewItem } from './find-tools-to-review.ts';
import type { ReviewGroup } from './group-items.ts';
import { groupItems } from './group-items.ts';
import type { Prompter } from './prompter.ts';
import { answersText, groupText, reviewText, droppedAnswersText, whyText } from './review-text.ts';
import { acceptReview, keepOut } from './accept-review.ts';
import { compareOutcomes, findDroppedAnswers } from './review-effect.ts';

const { review: texts } = policyMessages;

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

const question = ({ packed }: ReviewItem): string => texts.question({ pack: packed !== null });

/** `HINT=yes`, `HINT=no`, or `HINT=` to say nothing of it. */
const applyChange = (line: string, set: Answers, hints: readonly string[]): Answers | string => {
  const [, hint = '', answer = ''] = /^([^=\s]+)\s*=\s*(yes|no|)$/.exec(line) ?? [];
  if (hint === '') return texts.hintForm;
  if (!hints.includes(hint))
    return texts.hintUnknown({
      hint: display(hint, { max: 60 }),
      help: suggestName(hint, hints) ?? fileShapeMessages.pack.hints({ hints }),
    });
  const { [hint]: _, ...rest } = set;
  return answer === 'yes' || answer === 'no' ? { ...rest, [hint]: answer } : rest;
};

const outcomeLine = (tools: HomeTools, one: ReviewItem, set: Answers): string => {
  const { now, then } = compareOutcomes(tools.judge.policy, one, set);
  return [
    ...droppedAnswersText(one.detail, findDroppedAnswers(one, set)),
    texts.ifCalled({ now, then }),
  ].join('\n');
};

/** Asks about one tool until it is decided. False if the user stops. */
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
        const changed = applyChange((await prompter.ask(texts.hintQuestion)) ?? '', set, hints);
        if (typeof changed === 'string') write(changed);
        else {
          set = changed;
          write([...answersText(one.detail, set), outcomeLine(tools, one, set)].join('\n'));
        }
        break;
      }
      case 'p':
        if (one.packed === null) write(texts.noPack);
        else {
          set = one.packed.judged.set;
          write([...answersText(one.detail, set), outcomeLine(tools, one, set)].join('\n'));
        }
        break;
      case 'a':
      case 'k': {
        if (answer === 'a' && Object.keys(set).length === 0 && one.detail.drift === null) {
          write(texts.nothingSet);
          break;
        }
        const reason = await prompter.ask(texts.whyQuestion);
        if (reason === null) return false;
        if (reason === '') {
          write(texts.whyNeeded);
          break;
        }
        if (answer === 'a') await acceptReview(tools, one, set, reason);
        else await keepOut(tools, one, reason);
        walked[answer === 'a' ? 'accepted' : 'keptOut'] += 1;
        write(answer === 'a' ? texts.reviewed : texts.kept);
        return true;
      }
      default:
        write(texts.keys);
    }
  }
};

/** Asks about alike tools at once. False if the user stops. */
const reviewGroup = async (
  walk: InteractiveReview,
  group: ReviewGroup,
  walked: ReviewCounts,
): Promise<boolean> => {
  const [first] = group;
  const { tools, prompter, write } = walk;
  const set = first.detail.prefilled;
  write([...groupText(group), ...answersText(first.detail, set), outcomeLine(tools, first, set)].join('\n'));
  for (;;) {
    const answer = await prompter.ask(texts.groupQuestion);
    switch (answer) {
      case null:
      case 'q':
        return false;
      case 's':
        walked.skipped += group.length;
        return true;
      case 'o':
        for (const one of group) if (!(await reviewTool(walk, one, walked))) return false;
        return true;
      case 'a': {
        const reason = await prompter.ask(texts.whyQuestion);
        if (reason === null) return false;
        if (reason === '') {
          write(texts.whyNeeded);
          break;
        }
        for (const one of group) await acceptReview(tools, one, set, reason);
        walked.accepted += group.length;
        write(texts.reviewed);
        return true;
      }
      default:
        write(texts.groupKeys);
    }
  }
};

/** What would run, and what would ask, if every suggestion were accepted. */
const ifAllAccepted = (tools: HomeTools, all: readonly ReviewItem[]): string => {
  const runs = all.filter(
    (one) => compareOutcomes(tools.judge.policy, one, one.detail.prefilled).then === 'auto',
  ).length;
  return texts.ifAllAccepted({ runs, asks: all.length - runs });
};

/** One question after the other, until the end or until the user stops. Alike tools are one question. */
export const reviewInteractively = async (
  walk: InteractiveReview,
  all: readonly ReviewItem[],
): Promise<ReviewCounts> => {
  const walked: ReviewCounts = { accepted: 0, keptOut: 0, skipped: 0 };
  if (all.length > 1) walk.write(ifAllAccepted(walk.tools, all));
  let at = 0;
  for (const group of groupItems(all)) {
    walk.write(`\n${texts.position({ at: at + 1, all: all.length })}`);
    at += group.length;
    const [first] = group;
    const goesOn =
      group.length === 1 ? await reviewTool(walk, first, walked) : await reviewGroup(walk, group, walked);
    if (!goesOn) break;
  }
  return walked;
};
