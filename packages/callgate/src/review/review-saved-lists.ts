import { CallgateError, display } from '@callgate/core';
import { authorMessages } from '@callgate/messages/cli/authors';
import { policyMessages } from '@callgate/messages/cli/policy';
import { scanErrors } from '@callgate/messages/errors/scan';
import { write } from '../show/style.ts';
import { bulkRefusalReason, tighteningAnswers } from './accept-review.ts';
import type { ReviewItem } from './find-tools-to-review.ts';
import { findToolsToReview } from './find-tools-to-review.ts';
import { Prompter } from './prompter.ts';
import { reviewInteractively } from './review-interactively.ts';
import { jsonOfItem, reviewListText } from './review-text.ts';
import type { SavedTools } from './saved-tools.ts';
import { openSavedTools } from './saved-tools.ts';
import { SavedReviews } from './saved-reviews.ts';

const { review: texts } = policyMessages;

export interface SavedListsReview {
  readonly paths: readonly string[];
  /** SERVER or SERVER/TOOL; undefined for all. */
  readonly what: string | undefined;
  readonly folder: string;
  /** Takes what only adds care, and asks nothing. */
  readonly accept: boolean;
  readonly reason: string | undefined;
  readonly json: boolean;
}

/** What no shipped pack has judged. What one has is named, and left to it. */
export const splitPacked = (
  all: readonly ReviewItem[],
): { readonly left: readonly ReviewItem[]; readonly packed: readonly string[] } => {
  const packed = Map.groupBy(
    all.filter((one) => one.packed !== null),
    ({ known, packed: pack }) => JSON.stringify([known.server, pack?.name]),
  );
  return {
    left: all.filter((one) => one.packed === null),
    packed: [...packed.values()].map((items) =>
      texts.packed({
        server: display(items[0]?.known.server ?? ''),
        pack: display(items[0]?.packed?.name ?? ''),
        tools: items.length,
      }),
    ),
  };
};

/** Accepts what only adds care; the rest is named. */
export const acceptTightening = async (
  tools: Pick<SavedTools, 'judge'>,
  reviews: SavedReviews,
  all: readonly ReviewItem[],
  reason: string,
): Promise<void> => {
  let taken = 0;
  for (const one of all) {
    const problem = bulkRefusalReason(tools, one);
    const name = `${display(one.known.server)}/${display(one.tool.name)}`;
    if (problem !== null) {
      write(`${name}: ${texts.left({ why: problem })}`);
      continue;
    }
    await reviews.accept(one, tighteningAnswers(one), reason);
    taken += 1;
  }
  reviews.save();
  write(texts.tightened({ taken, left: all.length - taken }));
};

const writePaths = ({ paths }: SavedReviews): void => {
  for (const path of paths) write(texts.packWritten({ path: display(path) }));
  if (paths.length > 0) write(texts.packUse);
};

const walk = async (
  tools: SavedTools,
  reviews: SavedReviews,
  all: readonly ReviewItem[],
  given: string | undefined,
): Promise<void> => {
  const prompter = new Prompter({ input: process.stdin, output: process.stdout });
  try {
    const reason = given ?? (await prompter.ask(texts.whyAllQuestion)) ?? '';
    if (reason.trim() === '') {
      write(texts.unchanged);
      return;
    }
    const { accepted, keptOut, skipped, questions, keys } = await reviewInteractively(
      { tools, target: reviews, prompter, write, reason },
      all,
    );
    write(`\n${texts.walked({ accepted, hidden: keptOut, skipped })}`);
    write(texts.effort({ ...questions, keys }));
    writePaths(reviews);
  } finally {
    prompter.close();
  }
};

/** `callgate review --tools` */
export const reviewSavedLists = async (wish: SavedListsReview): Promise<void> => {
  const tools = openSavedTools(wish.paths);
  for (const { name, problem } of tools.failed)
    process.stderr.write(
      `${authorMessages.scan.failed({ server: display(name), why: display(problem, { max: 400 }) })}\n`,
    );
  for (const { server, count } of tools.unusable)
    process.stderr.write(`${texts.unusable({ server: display(server), count })}\n`);
  if (tools.failed.length > 0) process.exitCode = 1;
  if (tools.servers.length === 0) throw new CallgateError(scanErrors.noServer());
  const all = findToolsToReview(tools, wish.what);
  if (wish.json) {
    for (const one of all) write(jsonOfItem(one));
    return;
  }
  // who names a server means all of it
  const { left, packed } = wish.what === undefined ? splitPacked(all) : { left: all, packed: [] };
  for (const line of packed) write(line);
  if (left.length === 0) {
    write(texts.nothing);
    return;
  }
  const { stdin, stdout } = process;
  if (!wish.accept && (!stdin.isTTY || !stdout.isTTY)) {
    write(reviewListText(tools.judge.policy, left));
    return;
  }
  const reviews = new SavedReviews(wish.folder, tools);
  if (wish.accept) {
    await acceptTightening(tools, reviews, left, wish.reason ?? texts.bulkReason);
    writePaths(reviews);
  } else await walk(tools, reviews, left, wish.reason);
};
