import type { Clock, Gate, Keys, People, ToolCatalogue } from '@callgate/gate';
import type { InFlight } from '@callgate/gate/host';
import type { SharedState } from '@callgate/gate/store';
import type { ModelAdvisor } from '../absorb/model-advisor.ts';
import type { InBandGroups } from '../confirm/in-band-group.ts';
import type { GatewayConfig } from '../config/gateway-config.ts';
import type { SettingsFolder } from '../disclose/settings-folder.ts';
import type { GatewayCatalogue } from '../disclose/gateway-catalogue.ts';
import type { CallsInFlight } from '../dispatch/create-dispatcher.ts';
import type { Servers } from '../dispatch/servers.ts';
import type { ContextLinks } from '../hooks/context-links.ts';
import type { Previews } from './preview/previews.ts';
import type { ConnectedClient } from '../wire/exchange.ts';
import type { ResultResources } from './result-resources.ts';
import type { LastUserMessages } from './last-user-messages.ts';
import type { ClientListeners } from './client-listeners.ts';
import type { PassageOutcome } from '../dispatch/passage.ts';
import type { ResultStage } from './result-stages.ts';
import type { UpstreamTasks } from './upstream-tasks.ts';
import type { GatewayTasks } from './gateway-tasks.ts';

/** What all handlers work with. */
export interface GatewayParts {
  readonly gate: Gate;
  readonly keys: Keys;
  readonly clock: Clock;
  /** What every process on this store finds again. */
  readonly board: SharedState;
  readonly catalogue: GatewayCatalogue;
  /** What the gate looks up: the catalogue, tasks of servers and the tools of hosts. */
  readonly known: ToolCatalogue;
  /** What was refused before it became a call leaves a row. */
  refused(principal: string, code: string, detail: string): void;
  log(server: string, code: string, message: string): void;
  readonly servers: Servers;
  readonly tasks: GatewayTasks;
  readonly tasksAt: UpstreamTasks;
  readonly out: CallsInFlight;
  readonly previews: Previews;
  /** Asks agents' own connections about calls that came together. */
  readonly groups: InBandGroups;
  /** What becomes of calls that are out in this process, for requests that repeat them. */
  readonly running: InFlight<string, Promise<PassageOutcome>>;
  readonly listeners: ClientListeners;
  readonly links: ContextLinks;
  readonly heard: LastUserMessages;
  readonly folder: SettingsFolder;
  readonly given: ResultResources;
  /** Which model reads a result. */
  readonly models: ModelAdvisor;
  /** What is done with answers that were recorded, in order; by the configuration of now. */
  readonly resultStages: readonly ResultStage[];
  /** Every server was tried once, so that lists are what they can be. */
  readonly ready: Promise<void>;
  /** Hears the `traceparent` of a client's call; absent: nobody does. */
  readonly joinTrace?: (call: string, traceparent: string) => void;
  config(): GatewayConfig;
  people(): People;
  /** A client with a context of its own is gone. */
  left(client: ConnectedClient): void;
}
