import { CallgateError, display } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { VoteRequest, ApprovalRequest, VoteResult } from '@callgate/gate/confirm';
import type { CallRow } from '@callgate/gate/record';
import { adapterMessages } from '@callgate/messages/adapter';
import { voteReasonText } from '@callgate/messages/approval';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import type { ConversationRef } from './host-options.ts';
import { digestOf, isObject, requestOf, sessionOf } from './host-options.ts';
import { forgetJoinedCall, findJoinedCall } from './joined-calls.ts';

/** A tool call that waits at the gate. */
export interface PendingApproval {
  readonly call: string;
  readonly ticket: string;
  /** What a person must be shown, whole. Absent where nobody is asked, as for a call that waits for its hours. */
  readonly question: ApprovalRequest | undefined;
}

const PAGE = 100;

/** The newest call of a conversation that it is. */
export const findCall = async (
  gate: Gate,
  who: ConversationRef,
  isIt: (row: CallRow) => boolean,
  states?: readonly CallRow['state'][],
): Promise<CallRow | undefined> => {
  const filter = { session: sessionOf(who), ...(states === undefined ? {} : { states }) };
  let after: string | null | undefined;
  while (after !== null) {
    const page = await gate.desk.read.search(filter, {
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    const found = page.items.find(isIt);
    if (found !== undefined) return found;
    after = page.next;
  }
  return undefined;
};

const WAITING: readonly CallRow['state'][] = ['held', 'approved'];

const rowOf = (gate: Gate, who: ConversationRef, toolCallId: string): Promise<CallRow | undefined> =>
  findCall(gate, who, ({ key }) => key === toolCallId, WAITING);

const isWaiting = ({ state }: CallRow): boolean => WAITING.includes(state);

/** The call that this one has joined, because it is the same and the gate asks once. */
const joinedRow = async (
  gate: Gate,
  who: ConversationRef,
  toolCallId: string,
): Promise<CallRow | undefined> => {
  const call = findJoinedCall(gate, who, toolCallId);
  const row = call === undefined ? undefined : await gate.desk.read.call(call);
  return row !== undefined && isWaiting(row) ? row : undefined;
};

/** The call itself, for a process that was not there when it was asked about. */
export interface ToolCallMatch {
  readonly name: string;
  readonly input: unknown;
}

const findAlikeRow = async (
  gate: Gate,
  who: ConversationRef,
  { name, input }: ToolCallMatch,
): Promise<CallRow | undefined> => {
  const argumentsDigest = digestOf(requestOf({ ...who, server: '' }, name, input, undefined));
  if (argumentsDigest === undefined) return undefined;
  return await findCall(
    gate,
    who,
    (row) => row.kind === 'tool' && row.target === name && row.argumentsDigest === argumentsDigest,
    WAITING,
  );
};

/**
 * What waits under this id of the SDK, in whichever process it was held. A call that was the same as one that waited
 * already has joined it: that one is found, by the id alone in this process, and by `same` in any.
 */
export const findPendingApproval = async (
  gate: Gate,
  who: ConversationRef,
  toolCallId: string,
  same?: ToolCallMatch,
): Promise<PendingApproval | undefined> => {
  const row =
    (await rowOf(gate, who, toolCallId)) ??
    (await joinedRow(gate, who, toolCallId)) ??
    (same === undefined ? undefined : await findAlikeRow(gate, who, same));
  if (row === undefined || row.ticket === null) return undefined;
  return { call: row.id, ticket: row.ticket, question: await gate.desk.question(row.id) };
};

/** All calls of a conversation that wait for people, longest waiting first. */
export const waitingApprovals = async (
  gate: Gate,
  who: ConversationRef,
): Promise<readonly PendingApproval[]> => {
  const waiting: PendingApproval[] = [];
  let after: string | null | undefined;
  while (after !== null) {
    const page = await gate.desk.read.inbox(
      { limit: PAGE, ...(after === undefined ? {} : { after }) },
      { session: sessionOf(who) },
    );
    for (const { id, ticket } of page.items)
      if (ticket !== null) waiting.push({ call: id, ticket, question: await gate.desk.question(id) });
    after = page.next;
  }
  return waiting;
};

/** A person's vote on a call that waits. */
export interface PersonVote {
  /** The question of a pending call, as the person saw it. A vote on anything else does not count. */
  readonly question: Pick<ApprovalRequest, 'call' | 'binding'>;
  /** True to approve, false to deny. */
  readonly approved: boolean;
  /** The person who votes, authenticated by the program: never a name that came with the answer. */
  readonly subject: string;
  /** True if the person saw the whole arguments. Without them an approval may not count. */
  readonly opened: boolean;
  /** `callback` where absent. */
  readonly via?: VoteRequest['via'];
  readonly reason?: string;
  readonly grant?: NonNullable<VoteRequest['grant']>;
}

const voteText = adapterMessages.vote;

const VIA: readonly VoteRequest['via'][] = ['callback', 'terminal', 'console', 'elicitation', 'command-line'];

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isTrueOrFalse = (value: unknown): boolean => typeof value === 'boolean';
const isNumber = (value: unknown): boolean => typeof value === 'number';

const requireMember = (isValid: boolean, member: string, expected: string): void => {
  if (!isValid) throw new CallgateError(adapterErrors.voteInvalid({ member, expected }));
};

/** Programs without types give votes too: what is missing is refused here, not by the store. */
const checkVote = (vote: unknown): void => {
  if (!isObject(vote)) return requireMember(false, 'vote', voteText.object);
  const { question, approved, subject, opened, via = VIA[0], reason = 'none', grant } = vote;
  if (!isObject(question)) return requireMember(false, 'question', voteText.object);
  requireMember(isText(question['call']), 'question.call', voteText.text);
  requireMember(isText(question['binding']), 'question.binding', voteText.text);
  requireMember(isTrueOrFalse(approved), 'approved', voteText.trueOrFalse);
  requireMember(isText(subject), 'subject', voteText.text);
  requireMember(isTrueOrFalse(opened), 'opened', voteText.trueOrFalse);
  requireMember(
    VIA.some((each) => each === via),
    'via',
    voteText.via({ values: VIA.join(', ') }),
  );
  requireMember(typeof reason === 'string', 'reason', voteText.text);
  if (grant === undefined) return;
  if (!isObject(grant)) return requireMember(false, 'grant', voteText.object);
  requireMember(isText(grant['kind']), 'grant.kind', voteText.text);
  for (const member of ['uses', 'endsInMs'])
    requireMember(isNumber(grant[member]), `grant.${member}`, voteText.number);
};

/** Casts a person's vote at the gate, the only place where it counts. */
export const castPersonVote = async (gate: Gate, vote: PersonVote): Promise<VoteResult> => {
  checkVote(vote);
  const { question, approved, subject, opened, via = 'callback', reason, grant } = vote;
  return await gate.desk.vote({
    call: question.call,
    binding: question.binding,
    verdict: approved ? 'approve' : 'refuse',
    subject,
    opened,
    via,
    ...(reason === undefined ? {} : { reason }),
    ...(grant === undefined ? {} : { grant }),
  });
};

const AGREED: ReadonlySet<CallRow['state']> = new Set([
  'approved',
  'dispatching',
  'done',
  'failed',
  'indeterminate',
]);

/** What a vote has led to, in the yes and no that frameworks know. Undefined as long as the word of others is missing. */
export const verdictOf = (
  { state, refusedBecause }: VoteResult,
  reason?: string,
): { readonly approved: boolean; readonly reason?: string } | undefined => {
  if (state === 'held') return undefined;
  const approved = AGREED.has(state);
  const why = approved
    ? reason
    : (reason ??
      (refusedBecause === undefined
        ? adapterMessages.answers.callState({ state })
        : voteReasonText(refusedBecause)));
  return { approved, ...(why === undefined ? {} : { reason: display(why, { max: 500 }) }) };
};

/**
 * The host no longer wants a call that waits. False if there is none: it is out, over or was never held. One that has
 * joined another leaves that one as it is.
 */
export const withdrawCall = async (
  gate: Gate,
  who: ConversationRef,
  toolCallId: string,
  reason: string,
): Promise<boolean> => {
  const row = await rowOf(gate, who, toolCallId);
  if (row === undefined) {
    const joined = await joinedRow(gate, who, toolCallId);
    return forgetJoinedCall(gate, who, toolCallId) && joined !== undefined;
  }
  return row.ticket === null ? false : await gate.withdraw(row.ticket, reason);
};
