import type { Clock } from '../environment/clock.ts';
import type { EventStream } from '../events/event-stream.ts';
import type { GateEvent } from '../events/gate-event.ts';
import type { ToolCatalogue } from '../receive/tool-catalogue.ts';
import type { Store } from '../store/store.ts';
import type { ApprovalChannel } from './approval-channel.ts';

/** What of the gate is needed to ask people and to end what waits for them. */
export interface ConfirmParts {
  readonly store: Store;
  readonly catalogue: ToolCatalogue;
  readonly clock: Clock;
  readonly channels: readonly ApprovalChannel[];
  readonly events: EventStream<GateEvent>;
  /** Tickets of held calls whose requesters left while nothing could be written. */
  readonly leaving: Set<string>;
}
