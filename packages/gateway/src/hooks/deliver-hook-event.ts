import type { JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { hookErrors } from '@callgate/messages/errors/hook';
import type {
  AfterToolEvent,
  BeforeToolEvent,
  SessionEndEvent,
  HostEvent,
  HookVerdict,
} from './host-events.ts';
import { parseMcpToolName } from './host-events.ts';
import type { HookListener } from './post-event.ts';
import { announceCall, eventText, findHookListeners, postEvent } from './post-event.ts';
import { readObject } from './hook-messages.ts';
import { unreadableMark } from './unreadable-mark.ts';

export interface DeliverHookOptions {
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

const PASS: HookVerdict = { decision: 'pass' };

/** Gateways before those that are there only for hooks, and the home's own store before others. */
const sortListeners = (
  live: readonly HookListener[],
  { store, keeper }: DeliverHookOptions,
): readonly HookListener[] => {
  const usable = live.filter((each) => each.keeper === null || each.keeper === keeper);
  const rank = (each: HookListener): number =>
    (each.store === store ? 0 : 2) + (each.keeper === null ? 0 : 1);
  return usable.toSorted((a, b) => rank(a) - rank(b));
};

const findOrStartListeners = async (options: DeliverHookOptions): Promise<readonly HookListener[]> => {
  const there = sortListeners(await findHookListeners(options.folder), options);
  if (there.length > 0) return there;
  await options.start();
  return sortListeners(await findHookListeners(options.folder), options);
};

const firstListener = (live: readonly HookListener[]): HookListener => {
  const [chosen] = live;
  if (chosen !== undefined) return chosen;
  throw new CallgateError(hookErrors.noListener());
};

const tellGateways = async (
  live: readonly HookListener[],
  event: BeforeToolEvent | AfterToolEvent | SessionEndEvent,
  withinMs: number,
): Promise<boolean> => {
  const gateways = live.filter(({ keeper }) => keeper === null);
  const told = await Promise.all(gateways.map((each) => announceCall(each, event, withinMs)));
  return told.includes(true);
};

/** Before: whether an MCP tool is gated when it arrives. After: whether it has arrived. */
const isServed = async (
  live: readonly HookListener[],
  event: BeforeToolEvent | AfterToolEvent,
  withinMs: number,
): Promise<boolean> =>
  parseMcpToolName(event.tool) !== undefined && (await tellGateways(live, event, withinMs));

/** One of each store: contexts that share one hear things once. */
const oneOfEachStore = (live: readonly HookListener[]): readonly HookListener[] => [
  ...new Map(live.toReversed().map((each) => [each.store, each])).values(),
];

/** Whether that process had begun it, and has taken in what came of it. One that is going had not. */
const hasBegunCall = async (
  each: HookListener,
  event: AfterToolEvent,
  withinMs: number,
): Promise<boolean> => {
  try {
    return (await postEvent(each, event, { report: false, withinMs })).known;
  } catch (error) {
    if (error instanceof CallgateError && error.code !== 'HOOK_GONE') throw error;
    return false;
  }
};

/** Why the gate could not read an event; undefined where it can. */
const findUnreadableMark = (event: HostEvent): JsonObject | undefined => {
  try {
    readObject(Buffer.from(eventText(event, true)));
    return undefined;
  } catch (error) {
    return unreadableMark(error instanceof CallgateError ? error.code : 'HOOK_PAYLOAD');
  }
};

/** A tool has run, whatever it returned: what the gate could not read is replaced by a mark that says so. */
const toReadableEvent = (event: HostEvent): HostEvent => {
  if (event.type !== 'after') return event;
  const mark = findUnreadableMark(event);
  if (mark === undefined) return event;
  const marked: AfterToolEvent = { ...event, result: mark };
  const still = findUnreadableMark(marked);
  return still === undefined ? marked : { ...marked, arguments: still };
};

/** Brings an event to the gate that is concerned, starting one where there is none. */
export const deliverHookEvent = async (
  given: HostEvent,
  options: DeliverHookOptions,
): Promise<HookVerdict> => {
  const event = toReadableEvent(given);
  const { withinMs } = options;
  const live = await findOrStartListeners(options);
  if (event.type !== 'before' && event.type !== 'after') {
    firstListener(live);
    for (const each of oneOfEachStore(live)) await postEvent(each, event, { report: true, withinMs });
    // connections of the session may be at any of them
    if (event.type === 'ended' && event.forgotten) await tellGateways(live, event, withinMs);
    return PASS;
  }
  if (event.type === 'after') {
    // the process that began it, also one that begins no new calls
    for (const each of await findHookListeners(options.folder))
      if (await hasBegunCall(each, event, withinMs)) return PASS;
    if (!(await isServed(live, event, withinMs)))
      await postEvent(firstListener(live), event, { report: true, withinMs });
    return PASS;
  }
  if (await isServed(live, event, withinMs)) return PASS;
  const reply = await postEvent(firstListener(live), event, { report: true, withinMs });
  return reply.known ? reply.verdict : PASS;
};
