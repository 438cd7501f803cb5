import type { Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core/label';
import type { CallRow, CastVote, Clock, Desk, Page, PageRequest } from '@callgate/gate';
import { grantScopeText } from '@callgate/gate';
import type { DatabaseStatus, ServerStatus } from '@callgate/gateway';
import { z } from 'zod';
import type { CallView, CallsApi, GateStatus, LocalVote } from '../api/calls.ts';
import type { ConsoleEvent } from '../api/events.ts';
import type { GrantStory, InboxApi } from '../api/inbox.ts';
import type { Caller, Operations } from '../api/operation.ts';
import type { SessionsApi } from '../api/sessions.ts';
import { changeBy, readBy } from '../operation-table.ts';

/** What needs nothing but the store, with or without a gateway. */
export type StoreApi = Pick<InboxApi, 'inbox.grants' | 'inbox.revoke' | 'inbox.settle' | 'inbox.alerts'> &
  Pick<SessionsApi, 'sessions.declassifyStore'>;

export interface StoreOperationsParts {
  readonly desk: Desk;
  readonly clock: Clock;
  /** Tells every open page. */
  readonly tell?: (event: ConsoleEvent) => void;
}

export const pageOf = ({ limit, after }: PageRequest): PageRequest =>
  after === undefined ? { limit } : { limit, after };

export const grantStory = (grant: GrantStory['grant'], now: number): GrantStory => ({
  grant,
  words: grantScopeText(grant),
  live: grant.revoked === null && grant.usesLeft > 0 && grant.endsAt > now,
});

const over = (what: 'grant' | 'call', id: string): CallgateError =>
  new CallgateError(
    `${what === 'grant' ? 'GRANT' : 'CALL'}_CHANGED`,
    `${what} ${display(id, { max: 128 })} is over, or never was`,
    { help: 'look at the list again' },
  );

export const unlabelled = (what: string, label: string): CallgateError =>
  new CallgateError('LABEL_CHANGED', `${display(what, { max: 200 })} is not labelled ${label} any more`, {
    help: 'look again: somebody else may have taken the label away, or it has aged',
  });

export interface DeskOperationsParts {
  readonly desk: Desk;
  readonly instance: string;
  readonly clock: Clock;
  readonly policy?: () => Policy;
  readonly database?: (() => DatabaseStatus) | undefined;
  readonly servers?: (() => readonly ServerStatus[]) | undefined;
}

/** Nothing was counted, and there may be more. */
const NOT_KNOWN: Page<CallRow> = { items: [], next: '' };

/** So many unsettled calls are counted. */
const COUNTED = 1000;

export const callView = (row: CallRow): CallView => {
  const { rules, obligations } = row.decision;
  return {
    id: row.id,
    state: row.state,
    waiting: row.waiting,
    principal: row.principal.subject,
    delegation: row.principal.delegation,
    client: row.situation.client ?? null,
    context: row.context,
    session: row.session,
    authenticated: row.authenticated,
    kind: row.kind,
    server: row.server,
    target: row.target,
    definition: row.definition,
    argumentsDigest: row.argumentsDigest,
    outcome: row.outcome,
    enforced: row.enforced,
    policy: row.policy,
    rules: rules.map(({ id, outcome, reason }) => ({ id, outcome, reason })),
    terms: obligations.terms,
    approvers: obligations.approvers,
    labels: row.situation.labels,
    instance: row.instance,
    attempt: row.attempt,
    grant: row.grant,
    twin: row.twin,
    ai: row.ai,
    receivedAt: row.receivedAt,
    heldAt: row.heldAt,
    expiresAt: row.expiresAt,
    dispatchedAt: row.dispatchedAt,
    endedAt: row.endedAt,
    fault:
      row.fault === null
        ? null
        : { code: row.fault.code, message: obligations.redact.length > 0 ? null : row.fault.message },
    settled: row.settled,
  };
};

const viewPage = ({ items, next }: Page<CallRow>): Page<CallView> => ({ items: items.map(callView), next });

const readStatus = async (parts: DeskOperationsParts, startedAt: number): Promise<GateStatus> => {
  const { desk, instance, policy, database, servers } = parts;
  const judging = policy?.();
  const known = database?.();
  // whoever asks must find out that this process is there, and what it waits for
  const problem = desk.storeProblem();
  const isAway = known?.state === 'away';
  const unsettled = isAway ? NOT_KNOWN : await desk.read.unsettled({ limit: COUNTED });
  return {
    v: 1,
    instance,
    pid: process.pid,
    startedAt,
    policy:
      judging === undefined ? null : { name: judging.name, revision: judging.revision, mode: judging.mode },
    waiting: isAway ? 0 : await desk.read.inboxSize(),
    unsettled: { count: unsettled.items.length, more: unsettled.next !== null },
    ...(known === undefined ? {} : { database: known }),
    ...(problem === undefined ? {} : { storeProblem: { code: problem.code, message: problem.message } }),
    ...(servers === undefined ? {} : { servers: servers() }),
  };
};

const castBy =
  ({ subject }: Caller) =>
  (vote: LocalVote): CastVote => ({ ...vote, subject, via: 'command-line' });

const name = z.string().min(1).max(1024);
const reason = z.string().trim().min(1).max(2000);
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

const context = z.strictObject({
  principal: name,
  context: name,
  authenticated: z.boolean(),
  label: z.enum(LABEL_NAMES),
  reason,
});
const store = z.strictObject({ store: z.string().min(1).max(4096), label: z.enum(LABEL_NAMES), reason });
const settle = z.strictObject({ call: name, as: z.enum(['happened', 'did-not-happen']), reason });

/** Served on every way. */
export const storeOperations = ({ desk, clock, tell }: StoreOperationsParts): Operations<StoreApi> => ({
  'inbox.grants': readBy('viewer', page.extend({ live: z.boolean() }), async ({ live, ...given }) => {
    const now = clock.now();
    const { items, next } = await desk.read.grants(pageOf(given), { live, now });
    return { items: items.map((grant) => grantStory(grant, now)), next };
  }),
  'inbox.revoke': changeBy(
    'operator',
    z.strictObject({ grant: name, reason }),
    async (given, { subject }) => {
      if (!(await desk.revoke(given.grant, subject, given.reason))) throw over('grant', given.grant);
      return null;
    },
  ),
  'inbox.settle': changeBy('operator', settle, async ({ call, ...given }, { subject }) => {
    if (!(await desk.settle(call, { ...given, by: subject }))) throw over('call', call);
    return null;
  }),
  'inbox.alerts': readBy('viewer', page, (given) => desk.read.alerts(pageOf(given))),
  'sessions.declassifyStore': changeBy('operator', store, async (given, { subject }) => {
    if (!(await desk.declassifyStore({ ...given, by: subject }))) throw unlabelled(given.store, given.label);
    tell?.({ type: 'changed', what: 'calls' });
    return null;
  }),
});

/** What can be done on a store alone, with or without a gateway in this process. */
export const deskOperations = (parts: DeskOperationsParts): Operations<CallsApi & StoreApi> => {
  const { desk, clock } = parts;
  const { read } = desk;
  const startedAt = clock.now();
  const byCall = z.strictObject({ call: name });
  return {
    ...storeOperations(parts),
    status: readBy('operator', z.strictObject({}), () => readStatus(parts, startedAt)),
    'calls.waiting': readBy('viewer', page, async (given) => viewPage(await read.inbox(pageOf(given)))),
    'calls.unsettled': readBy('viewer', page, async (given) => viewPage(await read.unsettled(pageOf(given)))),
    'calls.show': readBy('viewer', byCall, async ({ call }) => {
      const row = await read.call(call);
      if (row === undefined) return null;
      const votes = await read.votes(call);
      return {
        call: callView(row),
        votes: votes.map(({ subject, verdict, via, at, reason: why }) => ({
          subject,
          verdict,
          via,
          at,
          reason: why,
        })),
      };
    }),
    'calls.question': readBy('approver', byCall, async ({ call }) => (await desk.question(call)) ?? null),
    'calls.vote': changeBy('approver', vote, (given, caller) => desk.vote(castBy(caller)(given))),
    'calls.voteGroup': changeBy(
      'approver',
      z.strictObject({ votes: z.array(vote).min(1).max(100) }),
      ({ votes }, caller) => desk.voteGroup(votes.map(castBy(caller))),
    ),
    'calls.approvers': readBy('viewer', z.strictObject({ since: z.number().min(0) }), ({ since }) =>
      read.approvers(since),
    ),
    'sessions.declassifyContext': changeBy('operator', context, (given, { subject }) =>
      desk.declassify({ ...given, by: subject }),
    ),
  };
};
