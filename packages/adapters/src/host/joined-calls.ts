import type { Gate } from '@callgate/gate';
import type { Admission } from './admit.ts';
import type { ToolRequest, ConversationRef } from './host-options.ts';
import { callName } from './host-options.ts';
import { dropOldest, perGate } from './per-gate.ts';

const MOST = 10_000;

const joinedIn = perGate(() => new Map<string, string>());

/** The gate asks one question for calls that are the same. Remembers which one a call of another id has joined. */
export const rememberJoinedCall = <T extends Admission>(
  gate: Gate,
  who: ConversationRef,
  { key }: Pick<ToolRequest, 'key'>,
  admission: T,
): T => {
  if (key === undefined || admission.state !== 'held' || !('joined' in admission)) return admission;
  const joined = joinedIn(gate);
  joined.set(callName(who, key), admission.call);
  dropOldest(joined, MOST);
  return admission;
};

/** The call at the gate that this id has joined, in this process. */
export const findJoinedCall = (gate: Gate, who: ConversationRef, key: string): string | undefined =>
  joinedIn(gate).get(callName(who, key));

export const forgetJoinedCall = (gate: Gate, who: ConversationRef, key: string): boolean =>
  joinedIn(gate).delete(callName(who, key));
