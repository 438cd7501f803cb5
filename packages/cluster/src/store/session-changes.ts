import { randomInt } from 'node:crypto';
import type { Session } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import {
  SESSION_PARTS,
  diffSeen,
  formatHead,
  formatPart,
  formatSeen,
  isSameHead,
  isSamePart,
  sealPart,
} from '@callgate/gate/sql';
import type { SeenItem, SessionPart } from '@callgate/gate/sql';

/** A session as it is stored. */
export interface RememberedSession {
  readonly n: number;
  readonly version: number;
  readonly session: Session;
  /** The places of the rows of seen results: one for each result, but where the session was copied from a file. */
  readonly places: readonly number[];
}

/** What must be written so that a session is stored as it is now. */
export interface SessionChanges {
  readonly version: number;
  /** Null where it is as it was. */
  readonly head: string | null;
  readonly parts: readonly { readonly part: SessionPart; readonly sealed: string }[];
  readonly removed: readonly number[];
  readonly written: readonly { readonly place: number; readonly sealed: string }[];
  readonly places: readonly number[];
}

const NOTHING_SEEN: readonly SeenItem[] = [];

export const diffSession = (
  keys: Keys,
  key: string,
  session: Session,
  before: Omit<RememberedSession, 'n'> | undefined,
): SessionChanges => {
  const old = before?.session.seen ?? NOTHING_SEEN;
  const oldPlaces = before?.places ?? [];
  // a file keeps several results in one row; here each has its own
  const stored = oldPlaces.length === old.length ? old : NOTHING_SEEN;
  const seen =
    session.seen === old
      ? { removed: [], written: [], places: oldPlaces }
      : diffSeen(stored, oldPlaces, session.seen);
  return {
    version: before === undefined ? randomInt(2 ** 40) : before.version + 1,
    head: before !== undefined && isSameHead(before.session, session) ? null : formatHead(session),
    parts: SESSION_PARTS.filter(
      (part) => before === undefined || !isSamePart(part, before.session, session),
    ).map((part) => ({ part, sealed: sealPart(keys, key, part, formatPart(part, session)) })),
    removed: seen.removed,
    written: seen.written.map(({ place, seen: result }) => ({
      place,
      sealed: sealPart(keys, key, place, formatSeen(result)),
    })),
    places: seen.places,
  };
};
