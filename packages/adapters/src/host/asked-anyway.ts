import type { Gate } from '@callgate/gate';
import type { Admission } from './admit.ts';
import type { WaitingApproval } from './approvals.ts';
import { waitingApproval as waitingUnder, withdraw as withdrawUnder } from './approvals.ts';
import type { ToolRequest, Who } from './host.ts';
import type { Out } from './let-out.ts';
import type { HoldingHost } from './run-held.ts';
import { admitOrWait } from './run-held.ts';
import { settleIfOut } from './settle-ran.ts';

type Signal = AbortSignal | null | undefined;

/** A call that was let out and is then put before people is another call at the gate: what was let out is over. */
const askedKey = (id: string): string => `${id}:asked`;

const asked = <T extends ToolRequest>(request: T): T =>
  request.key === undefined ? request : { ...request, key: askedKey(request.key) };

/** It was let out, and the host has not run it. */
export const notSent = (gate: Gate, { begun }: Out, message: string): Promise<void> =>
  settleIfOut(gate, begun, { type: 'not-sent', message });

/** The gate has let a call out by itself, and somebody else wants a person asked about it. */
export const askAnyway = async (
  gate: Gate,
  host: HoldingHost,
  out: Out,
  { request, why, signal }: { readonly request: ToolRequest; readonly why: string; readonly signal?: Signal },
): Promise<Admission> => {
  await notSent(gate, out, why);
  return await admitOrWait(gate, host, asked(request), { people: true, signal });
};

/** The same call was put before people like that, and still waits or was approved since. */
export const isAsked = async (gate: Gate, who: Who, { key }: ToolRequest): Promise<boolean> =>
  key !== undefined && (await waitingUnder(gate, who, askedKey(key))) !== undefined;

/** Comes back for it. */
export const takeUpAsked = (
  gate: Gate,
  host: HoldingHost,
  request: ToolRequest,
  signal?: Signal,
): Promise<Admission> => admitOrWait(gate, host, asked(request), { people: true, signal });

/** What waits under this id of the host, in whichever process it was held and for whatever reason. */
export const waitingApproval = async (
  gate: Gate,
  who: Who,
  toolCallId: string,
): Promise<WaitingApproval | undefined> =>
  (await waitingUnder(gate, who, toolCallId)) ?? (await waitingUnder(gate, who, askedKey(toolCallId)));

/** The host no longer wants a call that waits. False if there is none: it is out, over or was never held. */
export const withdraw = async (gate: Gate, who: Who, toolCallId: string, reason: string): Promise<boolean> =>
  (await withdrawUnder(gate, who, toolCallId, reason)) ||
  (await withdrawUnder(gate, who, askedKey(toolCallId), reason));
