import type { FirstSeen, JsonObject, Origin, Origins, Role, Session, TracedTool } from '@callgate/core';
import { judgeOrigins } from '@callgate/core';

/**
 * What vouches for a value, besides the origins. `record`: a record the person named holds it. `own`: it is the person's
 * own address, which proves nothing. `idle`: it decides nothing, such as a flag that is off.
 */
export type Vouching = Origin | 'record' | 'own' | 'idle';

/** One decisive value of a call and where it comes from. */
export interface ValueOrigin {
  readonly path: readonly (string | number)[];
  readonly role: Role;
  readonly text: string;
  readonly origin: Vouching;
  readonly proven: boolean;
  readonly firstSeen?: FirstSeen;
}

const keyOf = (path: readonly (string | number)[]): string => JSON.stringify(path);

const unprovenIn = (session: Session, tool: TracedTool, args: JsonObject): ReadonlySet<string> =>
  new Set(judgeOrigins(session, tool, args).unproven.map(({ path }) => keyOf(path)));

type Evidence = 'said' | 'created' | 'seen';

/** The session with nothing but this evidence: a value that is still proven is proven by it. */
const withOnly = (session: Session, ...kept: readonly Evidence[]): Session => ({
  ...session,
  said: kept.includes('said') ? session.said : [],
  created: kept.includes('created') ? session.created : [],
  seen: kept.includes('seen') ? session.seen : [],
});

/** From the plainest proof to the most roundabout. */
const PROOFS: readonly (readonly [Vouching, readonly Evidence[]])[] = [
  ['idle', []],
  ['person', ['said']],
  ['created', ['created']],
  ['directory', ['seen']],
  ['record', ['said', 'seen']],
];

/**
 * Where every decisive value of a call comes from, those that could not be traced included. Found by judging the call
 * again with less evidence, so that it tells what the judgement rests on and not what somebody thinks it does.
 */
export const valueOrigins = (
  session: Session,
  tool: TracedTool,
  args: JsonObject,
  { unproven }: Origins,
): readonly ValueOrigin[] => {
  const lost = new Set(unproven.map(({ path }) => keyOf(path)));
  const without = PROOFS.map(
    ([vouching, evidence]) => [vouching, unprovenIn(withOnly(session, ...evidence), tool, args)] as const,
  );
  const proven = (tool.places.valuesOf(args) ?? [])
    .filter(({ role, path }) => role !== 'payload' && !lost.has(keyOf(path)))
    .map(({ path, role, value }): ValueOrigin => {
      const text = String(value);
      const found = without.find(([, missing]) => !missing.has(keyOf(path)))?.[0] ?? 'person';
      const origin = found === 'idle' && tool.audience.isOwn(text) ? 'own' : found;
      return { path, role, text, origin, proven: true };
    });
  return [
    ...proven,
    ...unproven.map(({ path, role, text, origin, firstSeen }): ValueOrigin => ({
      path,
      role: role ?? 'critical',
      text: text ?? '',
      origin: origin ?? 'nowhere',
      proven: false,
      ...(firstSeen === undefined ? {} : { firstSeen }),
    })),
  ];
};
