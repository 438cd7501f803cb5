import type { Gate, HeldCall } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import type { Admission } from './admit.ts';
import { notNow } from './admit.ts';
import type { HostOptions, ToolRequest } from './host.ts';
import { requestOf, LONGEST_MS } from './host.ts';
import { inOrder } from './in-order.ts';
import { rememberJoined } from './joined.ts';
import { ownSignal } from './own-signal.ts';
import type { Execute } from './run-tool.ts';
import { runTool } from './run-tool.ts';

interface WaitHere {
  /** Until it expires where nothing is said. */
  readonly waitMs?: number | undefined;
  /** The host left: the call is withdrawn. */
  readonly signal?: AbortSignal | null | undefined;
}

/** Waits for people inside a turn. What still waits when the time is over, or the process ends, stays held. */
export const waitHere = async (
  gate: Gate,
  held: HeldCall,
  request: ToolRequest,
  { waitMs, signal }: WaitHere,
): Promise<Admission> => {
  const own = ownSignal(signal);
  return await gate.waitFor(held, request, {
    withinMs: Math.min(waitMs ?? LONGEST_MS, LONGEST_MS),
    comesBack: true,
    ...(own === undefined ? {} : { signal: own }),
  });
};

/** A host in whose framework a call can wait for people while its turn goes on. */
export interface HoldingHost extends HostOptions {
  /** How long a call waits here. What still waits then, or when the gate closes, stays held, and the same call later takes it up. Until it expires where nothing is said. */
  readonly waitMs?: number;
}

export interface ToolUse {
  readonly name: string;
  readonly input: unknown;
  /** The framework's id of the call: the same id in the same conversation is the same call. */
  readonly id?: string | undefined;
  /** The host left: a held call is withdrawn, one that is out is given up on. */
  readonly signal?: AbortSignal | null | undefined;
}

/** The rest of the way for a call that the gate was asked about already: waits, runs and settles. */
export const runAdmitted = async (
  gate: Gate,
  host: HoldingHost,
  request: ToolRequest,
  first: Admission,
  { id, signal }: Pick<ToolUse, 'id' | 'signal'>,
  execute: Execute,
): Promise<unknown> => {
  const admission =
    first.state === 'held'
      ? await waitHere(gate, rememberJoined(gate, host, request, first), request, {
          waitMs: host.waitMs,
          signal,
        })
      : first;
  if (!isDispatchable(admission)) throw notNow(admission);
  return await runTool(gate, host, admission, execute, {
    ...(id === undefined ? {} : { toolCallId: id }),
    abortSignal: signal,
  });
};

/** Decides, waits for people where they are asked, runs and settles. What does not run throws an error the model can read. */
export const runHeld = async (
  gate: Gate,
  host: HoldingHost,
  { name, input, id, signal }: ToolUse,
  execute: Execute,
): Promise<unknown> => {
  const request = requestOf(host, name, input, id);
  const first = await inOrder(gate, host, () => gate.begin(request));
  return await runAdmitted(gate, host, request, first, { id, signal }, execute);
};

interface HoldOptions {
  /** Somebody wants a person asked, whatever the gate would say. */
  readonly people?: boolean;
  readonly signal?: AbortSignal | null | undefined;
}

/** Decides, in the order in which calls come, and waits for people where they are asked. Lets out and does not run. */
export const admitOrWait = async (
  gate: Gate,
  host: HoldingHost,
  request: ToolRequest,
  { people = false, signal }: HoldOptions = {},
): Promise<Admission> => {
  const first = await inOrder<Admission>(gate, host, () =>
    people ? gate.hold(request) : gate.begin(request),
  );
  if (first.state !== 'held') return first;
  return await waitHere(gate, rememberJoined(gate, host, request, first), request, {
    waitMs: host.waitMs,
    signal,
  });
};
