import { existsSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { readChangeImpact } from '@callgate/operations/tools';
import { makeLockFile } from '../accept/make-lock-file.ts';
import { openAuditLog } from '../audit/open-audit-log.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { now } from '../input/now.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { formatCount } from '../show/format-columns.ts';
import { write } from '../show/style.ts';
import { confirmReviewed } from '../tools/confirm-reviewed.ts';
import type { HomeTools } from '../tools/home-tools.ts';
import { openHomeTools } from '../tools/home-tools.ts';
import type { ReviewItem } from './find-tools-to-review.ts';
import { findToolsToReview } from './find-tools-to-review.ts';
import { Prompter } from './prompter.ts';
import { needText, reviewText, droppedAnswersText, whyText } from './review-text.ts';
import { acceptReview, bulkRefusalReason, keepOut, tighteningAnswers } from './accept-review.ts';
import { reviewInteractively } from './review-interactively.ts';
import { findDroppedAnswers } from './review-effect.ts';

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

export interface ReviewOptions {
  readonly what: string | undefined;
  readonly say: 'accept' | 'keep-out' | undefined;
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

const jsonOf = ({ detail, need, tool, packed }: ReviewItem): string => {
  const { server, identity, outcomes, suggestions, prefilled, doubts, changes, affected } = detail;
  return asciiJson({
    server,
    identity,
    tool: tool.name,
    need,
    digest: detail.digest,
    outcomes,
    suggestions,
    prefilled,
    doubts,
    changes,
    affected,
    pack: packed,
  });
};

const listText = (all: readonly ReviewItem[]): string =>
  [
    ...all.map(({ detail, need }) => `${display(detail.server)}/${display(detail.tool)}: ${needText(need)}`),
    `${formatCount(all.length, 'tool')} to review; in a terminal callgate review walks through them`,
  ].join('\n');

const bulk = async (tools: HomeTools, server: string, reason: string): Promise<void> => {
  for (const one of findToolsToReview(tools, server)) {
    const name = `${display(server)}/${display(one.tool.name)}`;
    const problem = bulkRefusalReason(tools, one);
    if (problem === null) {
      const set = tighteningAnswers(one);
      await acceptReview(tools, one, set, reason);
      const said = Object.entries(set).map(([hint, answer]) => `${hint} ${answer}`);
      write(`${name}: ${said.join(', ')}`);
    } else write(`${name}: left for you, ${problem}`);
  }
};

const sayOne = async (
  tools: HomeTools,
  wish: ReviewOptions,
  all: readonly ReviewItem[],
): Promise<boolean> => {
  const [one] = all;
  if (one === undefined || wish.what?.includes('/') !== true)
    throw new CallgateError('ARGUMENT_MISSING', `--${wish.say ?? 'accept'} needs SERVER/TOOL`);
  const { detail } = one;
  if (wish.say === 'accept' && Object.keys(detail.prefilled).length === 0 && detail.drift === null)
    throw new CallgateError('REVIEW_NOTHING', 'nothing is suggested for it that is sure enough', {
      help: 'say what it is: callgate tools review SERVER/TOOL --set HINT=yes --reason WHY',
    });
  const reason = wish.reason ?? '';
  if (reason.trim() === '') throw new CallgateError('OPTION_MISSING', '--reason is needed');
  const text = [
    reviewText(detail, detail.prefilled, one.packed),
    ...(wish.say === 'accept' ? droppedAnswersText(detail, findDroppedAnswers(one, detail.prefilled)) : []),
    whyText(detail),
  ].join('\n');
  if (!(await confirmReviewed(text, detail.digest, wish.digest))) return false;
  if (wish.say === 'accept') await acceptReview(tools, one, detail.prefilled, reason);
  else await keepOut(tools, one, reason);
  write(wish.say === 'accept' ? 'accepted as suggested' : 'kept out');
  return true;
};

const walk = async (tools: HomeTools, all: readonly ReviewItem[]): Promise<void> => {
  const { stdin, stdout } = process;
  if (all.length === 0) {
    write('nothing needs review');
    return;
  }
  if (!stdin.isTTY || !stdout.isTTY) {
    write(listText(all));
    return;
  }
  const prompter = new Prompter({ input: stdin, output: stdout });
  try {
    const { accepted, keptOut, skipped } = await reviewInteractively({ tools, prompter, write }, all);
    write(`\n${accepted} reviewed, ${keptOut} kept out, ${skipped} skipped`);
  } finally {
    prompter.close();
  }
};

const writeLock = async ({ config, home }: ReviewOptions): Promise<void> => {
  const made = await makeLockFile({ config, output: undefined, here: process.cwd(), home, check: false });
  write(`${display(made.path)} is written`);
};

/** `callgate review` */
export const runReview = async (wish: ReviewOptions): Promise<void> => {
  const tools = await openHomeTools({ config: wish.config, policy: undefined, home: wish.home });
  if (wish.tightening !== undefined)
    await bulk(tools, wish.tightening, wish.reason ?? 'tightening suggestions accepted in bulk');
  else {
    const all = await addAffected(tools, findToolsToReview(tools, wish.what, wish.identity));
    if (wish.json) {
      for (const one of all) write(jsonOf(one));
      return;
    }
    if (wish.say === undefined) await walk(tools, all);
    else if (!(await sayOne(tools, wish, all))) return;
  }
  if (wish.lock) await writeLock(wish);
};
