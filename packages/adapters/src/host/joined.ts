import type { Gate } from '@callgate/gate';
import type { Admission } from './admit.ts';
import type { ToolRequest, Who } from './host.ts';
import { sessionOf } from './host.ts';

const MOST = 10_000;

const byGate = new WeakMap<Gate, Map<string, string>>();

const nameOf = (who: Who, key: string): string => JSON.stringify([sessionOf(who), key]);

/** The gate asks one question for calls that are the same. Remembers which one a call of another id has joined. */
export const rememberJoined = <T extends Admission>(
  gate: Gate,
  who: Who,
  { key }: Pick<ToolRequest, 'key'>,
  admission: T,
): T => {
  if (key === undefined || admission.state !== 'held' || !('joined' in admission)) return admission;
  const joined = byGate.get(gate) ?? new Map<string, string>();
  byGate.set(gate, joined);
  joined.set(nameOf(who, key), admission.call);
  for (const oldest of joined.keys()) {
    if (joined.size <= MOST) break;
    joined.delete(oldest);
  }
  return admission;
};

/** The call at the gate that this id has joined, in this process. */
export const joinedCall = (gate: Gate, who: Who, key: string): string | undefined =>
  byGate.get(gate)?.get(nameOf(who, key));

export const forgetJoined = (gate: Gate, who: Who, key: string): boolean =>
  byGate.get(gate)?.delete(nameOf(who, key)) ?? false;
