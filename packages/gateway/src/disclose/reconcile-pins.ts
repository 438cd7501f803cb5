import type { JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import type { CustomHint, DefinitionChange } from '@callgate/core/disclose';
import { compareDefinitions } from '@callgate/core/disclose';
import { logMessages } from '@callgate/messages/log';
import type { Pin, PinnedKind, Pins } from './pin-store.ts';
import { pinKey } from './pin-store.ts';

export type DriftVerdict =
  | { readonly type: 'same' }
  /** Nothing that anybody reads or relies on, or only more care: the new definition takes the place of the old. */
  | { readonly type: 'harmless'; readonly words: string }
  | { readonly type: 'drifted'; readonly words: string };

const QUARANTINING: ReadonlySet<string> = new Set(['schema', 'output', 'text']);

/** What a prompt or template says outside of these is read by people and models or fills in a uri. */
const SIDE_PARTS = /^(?:_meta|annotations)(?:\.|\[|$)/;

const isSignificant = (kind: PinnedKind, change: DefinitionChange): boolean =>
  change.change === 'loosened' ||
  QUARANTINING.has(change.part) ||
  (kind !== 'tool' && change.part === 'other' && !SIDE_PARTS.test(change.path));

const MAX_TOLD = 3;

const changesText = (changes: readonly DefinitionChange[]): string => {
  const told = changes
    .slice(0, MAX_TOLD)
    .map((change) => `${display(change.path, { max: 80 })} (${change.words})`);
  const more = changes.length - told.length;
  return logMessages.tools.changes({ changes: told, more });
};

export const judgeDrift = (
  kind: PinnedKind,
  pinned: JsonObject,
  now: JsonObject,
  custom: readonly CustomHint[] = [],
): DriftVerdict => {
  const { same, changes } = compareDefinitions(pinned, now, custom);
  if (same) return { type: 'same' };
  const mattering = changes.filter((change) => isSignificant(kind, change));
  return mattering.length > 0
    ? { type: 'drifted', words: changesText(mattering) }
    : { type: 'harmless', words: changesText(changes) };
};

export interface PinCandidate {
  readonly kind: PinnedKind;
  readonly name: string;
  readonly digest: string;
  readonly definition: JsonObject;
  /** Quarantined for another reason: it is compared, and not pinned while that lasts. */
  readonly apart: boolean;
}

export type PinOutcome =
  | { readonly type: 'pinned' }
  | { readonly type: 'new' }
  | { readonly type: 'repinned'; readonly words: string }
  | { readonly type: 'unpinned' }
  | { readonly type: 'full' }
  | { readonly type: 'drifted'; readonly words: string; readonly pin: Pin; readonly news: boolean };

export interface PinReconciliation {
  readonly puts: readonly Pin[];
  readonly settled: readonly PinOutcome[];
}

/** A server that lists other names every time must not fill the disk. */
export const MAX_PINS = 20_000;

const withoutChanged = ({ changed: _, ...pin }: Pin): Pin => pin;

/** Holds what is listed against the pins, and says what is to be written down. */
export const reconcilePins = (
  pins: Pins,
  entries: readonly PinCandidate[],
  now: number,
  custom: readonly CustomHint[] = [],
): PinReconciliation => {
  const puts: Pin[] = [];
  let room = MAX_PINS - pins.size;
  const settled = entries.map((entry): PinOutcome => {
    const { kind, name, digest, definition } = entry;
    const pin = pins.get(pinKey(kind, name));
    if (pin === undefined) {
      if (entry.apart) return { type: 'unpinned' };
      if (room <= 0) return { type: 'full' };
      room -= 1;
      puts.push({ kind, name, digest, definition, firstSeen: now });
      return { type: 'new' };
    }
    const verdict: DriftVerdict =
      pin.digest === digest ? { type: 'same' } : judgeDrift(kind, pin.definition, definition, custom);
    if (verdict.type === 'drifted') {
      const news = pin.changed?.digest !== digest;
      if (news) puts.push({ ...withoutChanged(pin), changed: { digest, definition, at: now } });
      return { type: 'drifted', words: verdict.words, pin, news };
    }
    if (entry.apart) return { type: 'pinned' };
    if (verdict.type === 'harmless') {
      puts.push({ ...withoutChanged(pin), digest, definition });
      return { type: 'repinned', words: verdict.words };
    }
    if (pin.changed !== undefined) puts.push(withoutChanged(pin));
    return { type: 'pinned' };
  });
  return { puts, settled };
};
