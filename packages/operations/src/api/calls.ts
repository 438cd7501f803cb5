import type { LabelName, Policy } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core';
import type { ApproverFigures, CastVote, Page, PageRequest, Question, VoteResult } from '@callgate/gate';
import type { DatabaseStatus, ServerStatus } from '@callgate/gateway';
import { z } from 'zod';
import type { CallView, CallVote } from '../desk/call-view.ts';
import type { Change, Guards, Read } from './operation.ts';

/** One process with a gate in it, and what waits in the store that all of them share. */
export interface GateStatus {
  readonly v: 1;
  readonly instance: string;
  readonly pid: number;
  readonly startedAt: number;
  /** null where the process only works on the store. */
  readonly policy: Pick<Policy, 'name' | 'revision' | 'mode'> | null;
  readonly waiting: number;
  /** Calls whose outcome nobody knows; `more` where they were too many to count. */
  readonly unsettled: { readonly count: number; readonly more: boolean };
  /** Where the store is in a database. While that is away, nothing is counted. */
  readonly database?: DatabaseStatus;
  /** The MCP servers behind this process. */
  readonly servers?: readonly ServerStatus[];
}

/** Who votes and how the vote came is for the process to say that takes it, and not for the sender. */
export type LocalVote = Omit<CastVote, 'subject' | 'via' | 'inBand'>;

/** What the command line asks: calls as they stand in the store, whatever else the process knows. */
export interface CallsApi {
  readonly status: Read<Readonly<Record<never, never>>, GateStatus>;
  readonly 'calls.waiting': Read<PageRequest, Page<CallView>>;
  readonly 'calls.unsettled': Read<PageRequest, Page<CallView>>;
  readonly 'calls.show': Read<
    { readonly call: string },
    { readonly call: CallView; readonly votes: readonly CallVote[] } | null
  >;
  /** The only answer with arguments: who decides sees what is decided about. */
  readonly 'calls.question': Read<{ readonly call: string }, Question | null>;
  readonly 'calls.vote': Change<LocalVote, VoteResult>;
  readonly 'calls.voteGroup': Change<{ readonly votes: readonly LocalVote[] }, readonly VoteResult[]>;
  readonly 'calls.approvers': Read<{ readonly since: number }, readonly ApproverFigures[]>;
  /** False where the context does not have the label. */
  readonly 'sessions.declassifyContext': Change<
    {
      readonly principal: string;
      readonly context: string;
      readonly authenticated: boolean;
      readonly label: LabelName;
      readonly reason: string;
    },
    boolean
  >;
}

const name = z.string().min(1).max(1024);
const reason = z.string().min(1).max(2000);
const page = z.strictObject({
  limit: z.int().min(1).max(1000),
  after: z.string().max(4096).exactOptional(),
});
const ends = { uses: z.int().min(1), endsInMs: z.int().min(1) };
const path = z.array(z.union([z.string(), z.number()]));
const constraints = z
  .array(z.union([z.strictObject({ path, equals: z.json() }), z.strictObject({ path, like: z.string() })]))
  .max(50);

const vote: z.ZodType<LocalVote> = z.strictObject({
  call: name,
  verdict: z.enum(['approve', 'refuse']),
  binding: name,
  opened: z.boolean(),
  reason: reason.exactOptional(),
  grant: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('session'), ...ends }),
      z.strictObject({ kind: z.literal('destination'), ...ends }),
      z.strictObject({ kind: z.literal('arguments'), constraints, ...ends }),
    ])
    .exactOptional(),
});

export const CALLS_GUARDS: Guards<CallsApi> = {
  status: { kind: 'read', role: 'operator', params: z.strictObject({}) },
  'calls.waiting': { kind: 'read', role: 'viewer', params: page },
  'calls.unsettled': { kind: 'read', role: 'viewer', params: page },
  'calls.show': { kind: 'read', role: 'viewer', params: z.strictObject({ call: name }) },
  'calls.question': { kind: 'read', role: 'approver', params: z.strictObject({ call: name }) },
  'calls.vote': { kind: 'change', role: 'approver', params: vote },
  'calls.voteGroup': {
    kind: 'change',
    role: 'approver',
    params: z.strictObject({ votes: z.array(vote).min(1).max(100) }),
  },
  'calls.approvers': { kind: 'read', role: 'viewer', params: z.strictObject({ since: z.number().min(0) }) },
  'sessions.declassifyContext': {
    kind: 'change',
    role: 'operator',
    params: z.strictObject({
      principal: name,
      context: name,
      authenticated: z.boolean(),
      label: z.enum(LABEL_NAMES),
      reason,
    }),
  },
};
