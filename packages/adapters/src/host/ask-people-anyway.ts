import type { Gate } from '@callgate/gate';
import type { Admission } from './admit.ts';
import type { PendingApproval } from './approvals.ts';
import { findPendingApproval as waitingUnder, withdrawCall as withdrawUnder } from './approvals.ts';
import type { ToolRequest, ConversationRef } from './host-options.ts';
import type { HostRunCall } from './host-run-calls.ts';
import type { WaitingHostOptions } from './run-with-approval.ts';
import { admitOrWait } from './run-with-approval.ts';
import { settleIfOpen } from './settle-run.ts';

type HostSignal = AbortSignal | null | undefined;

/** A call that was let out and is then put before people is another call at the gate: what was let out is over. */
const askedKey = (id: string): string => `${id}:asked`;

const toAskedRequest = <T extends ToolRequest>(request: T): T =>
  request.key === undefined ? request : { ...request, key: askedKey(request.key) };

/** It was let out, and the host has not run it. */
export const settleNotSent = (gate: Gate, { begun }: HostRunCall, message: string): Promise<void> =>
  settleIfOpen(gate, begun, { type: 'not-sent', message });

/** The gate dispatched a call automatically, and the host wants a person asked about it. */
export const askPeopleAnyway = async (
  gate: Gate,
  host: WaitingHostOptions,
  out: HostRunCall,
  {
    request,
    why,
    signal,
  }: { readonly request: ToolRequest; readonly why: string; readonly signal?: HostSignal },
): Promise<Admission> => {
  await settleNotSent(gate, out, why);
  return await admitOrWait(gate, host, toAskedRequest(request), { people: true, signal });
};

/** The same call was put before people like that, and still waits or was approved since. */
export const isWaitingForPeople = async (
  gate: Gate,
  who: ConversationRef,
  { key }: ToolRequest,
): Promise<boolean> => key !== undefined && (await waitingUnder(gate, who, askedKey(key))) !== undefined;

/** Comes back for it. */
export const resumeAsked = (
  gate: Gate,
  host: WaitingHostOptions,
  request: ToolRequest,
  signal?: HostSignal,
): Promise<Admission> => admitOrWait(gate, host, toAskedRequest(request), { people: true, signal });

/** What waits under this id of the host, in whichever process it was held and for whatever reason. */
export const findPendingApproval = async (
  gate: Gate,
  who: ConversationRef,
  toolCallId: string,
): Promise<PendingApproval | undefined> =>
  (await waitingUnder(gate, who, toolCallId)) ?? (await waitingUnder(gate, who, askedKey(toolCallId)));

/** The host no longer wants a call that waits. False if there is none: it is out, over or was never held. */
export const withdrawCall = async (
  gate: Gate,
  who: ConversationRef,
  toolCallId: string,
  reason: string,
): Promise<boolean> =>
  (await withdrawUnder(gate, who, toolCallId, reason)) ||
  (await withdrawUnder(gate, who, askedKey(toolCallId), reason));
