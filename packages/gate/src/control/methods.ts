import type { LabelName } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core';
import { z } from 'zod';
import type { Question } from '../confirm/channel.ts';
import type { CastVote, VoteResult } from '../confirm/desk.ts';
import type { Grant } from '../confirm/grant.ts';
import type { Settled } from '../record/call-row.ts';
import type { ApproverFigures, Page, PageRequest } from '../store/reader.ts';
import type { Alert } from '../store/store.ts';
import {
  alertSchema,
  approverSchema,
  grantSchema,
  grantWishSchema,
  questionSchema,
  voteResultSchema,
} from './answer-schemas.ts';
import type { CallView, CallVote } from './call-view.ts';
import { callViewSchema, voteSchema } from './call-view.ts';

/** One process with a gate in it, and what waits in the store that all of them share. */
export interface ControlStatus {
  readonly v: 1;
  readonly instance: string;
  readonly pid: number;
  readonly startedAt: number;
  /** null where the process only sits at the desk. */
  readonly policy: {
    readonly name: string;
    readonly revision: string;
    readonly mode: 'enforce' | 'observe';
  } | null;
  readonly waiting: number;
  /** Calls whose outcome nobody knows; `more` where they were too many to count. */
  readonly unsettled: { readonly count: number; readonly more: boolean };
  /** Where the store is in a database. While that is away, nothing is counted. */
  readonly database?: DatabaseStatus;
  /** Why nothing can be written to the store any more. This process sends no call, and what is counted may be old. */
  readonly storeProblem?: { readonly code: string; readonly message: string };
  /** The MCP servers behind this process. */
  readonly servers?: readonly ServerStatus[];
}

export const SERVER_STATES = ['ready', 'starting', 'unavailable', 'sign-in', 'crash-loop'] as const;

/** How one MCP server is doing. All texts are safe to show. */
export interface ServerStatus {
  readonly server: string;
  readonly state: (typeof SERVER_STATES)[number];
  /** How many of its tools are listed. */
  readonly tools: number;
  /** Why it is not ready. */
  readonly reason: string | null;
  /** The last line of its standard error, where it is a process that ended. */
  readonly lastLine: string | null;
  readonly retryAt: number | null;
}

/** What is known of the database a store is in. */
export interface DatabaseStatus {
  /** Its address, without a password. */
  readonly at: string;
  readonly state: 'ready' | 'away' | 'lost';
  readonly since: number;
  readonly replication: {
    readonly mode: 'none' | 'asynchronous' | 'synchronous';
    readonly standbys: number;
    readonly synchronous: number;
  };
}

/** Whose word it is and how it came is for the process to say that hears it, and not for whoever sends it. */
export type ControlVote = Omit<CastVote, 'subject' | 'via'>;

type Nothing = Readonly<Record<never, never>>;

/** What can be asked from outside, with what it takes and gives. */
export interface ControlMethods {
  readonly status: { readonly params: Nothing; readonly result: ControlStatus };
  readonly inbox: {
    readonly params: PageRequest & { readonly principal?: string; readonly session?: string };
    readonly result: Page<CallView>;
  };
  readonly call: {
    readonly params: { readonly call: string };
    readonly result: { readonly call: CallView; readonly votes: readonly CallVote[] } | null;
  };
  /** The only answer with arguments: who decides sees what is decided about. */
  readonly question: { readonly params: { readonly call: string }; readonly result: Question | null };
  readonly vote: { readonly params: ControlVote; readonly result: VoteResult };
  readonly voteGroup: {
    readonly params: { readonly votes: readonly ControlVote[] };
    readonly result: readonly VoteResult[];
  };
  readonly grants: {
    readonly params: PageRequest & { readonly live: boolean };
    readonly result: Page<Grant>;
  };
  readonly revoke: {
    readonly params: { readonly grant: string; readonly reason: string };
    readonly result: boolean;
  };
  readonly unsettled: { readonly params: PageRequest; readonly result: Page<CallView> };
  readonly settle: {
    readonly params: { readonly call: string; readonly as: Settled['as']; readonly reason: string };
    readonly result: boolean;
  };
  readonly declassify: {
    readonly params: {
      readonly principal: string;
      readonly context: string;
      readonly authenticated: boolean;
      readonly label: LabelName;
      readonly reason: string;
    };
    readonly result: boolean;
  };
  readonly declassifyStore: {
    readonly params: { readonly store: string; readonly label: LabelName; readonly reason: string };
    readonly result: boolean;
  };
  readonly alerts: { readonly params: PageRequest; readonly result: Page<Alert> };
  readonly approvers: {
    readonly params: { readonly since: number };
    readonly result: readonly ApproverFigures[];
  };
}

export type MethodName = keyof ControlMethods;
export type Params<M extends MethodName> = ControlMethods[M]['params'];
export type Result<M extends MethodName> = ControlMethods[M]['result'];

/** Where what can be asked is answered: in this process, or in another one behind a socket. */
export interface Control {
  /** Refuses what does not have the form of the method with CONTROL_PARAMS. */
  ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>>;
}

const name = z.string().min(1).max(1024);
const reason = z.string().min(1).max(2000);
const paging = { limit: z.int().min(1).max(1000), after: z.string().max(4096).exactOptional() };

const vote = z.strictObject({
  call: name,
  verdict: z.enum(['approve', 'refuse']),
  binding: name,
  opened: z.boolean(),
  reason: reason.exactOptional(),
  grant: grantWishSchema.exactOptional(),
});

const pageOf = <T>(item: z.ZodType<T>): z.ZodType<Page<T>> =>
  z.strictObject({ items: z.array(item), next: z.string().nullable() });

const statusSchema: z.ZodType<ControlStatus> = z.strictObject({
  v: z.literal(1),
  instance: z.string(),
  pid: z.number(),
  startedAt: z.number(),
  policy: z
    .strictObject({ name: z.string(), revision: z.string(), mode: z.enum(['enforce', 'observe']) })
    .nullable(),
  waiting: z.number(),
  unsettled: z.strictObject({ count: z.number(), more: z.boolean() }),
  database: z
    .strictObject({
      at: z.string(),
      state: z.enum(['ready', 'away', 'lost']),
      since: z.number(),
      replication: z.strictObject({
        mode: z.enum(['none', 'asynchronous', 'synchronous']),
        standbys: z.number(),
        synchronous: z.number(),
      }),
    })
    .exactOptional(),
  storeProblem: z.strictObject({ code: z.string(), message: z.string() }).exactOptional(),
  servers: z
    .array(
      z.strictObject({
        server: z.string(),
        state: z.enum(SERVER_STATES),
        tools: z.number(),
        reason: z.string().nullable(),
        lastLine: z.string().nullable(),
        retryAt: z.number().nullable(),
      }),
    )
    .exactOptional(),
});

/** The forms of every method: nothing else is listened to, and nothing else is believed. */
export const METHODS: {
  readonly [M in MethodName]: {
    readonly params: z.ZodType<Params<M>>;
    readonly result: z.ZodType<Result<M>>;
  };
} = {
  status: { params: z.strictObject({}), result: statusSchema },
  inbox: {
    params: z.strictObject({ ...paging, principal: name.exactOptional(), session: name.exactOptional() }),
    result: pageOf(callViewSchema),
  },
  call: {
    params: z.strictObject({ call: name }),
    result: z.strictObject({ call: callViewSchema, votes: z.array(voteSchema) }).nullable(),
  },
  question: { params: z.strictObject({ call: name }), result: questionSchema.nullable() },
  vote: { params: vote, result: voteResultSchema },
  voteGroup: {
    params: z.strictObject({ votes: z.array(vote).min(1).max(100) }),
    result: z.array(voteResultSchema),
  },
  grants: { params: z.strictObject({ ...paging, live: z.boolean() }), result: pageOf(grantSchema) },
  revoke: { params: z.strictObject({ grant: name, reason }), result: z.boolean() },
  unsettled: { params: z.strictObject(paging), result: pageOf(callViewSchema) },
  settle: {
    params: z.strictObject({ call: name, as: z.enum(['happened', 'did-not-happen']), reason }),
    result: z.boolean(),
  },
  declassify: {
    params: z.strictObject({
      principal: name,
      context: name,
      authenticated: z.boolean(),
      label: z.enum(LABEL_NAMES),
      reason,
    }),
    result: z.boolean(),
  },
  declassifyStore: {
    params: z.strictObject({ store: name, label: z.enum(LABEL_NAMES), reason }),
    result: z.boolean(),
  },
  alerts: { params: z.strictObject(paging), result: pageOf(alertSchema) },
  approvers: {
    params: z.strictObject({ since: z.number().min(0) }),
    result: z.array(approverSchema),
  },
};

export const isMethod = (method: string): method is MethodName => Object.hasOwn(METHODS, method);
