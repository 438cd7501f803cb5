import { display } from '@callgate/core';
import { policyMessages } from '@callgate/messages/cli/policy';
import { fileShapeMessages } from '@callgate/messages/file-shape';
import { suggestName } from '@callgate/policy';
import type { HomeTools } from '../tools/home-tools.ts';
import type { ReviewItem } from './find-tools-to-review.ts';
import type { QuestionCounts, ReviewGroup } from './group-items.ts';
import { countQuestions, groupItems } from './group-items.ts';
import type { Prompter } from './prompter.ts';
import {
  answersText,
  groupText,
  reviewText,
  droppedAnswersText,
  ifAllAcceptedText,
  whyText,
} from './review-text.ts';
import { compareOutcomes, findDroppedAnswers } from './review-effect.ts';
import type { ReviewTarget } from './review-target.ts';

const { review: texts } = policyMessages;

type Answers = Readonly<Record<string, 'yes' | 'no'>>;

export interface InteractiveReview {
  readonly tools: Pick<HomeTools, 'judge'>;
  readonly target: ReviewTarget;
  readonly prompter: Pick<Prompter, 'ask'>;
  /** The reason of every decision; asked for each where it is absent. */
  readonly reason?: string | undefined;
  write(text: string): void;
}

export interface ReviewCounts {
  accepted: number;
  keptOut: number;
  skipped: number;
}

/** What a person was to be asked, and how often they pressed a key. */
export interface ReviewEffort {
  readonly questions: QuestionCounts;
  readonly keys: number;
}

const askReason = async ({ reason, prompter }: InteractiveReview): Promise<string | null> =>
  reason ?? (await prompter.ask(texts.whyQuestion));

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

const outcomeLine = (tools: InteractiveReview['tools'], one: ReviewItem, set: Answers): string => {
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
  const { tools, target, prompter, write } = walk;
  const keys = { pack: one.packed !== null, hide: target.keepOut !== undefined };
  let set: Answers = one.detail.prefilled;
  write(`${reviewText(one.detail, set, one.packed)}\n${outcomeLine(tools, one, set)}`);
  for (;;) {
    const answer = await prompter.ask(texts.question(keys));
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
        const changed = applyChange((await prompter.ask(texts.hintQuestion)) ?? '', set, target.hints);
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
        if (answer === 'k' && target.keepOut === undefined) {
          write(texts.keys(keys));
          break;
        }
        if (answer === 'a' && Object.keys(set).length === 0 && one.detail.drift === null) {
          write(texts.nothingSet);
          break;
        }
        const reason = await askReason(walk);
        if (reason === null) return false;
        if (reason === '') {
          write(texts.whyNeeded);
          break;
        }
        if (answer === 'a') await target.accept(one, set, reason);
        else await target.keepOut?.(one, reason);
        target.save?.();
        walked[answer === 'a' ? 'accepted' : 'keptOut'] += 1;
        write(answer === 'a' ? texts.reviewed : texts.kept);
        return true;
      }
      default:
        write(texts.keys(keys));
    }
  }
};

/** The tools of a group that `2 5` or `2,5` names; undefined where it names none. */
const pickTools = (answer: string, group: ReviewGroup): ReadonlySet<ReviewItem> | undefined => {
  if (!/^\d+(?:[\s,]+\d+)*$/u.test(answer)) return undefined;
  const picked = answer.split(/[\s,]+/u).map((number) => group[Number(number) - 1]);
  const found = picked.filter((one) => one !== undefined);
  return found.length === picked.length ? new Set(found) : undefined;
};

/** Asks about alike tools at once. False if the user stops. */
const reviewGroup = async (
  walk: InteractiveReview,
  group: ReviewGroup,
  walked: ReviewCounts,
): Promise<boolean> => {
  const [first] = group;
  const { tools, target, prompter, write } = walk;
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
        if (Object.keys(set).length === 0) {
          write(texts.nothingSet);
          break;
        }
        const reason = await askReason(walk);
        if (reason === null) return false;
        if (reason === '') {
          write(texts.whyNeeded);
          break;
        }
        for (const one of group) await target.accept(one, set, reason);
        target.save?.();
        walked.accepted += group.length;
        write(texts.reviewed);
        return true;
      }
      default: {
        const picked = pickTools(answer, group);
        if (picked === undefined) {
          write(texts.groupKeys);
          break;
        }
        for (const one of picked) if (!(await reviewTool(walk, one, walked))) return false;
        const [next, ...others] = group.filter((one) => !picked.has(one));
        if (next === undefined) return true;
        return others.length === 0
          ? await reviewTool(walk, next, walked)
          : await reviewGroup(walk, [next, ...others], walked);
      }
    }
  }
};

/** One question after the other, until the end or until the user stops. Alike tools are one question. */
export const reviewInteractively = async (
  walk: InteractiveReview,
  all: readonly ReviewItem[],
): Promise<ReviewCounts & ReviewEffort> => {
  const walked: ReviewCounts = { accepted: 0, keptOut: 0, skipped: 0 };
  const { policy } = walk.tools.judge;
  const groups = groupItems(policy, all);
  let keys = 0;
  const counted: InteractiveReview = {
    ...walk,
    prompter: {
      ask: async (question) => {
        const answer = await walk.prompter.ask(question);
        if (answer !== null) keys += answer.length + 1;
        return answer;
      },
    },
  };
  if (all.length > 1) walk.write(ifAllAcceptedText(policy, all));
  let at = 0;
  for (const group of groups) {
    walk.write(`\n${texts.position({ at: at + 1, all: all.length })}`);
    at += group.length;
    const [first] = group;
    const goesOn =
      group.length === 1
        ? await reviewTool(counted, first, walked)
        : await reviewGroup(counted, group, walked);
    if (!goesOn) break;
  }
  return { ...walked, questions: countQuestions(groups), keys };
};
