import type { Policy } from '@callgate/core';
import type { CallRow, CastVote, Clock, Desk, Page } from '@callgate/gate';
import type { DatabaseStatus, ServerStatus } from '@callgate/gateway';
import type { CallsApi, GateStatus, LocalVote } from '../api/calls.ts';
import { CALLS_GUARDS } from '../api/calls.ts';
import { GUARDS } from '../api/index.ts';
import type { Caller, Handlers, Operations } from '../api/operation.ts';
import { joinHandlers } from '../operation-table.ts';
import type { CallView } from './call-view.ts';
import { callView } from './call-view.ts';
import type { DeskApi } from './desk-handlers.ts';
import { deskHandlers, pageOf } from './desk-handlers.ts';

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

const viewPage = ({ items, next }: Page<CallRow>): Page<CallView> => ({ items: items.map(callView), next });

const readStatus = async (parts: DeskOperationsParts, startedAt: number): Promise<GateStatus> => {
  const { desk, instance, policy, database, servers } = parts;
  const judging = policy?.();
  const known = database?.();
  // whoever asks must find out that this process is there, and what it waits for
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
    ...(servers === undefined ? {} : { servers: servers() }),
  };
};

const castBy =
  ({ subject }: Caller) =>
  (vote: LocalVote): CastVote => ({ ...vote, subject, via: 'command-line' });

const callsHandlers = (parts: DeskOperationsParts): Handlers<CallsApi> => {
  const { desk, clock } = parts;
  const { read } = desk;
  const startedAt = clock.now();
  return {
    status: () => readStatus(parts, startedAt),
    'calls.waiting': async (page) => viewPage(await read.inbox(pageOf(page))),
    'calls.unsettled': async (page) => viewPage(await read.unsettled(pageOf(page))),
    'calls.show': async ({ call }) => {
      const row = await read.call(call);
      if (row === undefined) return null;
      const votes = await read.votes(call);
      return {
        call: callView(row),
        votes: votes.map(({ subject, verdict, via, at, reason }) => ({ subject, verdict, via, at, reason })),
      };
    },
    'calls.question': async ({ call }) => (await desk.question(call)) ?? null,
    'calls.vote': (vote, caller) => desk.vote(castBy(caller)(vote)),
    'calls.voteGroup': ({ votes }, caller) => desk.voteGroup(votes.map(castBy(caller))),
    'calls.approvers': ({ since }) => read.approvers(since),
    'sessions.declassifyContext': (what, { subject }) => desk.declassify({ ...what, by: subject }),
  };
};

/** What can be done on a store alone, with or without a gateway in this process. */
export const deskOperations = (parts: DeskOperationsParts): Operations<CallsApi & DeskApi> => ({
  ...joinHandlers<DeskApi>(GUARDS, deskHandlers(parts)),
  ...joinHandlers<CallsApi>(CALLS_GUARDS, callsHandlers(parts)),
});
