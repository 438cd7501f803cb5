import type { JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { AfterEvent, BeforeEvent, EndedEvent, HostEvent, Verdict } from './host-events.ts';
import { mcpTool } from './host-events.ts';
import type { LiveHooks } from './post-hook.ts';
import { announce, eventText, liveHooks, postEvent } from './post-hook.ts';
import { readObject } from './hook-messages.ts';
import { unreadable } from './unreadable.ts';

export interface DeliverOptions {
  /** Callgate's own folder. */
  readonly folder: string;
  /** The home's own database: who writes there is asked first. */
  readonly store: string;
  /** What a process that is there only for hooks must have been started with. */
  readonly keeper: string;
  /** Starts one, and resolves when it may be there. */
  readonly start: () => Promise<void>;
  readonly withinMs: number;
}

const PASS: Verdict = { decision: 'pass' };

/** Gateways before those that are there only for hooks, and the home's own store before others. */
const inOrder = (live: readonly LiveHooks[], { store, keeper }: DeliverOptions): readonly LiveHooks[] => {
  const usable = live.filter((each) => each.keeper === null || each.keeper === keeper);
  const rank = (each: LiveHooks): number => (each.store === store ? 0 : 2) + (each.keeper === null ? 0 : 1);
  return usable.toSorted((a, b) => rank(a) - rank(b));
};

const someone = async (options: DeliverOptions): Promise<readonly LiveHooks[]> => {
  const there = inOrder(await liveHooks(options.folder), options);
  if (there.length > 0) return there;
  await options.start();
  return inOrder(await liveHooks(options.folder), options);
};

const first = (live: readonly LiveHooks[]): LiveHooks => {
  const [chosen] = live;
  if (chosen !== undefined) return chosen;
  throw new CallgateError('HOOK_NO_GATE', 'there is no gate that takes events, and none could be started', {
    help: 'see run/hooks.log in the folder of Callgate',
  });
};

const tellGateways = async (
  live: readonly LiveHooks[],
  event: BeforeEvent | AfterEvent | EndedEvent,
  withinMs: number,
): Promise<boolean> => {
  const gateways = live.filter(({ keeper }) => keeper === null);
  const told = await Promise.all(gateways.map((each) => announce(each, event, withinMs)));
  return told.includes(true);
};

/** Before: whether an MCP tool is gated when it arrives. After: whether it has arrived. */
const isServed = async (
  live: readonly LiveHooks[],
  event: BeforeEvent | AfterEvent,
  withinMs: number,
): Promise<boolean> => mcpTool(event.tool) !== undefined && (await tellGateways(live, event, withinMs));

/** One of each store: contexts that share one hear things once. */
const oneOfEachStore = (live: readonly LiveHooks[]): readonly LiveHooks[] => [
  ...new Map(live.toReversed().map((each) => [each.store, each])).values(),
];

/** Whether that process had begun it, and has taken in what came of it. One that is going had not. */
const began = async (each: LiveHooks, event: AfterEvent, withinMs: number): Promise<boolean> => {
  try {
    return (await postEvent(each, event, { report: false, withinMs })).known;
  } catch (error) {
    if (error instanceof CallgateError && error.code !== 'HOOK_GONE') throw error;
    return false;
  }
};

/** Why the gate could not read an event; undefined where it can. */
const refusedAs = (event: HostEvent): JsonObject | undefined => {
  try {
    readObject(Buffer.from(eventText(event, true)));
    return undefined;
  } catch (error) {
    return unreadable(error instanceof CallgateError ? error.code : 'HOOK_PAYLOAD');
  }
};

/** A tool has run, whatever it returned: what the gate could not read is replaced by a mark that says so. */
const asReadable = (event: HostEvent): HostEvent => {
  if (event.type !== 'after') return event;
  const mark = refusedAs(event);
  if (mark === undefined) return event;
  const marked: AfterEvent = { ...event, result: mark };
  const still = refusedAs(marked);
  return still === undefined ? marked : { ...marked, arguments: still };
};

/** Brings an event to the gate that is concerned, starting one where there is none. */
export const deliver = async (given: HostEvent, options: DeliverOptions): Promise<Verdict> => {
  const event = asReadable(given);
  const { withinMs } = options;
  const live = await someone(options);
  if (event.type === 'prompt' || event.type === 'ended' || event.type === 'resumed') {
    first(live);
    for (const each of oneOfEachStore(live)) await postEvent(each, event, { report: true, withinMs });
    // connections of the session may be at any of them
    if (event.type === 'ended' && event.forgotten) await tellGateways(live, event, withinMs);
    return PASS;
  }
  if (event.type === 'after') {
    // whoever began it, also one that begins nothing any more
    for (const each of await liveHooks(options.folder)) if (await began(each, event, withinMs)) return PASS;
    if (!(await isServed(live, event, withinMs)))
      await postEvent(first(live), event, { report: true, withinMs });
    return PASS;
  }
  if (await isServed(live, event, withinMs)) return PASS;
  const reply = await postEvent(first(live), event, { report: true, withinMs });
  return reply.known ? reply.verdict : PASS;
};
