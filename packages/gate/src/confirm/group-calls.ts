import type { JsonObject, TracedTool } from '@callgate/core';
import { canonical } from '@callgate/core';

/** The things that a call is about. */
export interface TouchedThings {
  readonly actsOn: readonly string[];
  readonly goesTo: readonly string[];
}

/** What has to be known of a call to ask about it together with others. */
export interface ConcurrentCall {
  readonly call: string;
  /** Whose it is and in which session: only calls of one are one question. */
  readonly asker: string;
  readonly askedAt: number;
  readonly mutates: boolean;
  /** Undefined where that is not known. */
  readonly touches: TouchedThings | undefined;
}

/** Where roles have no ground, a destination may be the thing itself: the path of a file. */
export const listTouchedThings = (tool: TracedTool, args: JsonObject): TouchedThings | undefined => {
  const { name, trust } = tool.tool.server;
  const values = tool.places.valuesOf(args);
  if (values === undefined) return undefined;
  const things = (role: 'object' | 'destination'): readonly string[] =>
    values.filter((each) => each.role === role).map(({ value }) => canonical([name, String(value)]));
  const [objects, destinations] = [things('object'), things('destination')];
  return trust === 'untrusted'
    ? { actsOn: [...objects, ...destinations], goesTo: [] }
    : { actsOn: objects, goesTo: destinations };
};

/** Calls that came no later than this after one another came together. */
export const TOGETHER_MS = 1000;
/** More than a person can compare. */
export const MAX_TOGETHER = 20;

/** What one of them does may be what the other one works on: the person decides about them in order. */
const areDependent = (one: ConcurrentCall, other: ConcurrentCall): boolean => {
  if (!one.mutates && !other.mutates) return false;
  const [a, b] = [one.touches, other.touches];
  if (a === undefined || b === undefined) return true;
  return (
    a.actsOn.some((thing) => b.actsOn.includes(thing) || b.goesTo.includes(thing)) ||
    a.goesTo.some((thing) => b.actsOn.includes(thing))
  );
};

interface OpenGroup {
  readonly members: ConcurrentCall[];
  until: number;
}

/**
 * Calls of one session that came together and do not depend on each other, each group as one question, in the order they
 * came; of one moment, as they are listed. A call that depends on an earlier one is a question of its own.
 */
export const groupCalls = (calls: readonly ConcurrentCall[]): readonly (readonly string[])[] => {
  const groups: OpenGroup[] = [];
  const open = new Map<string, OpenGroup>();
  const last = new Map<string, ConcurrentCall[]>();
  for (const call of calls.toSorted((a, b) => a.askedAt - b.askedAt)) {
    const group = open.get(call.asker);
    const isIn = group !== undefined && call.askedAt <= group.until;
    const came = isIn ? (last.get(call.asker) ?? []) : [];
    const depends = came.some((earlier) => areDependent(earlier, call));
    last.set(call.asker, [...came, call]);
    if (isIn) group.until = call.askedAt + TOGETHER_MS;
    if (isIn && !depends && group.members.length < MAX_TOGETHER) {
      group.members.push(call);
      continue;
    }
    const own: OpenGroup = { members: [call], until: call.askedAt + TOGETHER_MS };
    groups.push(own);
    if (!isIn || !depends) open.set(call.asker, own);
  }
  return groups.map(({ members }) => members.map(({ call }) => call));
};
