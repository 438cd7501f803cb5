import type { Gate, PendingCall } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import type { Admission } from './admit.ts';
import { notRunError } from './admit.ts';
import type { HostOptions, ToolRequest } from './host-options.ts';
import { requestOf, LONGEST_MS } from './host-options.ts';
import { runInOrder } from './run-in-order.ts';
import { rememberJoinedCall } from './joined-calls.ts';
import { toAbortSignal } from './to-abort-signal.ts';
import type { ToolExecutor } from './run-tool.ts';
import { runTool } from './run-tool.ts';

interface WaitInTurnOptions {
  /** Until it expires where nothing is said. */
  readonly waitMs?: number | undefined;
  /** The host left: the call is withdrawn. */
  readonly signal?: AbortSignal | null | undefined;
}

/** Waits for people inside a turn. What still waits when the time is over, or the process ends, stays held. */
export const waitInTurn = async (
  gate: Gate,
  held: PendingCall,
  request: ToolRequest,
  { waitMs, signal }: WaitInTurnOptions,
): Promise<Admission> => {
  const own = toAbortSignal(signal);
  return await gate.waitFor(held, request, {
    withinMs: Math.min(waitMs ?? LONGEST_MS, LONGEST_MS),
    comesBack: true,
    ...(own === undefined ? {} : { signal: own }),
  });
};

/** A host in whose framework a call can wait for people while its turn goes on. */
export interface WaitingHostOptions extends HostOptions {
  /** How long a call waits here. What still waits then, or when the gate closes, stays held, and the same call later takes it up. Until it expires where nothing is said. */
  readonly waitMs?: number;
}

export interface ToolRun {
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
  host: WaitingHostOptions,
  request: ToolRequest,
  first: Admission,
  { id, signal }: Pick<ToolRun, 'id' | 'signal'>,
  execute: ToolExecutor,
): Promise<unknown> => {
  const admission =
    first.state === 'held'
      ? await waitInTurn(gate, rememberJoinedCall(gate, host, request, first), request, {
          waitMs: host.waitMs,
          signal,
        })
      : first;
  if (!isDispatchable(admission)) throw notRunError(admission);
  return await runTool(gate, host, admission, execute, {
    ...(id === undefined ? {} : { toolCallId: id }),
    abortSignal: signal,
  });
};

/** Decides, waits for people where they are asked, runs and settles. What does not run throws an error the model can read. */
export const runWithApproval = async (
  gate: Gate,
  host: WaitingHostOptions,
  { name, input, id, signal }: ToolRun,
  execute: ToolExecutor,
): Promise<unknown> => {
  const request = requestOf(host, name, input, id);
  const first = await runInOrder(gate, host, () => gate.begin(request));
  return await runAdmitted(gate, host, request, first, { id, signal }, execute);
};

interface AdmitOptions {
  /** A person is asked, whatever the gate would decide. */
  readonly people?: boolean;
  readonly signal?: AbortSignal | null | undefined;
}

/** Decides, in the order in which calls come, and waits for people where they are asked. Lets out and does not run. */
export const admitOrWait = async (
  gate: Gate,
  host: WaitingHostOptions,
  request: ToolRequest,
  { people = false, signal }: AdmitOptions = {},
): Promise<Admission> => {
  const first = await runInOrder<Admission>(gate, host, () =>
    people ? gate.hold(request) : gate.begin(request),
  );
  if (first.state !== 'held') return first;
  return await waitInTurn(gate, rememberJoinedCall(gate, host, request, first), request, {
    waitMs: host.waitMs,
    signal,
  });
};
