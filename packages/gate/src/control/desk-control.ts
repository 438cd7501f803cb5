import type { Policy } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import type { CastVote, Desk } from '../confirm/desk.ts';
import type { CallRow } from '../record/call-row.ts';
import type { Page, PageRequest } from '../store/reader.ts';
import type { CallView } from './call-view.ts';
import { callView } from './call-view.ts';
import type {
  Control,
  ControlStatus,
  ControlVote,
  DatabaseStatus,
  MethodName,
  Params,
  Result,
  ServerStatus,
} from './methods.ts';
import { METHODS } from './methods.ts';
import { shapeProblem } from './protocol.ts';

export interface DeskControlParts {
  readonly desk: Desk;
  readonly instance: string;
  /** Whose word it is that comes this way. */
  readonly subject: string;
  readonly clock?: Clock;
  readonly policy?: () => Policy;
  readonly database?: (() => DatabaseStatus) | undefined;
  readonly servers?: (() => readonly ServerStatus[]) | undefined;
}

/** Nothing was counted, and there may be more. */
const NOT_KNOWN: Page<CallRow> = { items: [], next: '' };

/** So many unsettled calls are counted. */
const COUNTED = 1000;

type Handlers = { readonly [M in MethodName]: (params: Params<M>) => Promise<Result<M>> };

const viewed = ({ items, next }: Page<CallRow>): Page<CallView> => ({
  items: items.map((row) => callView(row)),
  next,
});

const pageOf = ({ limit, after }: PageRequest): PageRequest =>
  after === undefined ? { limit } : { limit, after };

class DeskControl implements Control {
  readonly #parts: DeskControlParts;
  readonly #handlers: Handlers;
  readonly #startedAt: number;

  constructor(parts: DeskControlParts) {
    this.#parts = parts;
    const { desk, subject, clock = systemClock } = parts;
    const { read } = desk;
    this.#startedAt = clock.now();
    this.#handlers = {
      status: () => this.#status(),
      inbox: async ({ principal, session, ...page }) =>
        viewed(
          await read.inbox(pageOf(page), {
            ...(principal === undefined ? {} : { principal }),
            ...(session === undefined ? {} : { session }),
          }),
        ),
      call: async ({ call }) => await this.#call(call),
      question: async ({ call }) => (await desk.question(call)) ?? null,
      vote: (vote) => desk.vote(this.#cast(vote)),
      voteGroup: ({ votes }) => desk.voteGroup(votes.map((vote) => this.#cast(vote))),
      grants: ({ live, ...page }) => read.grants(pageOf(page), { live, now: clock.now() }),
      revoke: ({ grant, reason }) => desk.revoke(grant, subject, reason),
      unsettled: async (page) => viewed(await read.unsettled(pageOf(page))),
      settle: ({ call, as, reason }) => desk.settle(call, { as, by: subject, reason }),
      declassify: (what) => desk.declassify({ ...what, by: subject }),
      declassifyStore: (what) => desk.declassifyStore({ ...what, by: subject }),
      alerts: (page) => read.alerts(pageOf(page)),
      approvers: ({ since }) => read.approvers(since),
    };
  }

  async ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
    const parsed = METHODS[method].params.safeParse(params);
    if (!parsed.success) throw new CallgateError('CONTROL_PARAMS', shapeProblem(parsed.error));
    return await this.#handlers[method](parsed.data);
  }

  #cast(vote: ControlVote): CastVote {
    return { ...vote, subject: this.#parts.subject, via: 'command-line' };
  }

  async #call(id: string): Promise<Result<'call'>> {
    const { read } = this.#parts.desk;
    const row = await read.call(id);
    if (row === undefined) return null;
    const votes = await read.votes(id);
    return {
      call: callView(row),
      votes: votes.map(({ subject, verdict, via, at, reason }) => ({ subject, verdict, via, at, reason })),
    };
  }

  async #status(): Promise<ControlStatus> {
    const { desk, instance, policy, database, servers } = this.#parts;
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
      startedAt: this.#startedAt,
      policy:
        judging === undefined ? null : { name: judging.name, revision: judging.revision, mode: judging.mode },
      waiting: isAway ? 0 : await desk.read.inboxSize(),
      unsettled: { count: unsettled.items.length, more: unsettled.next !== null },
      ...(known === undefined ? {} : { database: known }),
      ...(problem === undefined ? {} : { storeProblem: { code: problem.code, message: problem.message } }),
      ...(servers === undefined ? {} : { servers: servers() }),
    };
  }
}

/** What can be asked from outside, answered from a desk in this process. */
export const deskControl = (parts: DeskControlParts): Control => new DeskControl(parts);
