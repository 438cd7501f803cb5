import { existsSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import type { ToolChange } from '@callgate/gateway/tools';
import { policyMessages } from '@callgate/messages/cli/policy';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import { toolReviewErrors } from '@callgate/messages/errors/tool-review';
import { readChangeImpact } from '@callgate/operations/tools';
import { makeLockFile } from '../accept/make-lock-file.ts';
import { openAuditLog } from '../audit/open-audit-log.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { now } from '../input/now.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import { confirmReviewed } from '../tools/confirm-reviewed.ts';
import type { HomeTools } from '../tools/home-tools.ts';
import { openHomeTools } from '../tools/home-tools.ts';
import type { ToolAction } from './change-tool.ts';
import { changeTool } from './change-tool.ts';
import type { ReviewItem } from './find-tools-to-review.ts';
import { findToolsToReview } from './find-tools-to-review.ts';
import { Prompter } from './prompter.ts';
import { jsonOfItem, reviewListText, reviewText, droppedAnswersText, whyText } from './review-text.ts';
import { homeReviewTarget } from './review-target.ts';
import { acceptReview, bulkRefusalReason, keepOut, tighteningAnswers } from './accept-review.ts';
import { reviewInteractively } from './review-interactively.ts';
import { findDroppedAnswers, isLoosening } from './review-effect.ts';

const { review: texts } = policyMessages;

/** With who feels it, where something changed and there is a record to look into. */
export const addAffected = async (
  tools: HomeTools,
  all: readonly ReviewItem[],
): Promise<readonly ReviewItem[]> => {
  const { path } = tools.config.store;
  if (!existsSync(path) || all.every(({ detail }) => detail.drift === null)) return all;
  const { read, close } = await openAuditLog({ db: path });
  try {
    const looked: ReviewItem[] = [];
    for (const one of all) {
      const affected = one.detail.drift === null ? null : await readChangeImpact(read, one.detail, now().at);
      looked.push({ ...one, detail: { ...one.detail, affected } });
    }
    return looked;
  } finally {
    await close();
  }
};

export type ReviewAction = 'accept' | 'keep-out' | 'set' | 'clear' | 'enable' | 'disable';

export interface ReviewOptions {
  readonly what: string | undefined;
  /** undefined: to look. */
  readonly action: ReviewAction | undefined;
  /** Of `accept` and `keep-out`: what changed, without suggestions. */
  readonly changeOnly: boolean;
  readonly set: string | undefined;
  /** Of `set` and `clear`: whatever the server claims. */
  readonly override: boolean;
  readonly anyDefinition: boolean;
  readonly agent: boolean;
  readonly digest: string | undefined;
  readonly reason: string | undefined;
  /** The server whose tightening suggestions are accepted unseen. */
  readonly tightening: string | undefined;
  readonly lock: boolean;
  readonly identity: string | undefined;
  readonly config: string | undefined;
  readonly json: boolean;
  readonly home: HomePaths;
}

const bulk = async (tools: HomeTools, server: string, reason: string): Promise<void> => {
  for (const one of findToolsToReview(tools, server)) {
    const name = `${display(server)}/${display(one.tool.name)}`;
    const problem = bulkRefusalReason(tools, one);
    if (problem === null) {
      const set = tighteningAnswers(one);
      await acceptReview(tools, one, set, reason);
      const said = Object.entries(set).map(([hint, answer]) => `${hint} ${answer}`);
      write(`${name}: ${said.join(', ')}`);
    } else write(`${name}: ${texts.left({ why: problem })}`);
  }
};

/** The action that needs nothing of what is suggested; undefined where it does. */
const toolAction = ({ action, changeOnly, override }: ReviewOptions): ToolAction | undefined => {
  switch (action) {
    case 'set':
      return override ? 'override' : 'review';
    case 'clear':
      return override ? 'clear-override' : 'clear-review';
    case 'enable':
    case 'disable':
      return action;
    case 'accept':
      return changeOnly ? 'accept-change' : undefined;
    case 'keep-out':
      return changeOnly ? 'keep-out-change' : undefined;
    case undefined:
      return undefined;
  }
};

/** Accepts a tool as suggested, or keeps it out; undefined after a no. */
const takeSuggestion = async (
  tools: HomeTools,
  wish: ReviewOptions & { readonly what: string; readonly reason: string },
): Promise<readonly ToolChange[] | undefined> => {
  const [one] = await addAffected(tools, findToolsToReview(tools, wish.what, wish.identity));
  if (one === undefined) return undefined;
  const { detail } = one;
  const accepts = wish.action === 'accept';
  // where nobody looks, a suggestion may only ask for more care
  const isSeen = process.stdin.isTTY && process.stdout.isTTY;
  const set = isSeen ? detail.prefilled : tighteningAnswers(one);
  if (accepts && Object.keys(detail.prefilled).length === 0 && detail.drift === null)
    throw new CallgateError(toolReviewErrors.nothingSuggested());
  const text = [
    reviewText(detail, set, one.packed),
    ...(accepts ? droppedAnswersText(detail, findDroppedAnswers(one, set)) : []),
    whyText(detail),
  ].join('\n');
  if (!(await confirmReviewed(text, detail.digest, wish.digest))) return undefined;
  if (!accepts) return await keepOut(tools, one, wish.reason);
  const isEmpty = Object.keys(set).length === 0 && detail.drift === null;
  if (!isSeen && (isEmpty || isLoosening(tools.judge.policy, one, set)))
    throw new CallgateError(toolReviewErrors.relaxesUnseen());
  return await acceptReview(tools, one, set, wish.reason);
};

/** One action on one tool. False after a no. */
const act = async (tools: HomeTools, wish: ReviewOptions): Promise<boolean> => {
  const { what, json, reason = '' } = wish;
  if (what?.includes('/') !== true)
    throw new CallgateError(commandErrors.toolMissing({ action: wish.action ?? 'accept' }));
  if (reason.trim() === '')
    throw new CallgateError(optionErrors.missing({ name: 'reason', command: 'review' }));
  const action = toolAction(wish);
  if (action === undefined) {
    const changes = await takeSuggestion(tools, { ...wish, what, reason });
    if (changes === undefined) return false;
    if (json) for (const change of changes) write(asciiJson(change));
    else write(wish.action === 'accept' ? texts.accepted : texts.kept);
    return true;
  }
  const made = await changeTool(tools, action, { ...wish, tool: what, reason });
  if (made === undefined) return false;
  write(json ? asciiJson(made.change) : texts.done({ done: made.done }));
  return true;
};

const walk = async (
  tools: HomeTools,
  all: readonly ReviewItem[],
  reason: string | undefined,
): Promise<void> => {
  const { stdin, stdout } = process;
  if (all.length === 0) {
    write(texts.nothing);
    return;
  }
  if (!stdin.isTTY || !stdout.isTTY) {
    write(reviewListText(tools.judge.policy, all));
    return;
  }
  const prompter = new Prompter({ input: stdin, output: stdout });
  try {
    const { accepted, keptOut, skipped, questions, keys } = await reviewInteractively(
      { tools, target: homeReviewTarget(tools), prompter, write, reason },
      all,
    );
    write(`\n${texts.walked({ accepted, hidden: keptOut, skipped })}`);
    write(texts.effort({ ...questions, keys }));
  } finally {
    prompter.close();
  }
};

const writeLock = async ({ config, home }: ReviewOptions): Promise<void> => {
  const made = await makeLockFile({ config, output: undefined, here: process.cwd(), home, check: false });
  write(texts.lockWritten({ path: display(made.path) }));
};

/** Everything that needs review of one server, at the terminal. */
export const reviewServer = async (server: string, home: HomePaths): Promise<void> => {
  const tools = await openHomeTools({ config: undefined, policy: undefined, home });
  await walk(tools, await addAffected(tools, findToolsToReview(tools, server)), undefined);
};

/** `callgate review` */
export const runReview = async (wish: ReviewOptions): Promise<void> => {
  const tools = await openHomeTools({ config: wish.config, policy: undefined, home: wish.home });
  if (wish.tightening !== undefined) await bulk(tools, wish.tightening, wish.reason ?? texts.bulkReason);
  else if (wish.action === undefined) {
    const all = await addAffected(tools, findToolsToReview(tools, wish.what, wish.identity));
    if (wish.json) {
      for (const one of all) write(jsonOfItem(one));
      return;
    }
    await walk(tools, all, wish.reason);
  } else if (!(await act(tools, wish))) return;
  if (wish.lock) await writeLock(wish);
};
