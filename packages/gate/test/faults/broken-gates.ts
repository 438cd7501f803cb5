import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { JsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Dispatcher } from '@callgate/gate';
import type { CallRow, AuditEventName } from '@callgate/gate/record';
import type { Store, Tx } from '@callgate/gate/store';
import { oracleFrame } from '@callgate/gate/testing';
import type { JournalLine } from './journal.ts';

/** The parts of a gate that can be broken from outside. */
export interface BreakableParts {
  readonly store: Store;
  readonly dispatch: Dispatcher;
}

export interface FaultSurroundings {
  readonly socket: string;
  readonly journal: readonly JournalLine[];
}

type GateBreaker = (parts: BreakableParts, surroundings: FaultSurroundings) => Promise<BreakableParts>;

const withMethods = <T extends object>(thing: T, methods: Partial<T>): T =>
  new Proxy(thing, {
    get: (target, name) => {
      const own: unknown = Reflect.get(methods, name);
      const value: unknown = own ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

const withTx = (store: Store, methods: (tx: Tx) => Partial<Tx>): Store =>
  withMethods(store, {
    transact: (work) => store.transact((tx) => work(withMethods(tx, methods(tx)))),
  });

const forgetting = (...events: readonly AuditEventName[]): GateBreaker => {
  const forgotten: ReadonlySet<AuditEventName> = new Set(events);
  return async ({ store, dispatch }) => ({
    dispatch,
    store: withTx(store, (tx) => ({
      append: async (entry) =>
        forgotten.has(entry.event)
          ? {
              seq: 0,
              at: 0,
              event: entry.event,
              call: entry.call,
              bytes: new Uint8Array(),
              hash: new Uint8Array(),
            }
          : await tx.append(entry),
    })),
  });
};

const LATE_MS = 30;

class NotYetError extends Error {}

/** Says that a call may leave, and writes that down a moment later. */
const acknowledgesEarly: GateBreaker = async ({ store, dispatch }) => {
  let writing: Promise<unknown> = Promise.resolve();
  const transact = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    await writing;
    let early: { readonly is: T } | undefined;
    try {
      return await store.transact(async (tx) => {
        let leaves = false;
        const value = await work(
          withMethods(tx, {
            insertCall: async (row) => {
              // who waits for a slot would be told something else the second time
              leaves ||= row.state === 'dispatching' && row.decision.obligations.concurrency.length === 0;
              await tx.insertCall(row);
            },
          }),
        );
        if (!leaves) return value;
        early = { is: value };
        throw new NotYetError();
      });
    } catch (error) {
      if (!(error instanceof NotYetError) || early === undefined) throw error;
      writing = new Promise((resolve) => {
        setTimeout(resolve, LATE_MS);
      }).then(() => store.transact(work));
      return early.is;
    }
  };
  return { store: withMethods(store, { transact }), dispatch };
};

const connected = async (path: string): Promise<Socket> => {
  const socket = connect(path);
  await once(socket, 'connect');
  socket.resume();
  return socket;
};

const frameOf = (row: CallRow): string => {
  const { id, attempt, server, target } = row;
  const args = parseStrict(row.sealedArguments) as JsonObject;
  return `${oracleFrame({ call: id, attempt, server, target, arguments: args })}\n`;
};

/** Sends what it is about to write down, before that lasts. */
const sendsFirst: GateBreaker = async ({ store, dispatch }, { socket }) => {
  const line = await connected(socket);
  const left = new Set<string>();
  return {
    store: withMethods(
      withTx(store, (tx) => ({
        insertCall: async (row) => {
          await tx.insertCall(row);
          // the upstream hangs up on this one
          if (row.state !== 'dispatching' || row.target === 'flaky') return;
          left.add(row.id);
          line.write(frameOf(row));
        },
      })),
      {
        close: async () => {
          line.destroy();
          await store.close();
        },
      },
    ),
    dispatch: async (call, context) => {
      if (call.attempt > 1 || !left.has(call.call)) return await dispatch(call, context);
      call.take();
      return { type: 'result', result: 'sent before' };
    },
  };
};

/** Sends everything twice, as somebody does who does not trust a connection. */
const sendsTwice: GateBreaker = async ({ store, dispatch }, { socket }) => ({
  store,
  dispatch: async (call, context) => {
    const answer = await dispatch(call, context);
    const row = await store.read.call(call.call);
    const line = await connected(socket);
    if (row !== undefined) line.end(frameOf(row));
    await once(line, 'close');
    return answer;
  },
});

/** Sends again what was out when an earlier process died, as those do who give out leases. */
const sendsAgain: GateBreaker = async (parts, { socket, journal }) => {
  const over = new Set(journal.flatMap((line) => (line.what === 'over' ? [line.call] : [])));
  for (const sent of journal) {
    if (sent.what !== 'sends' || over.has(sent.call)) continue;
    const row = await parts.store.read.call(sent.call);
    if (row === undefined) continue;
    const line = await connected(socket);
    line.end(frameOf(row));
    await once(line, 'close');
  }
  return parts;
};

/** Never looks after those who died. */
const seesToNobody: GateBreaker = async ({ store, dispatch }) => ({
  dispatch,
  store: withTx(store, () => ({ deadInstances: async () => [] })),
});

/** Tells people that their no was heard. */
const forgetsRefusals: GateBreaker = async ({ store, dispatch }) => ({
  dispatch,
  store: withTx(store, (tx) => ({
    moveCall: async (id, from, to, change) =>
      to === 'refused' ? true : await tx.moveCall(id, from, to, change),
  })),
});

/** Takes what somebody else has sent for something that still waits to be sent. */
const forgetsWinners: GateBreaker = async ({ store, dispatch }) => ({
  // long enough for others to come for the same call
  dispatch: async (call, context) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 10 * LATE_MS);
    });
    return await dispatch(call, context);
  },
  store: withTx(store, (tx) => ({
    callByTicket: async (ticket) => {
      const row = await tx.callByTicket(ticket);
      const sent = row !== undefined && row.attempt === 1 && row.expiresAt !== null;
      return sent ? { ...row, state: 'approved' } : row;
    },
    moveCall: async (id, from, to, change) =>
      (await tx.moveCall(id, from, to, change)) || (from === 'approved' && to === 'dispatching'),
    twinOf: async () => undefined,
  })),
});

/** Hears one person, and counts two. */
const countsOneTwice: GateBreaker = async ({ store, dispatch }) => ({
  dispatch,
  store: withTx(store, (tx) => ({
    votes: async (call) => {
      const votes = await tx.votes(call);
      const [vote] = votes;
      const others = ['ann', 'bob'].filter((subject) => subject !== vote?.subject).slice(0, 1);
      return vote === undefined || votes.length > 1
        ? votes
        : [vote, ...others.map((subject) => ({ ...vote, subject }))];
    },
  })),
});

const A_DAY = 24 * 3_600_000;

const LONG_AGO_MS = 1500;

/** Goes by a clock that is a day behind where grants are concerned, and takes those that ended. */
const honoursEnded: GateBreaker = async ({ store, dispatch }) => ({
  dispatch,
  store: withTx(store, (tx) => ({
    grantsFor: async (principal, server, target, now) =>
      (await tx.grantsFor(principal, server, target, now - A_DAY))
        .filter(({ endsAt }) => endsAt < now - LONG_AGO_MS)
        .map((grant) => ({ ...grant, endsAt: grant.endsAt + A_DAY })),
    spendGrant: (id, now) => tx.spendGrant(id, now - A_DAY),
  })),
});

/** Gates that are broken in one way each. None of it is in the product: it is put around its parts. */
export const BROKEN_GATES = {
  'acknowledges-early': acknowledgesEarly,
  'sends-first': sendsFirst,
  'sends-twice': sendsTwice,
  'sends-again': sendsAgain,
  'forgets-intents': forgetting('dispatching'),
  'forgets-outcomes': forgetting('done', 'failed', 'indeterminate'),
  'forgets-refusals': forgetsRefusals,
  'sees-to-nobody': seesToNobody,
  'forgets-winners': forgetsWinners,
  'counts-one-twice': countsOneTwice,
  'honours-ended': honoursEnded,
} as const satisfies Readonly<Record<string, GateBreaker>>;

export type BrokenGate = keyof typeof BROKEN_GATES;

/** Writes everything in time and syncs it late, a write as if it were a harmless read. */
const syncsLate: GateBreaker = async ({ store, dispatch }) => ({
  dispatch,
  store: withMethods(store, {
    transact: (work) =>
      store.transact((tx) => {
        tx.syncLater();
        return work(tx);
      }),
  }),
});

/** One that is broken by an option of its store. */
export const neverSyncs = (): boolean => process.env['CALLGATE_BROKEN_GATE'] === 'never-syncs';

/** Breaks what the environment asks for; by itself nothing. */
export const asBroken = async (
  parts: BreakableParts,
  surroundings: FaultSurroundings,
): Promise<BreakableParts> => {
  const name = process.env['CALLGATE_BROKEN_GATE'] ?? '';
  if (name === '' || neverSyncs()) return parts;
  const breaker = name === 'syncs-late' ? syncsLate : BROKEN_GATES[name as BrokenGate];
  return await breaker(parts, surroundings);
};
