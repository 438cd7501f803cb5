import type { Policy } from '@callgate/core';
import type { ConfirmParts } from '../confirm/confirm-parts.ts';
import type { InBandSettings } from '../confirm/in-band.ts';
import type { People } from '../confirm/people.ts';
import type { DecideParts } from '../decide/decide-call.ts';
import type { ShadowPolicy } from '../decide/shadow-policy.ts';
import type { InFlight } from '../environment/in-flight.ts';
import type { LabelParts } from '../label/session-events.ts';
import type { ReceiveParts } from '../receive/propose-call.ts';
import type { CallDetails } from '../record/call-details.ts';
import type { Keys } from '../record/keys.ts';
import type { Dispatchable } from './dispatchable.ts';
import type { InFlightCall } from './in-flight-call.ts';
import type { ConcurrentCalls } from './concurrent-calls.ts';
import type { SlotQueue } from './slot-queue.ts';

/** What all steps of the gate work with. */
export interface GateParts extends ReceiveParts, LabelParts, DecideParts, ConfirmParts {
  readonly keys: Keys;
  readonly people: People;
  readonly inBand: InBandSettings;
  readonly details: CallDetails;
  readonly slots: SlotQueue;
  readonly concurrent: ConcurrentCalls;
  /** Calls that are out, by their ids: the sweep ends those of which nobody says what came. */
  readonly out: InFlight<string, InFlightCall>;
  /** Calls whose outcome could not be written yet. */
  readonly owed: Set<Dispatchable>;
  readonly failpoint: (name: string) => void;
  policy(): Policy;
  /** Looks at calls that were decided; null where no candidate is evaluated. */
  readonly shadow: Pick<ShadowPolicy, 'see'> | null;
}
