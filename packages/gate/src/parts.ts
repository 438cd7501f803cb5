import type { Engine, Policy } from '@callgate/core';
import type { ToolCatalogue } from './catalogue.ts';
import type { Clock } from './clock.ts';
import type { Channel } from './confirm/channel.ts';
import type { InBandSettings } from './confirm/in-band.ts';
import type { People } from './confirm/people.ts';
import type { Dispatchable } from './dispatch/dispatchable.ts';
import type { OutCall } from './dispatch/let-out.ts';
import type { SlotQueue } from './dispatch/slots.ts';
import type { EventStream } from './events.ts';
import type { GateEvent } from './gate.ts';
import type { GateLimits } from './limits.ts';
import type { CallDetails } from './record/call-detail.ts';
import type { Keys } from './record/keys.ts';
import type { Store } from './store/store.ts';

/** What all steps of the gate work with. */
export interface GateParts {
  readonly store: Store;
  readonly catalogue: ToolCatalogue;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly people: People;
  readonly inBand: InBandSettings;
  readonly channels: readonly Channel[];
  readonly limits: GateLimits;
  readonly details: CallDetails;
  readonly events: EventStream<GateEvent>;
  readonly slots: SlotQueue;
  /** Calls that are out, by their ids: the sweep ends those of which nobody says what came. */
  readonly out: Map<string, OutCall>;
  /** Calls whose outcome could not be written yet. */
  readonly owed: Set<Dispatchable>;
  /** Tickets of held calls whose requesters left while nothing could be written. */
  readonly leaving: Set<string>;
  readonly failpoint: (name: string) => void;
  engine(): Engine;
  policy(): Policy;
}
