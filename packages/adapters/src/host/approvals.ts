import { display } from '@callgate/core';
import type { CallRow, CastVote, Gate, Question, VoteResult } from '@callgate/gate';
import type { Who } from './host.ts';
import { sessionOf } from './host.ts';

/** A tool call that waits at the gate. */
export interface WaitingApproval {
  readonly call: string;
  readonly ticket: string;
  /** What a person must be shown, whole. Absent where nobody is asked, as for a call that waits for its hours. */
  readonly question: Question | undefined;
}

const PAGE = 100;

const rowOf = async (gate: Gate, who: Who, toolCallId: string): Promise<CallRow | undefined> => {
  const filter = { session: sessionOf(who), states: ['held', 'approved'] } as const;
  let after: string | null | undefined;
  while (after !== null) {
    const page = await gate.desk.read.search(filter, {
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    const found = page.items.find((row) => row.key === toolCallId);
    if (found !== undefined) return found;
    after = page.next;
  }
  return undefined;
};

/** What waits under this id of the SDK, in whichever process it was held. */
export const waitingApproval = async (
  gate: Gate,
  who: Who,
  toolCallId: string,
): Promise<WaitingApproval | undefined> => {
  const row = await rowOf(gate, who, toolCallId);
  if (row === undefined || row.ticket === null) return undefined;
  return { call: row.id, ticket: row.ticket, question: await gate.desk.question(row.id) };
};

/** A person's word on a call that waits. */
export interface Word {
  /** The question as the person saw it. A word on anything else does not count. */
  readonly question: Pick<Question, 'call' | 'binding'>;
  readonly approved: boolean;
  /** Whom the host has authenticated: never a name that came with the answer. */
  readonly subject: string;
  /** The person had the whole arguments before them. */
  readonly opened: boolean;
  /** `callback` where nothing is said. */
  readonly via?: CastVote['via'];
  readonly reason?: string;
  readonly grant?: NonNullable<CastVote['grant']>;
}

/** Casts a person's vote at the gate, the only place where it counts. */
export const castWord = async (gate: Gate, word: Word): Promise<VoteResult> => {
  const { question, approved, subject, opened, via = 'callback', reason, grant } = word;
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
  const why = approved ? reason : (reason ?? refusedBecause ?? `the call is ${state}`);
  return { approved, ...(why === undefined ? {} : { reason: display(why, { max: 500 }) }) };
};

/** The host no longer wants a call that waits. False if there is none: it is out, over or was never held. */
export const withdraw = async (
  gate: Gate,
  who: Who,
  toolCallId: string,
  reason: string,
): Promise<boolean> => {
  const row = await rowOf(gate, who, toolCallId);
  return row === undefined || row.ticket === null ? false : await gate.withdraw(row.ticket, reason);
};
