import type { JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { CastVote, Desk, VoteResult, VoteVia } from '@callgate/gate/confirm';
import { grantScopeText } from '@callgate/gate/confirm';
import type { Caller } from '../api/operation.ts';
import type { GrantStory, GroupedOutcome, InboxApi, VoteOutcome, VoteParams } from '../api/inbox.ts';
import { wishFor } from './scopes.ts';

/** Where a vote is cast, and how it came: who sends it does not say that. */
export interface VoteParts {
  readonly desk: Desk;
  readonly clock: Clock;
  readonly via: VoteVia;
}

export const unknownCall = (call: string): CallgateError =>
  new CallgateError('CALL_UNKNOWN', `nobody is or was asked about a call ${display(call, { max: 128 })}`, {
    help: 'look at what waits now',
  });

export const grantStory = (grant: GrantStory['grant'], now: number): GrantStory => ({
  grant,
  words: grantScopeText(grant),
  live: grant.revoked === null && grant.usesLeft > 0 && grant.endsAt > now,
});

const outcomeOf = (result: VoteResult, hasVoted: boolean, now: number): VoteOutcome => ({
  state: result.state,
  refusal: result.refusal === undefined ? null : hasVoted ? 'VOTE_TWICE' : result.refusal,
  refusedBecause: result.refusedBecause ?? null,
  missing: result.missing,
  grant: result.grant === undefined ? null : grantStory(result.grant, now),
  noGrantBecause: result.noGrantBecause ?? null,
});

const outcomeFor = async (
  { desk, clock }: VoteParts,
  call: string,
  result: VoteResult,
  { subject }: Caller,
): Promise<VoteOutcome> => {
  const votes = result.refusal === undefined ? [] : await desk.read.votes(call);
  return outcomeOf(
    result,
    votes.some((vote) => vote.subject === subject),
    clock.now(),
  );
};

const argumentsOf = async (desk: Desk, call: string): Promise<JsonObject> => {
  const question = await desk.question(call);
  if (question === undefined) throw unknownCall(call);
  return question.arguments;
};

/** One person's word on what they saw. */
export const castVote = async (
  parts: VoteParts,
  { grant, ...word }: VoteParams,
  caller: Caller,
): Promise<VoteOutcome> => {
  const { desk, via } = parts;
  const row = await desk.read.call(word.call);
  if (row === undefined || row.binding === null) throw unknownCall(word.call);
  const result = await desk.vote({
    ...word,
    subject: caller.subject,
    via,
    ...(grant === undefined || word.verdict === 'refuse'
      ? {}
      : { grant: wishFor(grant, await argumentsOf(desk, word.call)) }),
  });
  return await outcomeFor(parts, word.call, result, caller);
};

type GroupParams = InboxApi['inbox.voteGroup']['params'];

/** One word on several calls. What changed since is told for each; an approval that is not allowed for all is none. */
export const castGroup = async (
  parts: VoteParts,
  { calls, opened = false, ...word }: GroupParams,
  caller: Caller,
): Promise<readonly GroupedOutcome[]> => {
  const results = await parts.desk.voteGroup(
    calls.map((each): CastVote => ({ ...each, ...word, opened, subject: caller.subject, via: parts.via })),
  );
  const outcomes: GroupedOutcome[] = [];
  for (const [at, result] of results.entries()) {
    const { call = '' } = calls[at] ?? {};
    outcomes.push({ call, ...(await outcomeFor(parts, call, result, caller)) });
  }
  return outcomes;
};
