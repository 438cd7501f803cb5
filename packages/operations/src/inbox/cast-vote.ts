import type { JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { VoteRequest, ApprovalService, VoteResult, VoteVia } from '@callgate/gate/confirm';
import { describeGrantScope, grantOfChoice } from '@callgate/gate/confirm';
import { pendingCallErrors } from '@callgate/messages/errors/pending-call';
import type { OperationCaller } from '../api/operation.ts';
import type { GrantView, GroupVoteOutcome, InboxApi, VoteOutcome, VoteParams } from '../api/inbox.ts';
import { toGrantRequest } from './grant-scopes.ts';

/** Where a vote is cast, and how it came: who sends it does not say that. */
export interface VoteParts {
  readonly desk: ApprovalService;
  readonly clock: Clock;
  readonly via: VoteVia;
}

export const unknownCallError = (call: string): CallgateError =>
  new CallgateError(pendingCallErrors.callUnknown({ call: display(call, { max: 128 }) }));

export const grantView = (grant: GrantView['grant'], now: number): GrantView => ({
  grant,
  words: describeGrantScope(grant),
  live: grant.revoked === null && grant.usesLeft > 0 && grant.endsAt > now,
});

const outcomeOf = (result: VoteResult, hasVoted: boolean, now: number): VoteOutcome => ({
  state: result.state,
  refusal: result.refusal === undefined ? null : hasVoted ? 'VOTE_TWICE' : result.refusal,
  refusedBecause: result.refusedBecause ?? null,
  missing: result.missing,
  grant: result.grant === undefined ? null : grantView(result.grant, now),
  noGrantBecause: result.noGrantBecause ?? null,
});

const outcomeFor = async (
  { desk, clock }: VoteParts,
  call: string,
  result: VoteResult,
  { subject }: OperationCaller,
): Promise<VoteOutcome> => {
  const votes = result.refusal === undefined ? [] : await desk.read.votes(call);
  return outcomeOf(
    result,
    votes.some((vote) => vote.subject === subject),
    clock.now(),
  );
};

const argumentsOf = async (desk: ApprovalService, call: string): Promise<JsonObject> => {
  const question = await desk.question(call);
  if (question === undefined) throw unknownCallError(call);
  return question.arguments;
};

/** One person's word on what they saw. */
export const castVote = async (
  parts: VoteParts,
  { grant, allow = 'once', ...word }: VoteParams,
  caller: OperationCaller,
): Promise<VoteOutcome> => {
  const { desk, via } = parts;
  const row = await desk.read.call(word.call);
  if (row === undefined || row.binding === null) throw unknownCallError(word.call);
  const wish =
    grant === undefined ? grantOfChoice(allow) : toGrantRequest(grant, await argumentsOf(desk, word.call));
  const result = await desk.vote({
    ...word,
    subject: caller.subject,
    via,
    ...(wish === undefined || word.verdict === 'refuse' ? {} : { grant: wish }),
  });
  return await outcomeFor(parts, word.call, result, caller);
};

type GroupParams = InboxApi['inbox.voteGroup']['params'];

/** One word on several calls. What changed since is told for each; an approval that is not allowed for all is none. */
export const castGroupVote = async (
  parts: VoteParts,
  { calls, opened = false, ...word }: GroupParams,
  caller: OperationCaller,
): Promise<readonly GroupVoteOutcome[]> => {
  const results = await parts.desk.voteGroup(
    calls.map((each): VoteRequest => ({ ...each, ...word, opened, subject: caller.subject, via: parts.via })),
  );
  const outcomes: GroupVoteOutcome[] = [];
  for (const [at, result] of results.entries()) {
    const { call = '' } = calls[at] ?? {};
    outcomes.push({ call, ...(await outcomeFor(parts, call, result, caller)) });
  }
  return outcomes;
};
