import type { Gate } from '@callgate/gate';
import type { Admission } from './admit.ts';
import type { ToolRequest } from './host.ts';
import { inOrder } from './in-order.ts';
import { rememberJoined } from './joined.ts';
import type { HoldingHost } from './run-held.ts';
import { waitHere } from './wait-here.ts';

export interface HoldOptions {
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
