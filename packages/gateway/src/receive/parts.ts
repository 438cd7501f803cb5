import type { Clock, Gate, Keys, People, ToolCatalogue } from '@callgate/gate';
import type { Board } from '@callgate/gate/store';
import type { ModelAdvice } from '../absorb/recommend-model.ts';
import type { GatewayConfig } from '../config/config.ts';
import type { Catalogue } from '../disclose/catalogue.ts';
import type { CallsOut } from '../dispatch/dispatcher.ts';
import type { Servers } from '../dispatch/servers.ts';
import type { ContextLinks } from '../hooks/context-links.ts';
import type { Client } from '../wire/exchange.ts';
import type { GivenResources } from './given-resources.ts';
import type { HeardIntents } from './heard-intents.ts';
import type { Listeners } from './listeners.ts';
import type { PassageEnd } from '../dispatch/passage.ts';
import type { ResultStage } from './result-stages.ts';
import type { TasksAtServers } from './tasks-at-servers.ts';
import type { TaskBook } from './tasks.ts';

/** What all handlers work with. */
export interface GatewayParts {
  readonly gate: Gate;
  readonly keys: Keys;
  readonly clock: Clock;
  /** What every process on this store finds again. */
  readonly board: Board;
  readonly catalogue: Catalogue;
  /** What the gate looks up: the catalogue, tasks of servers and the tools of hosts. */
  readonly known: ToolCatalogue;
  /** What was refused before it became a call leaves a row. */
  refused(principal: string, code: string, detail: string): void;
  log(server: string, code: string, message: string): void;
  readonly servers: Servers;
  readonly tasks: TaskBook;
  readonly tasksAt: TasksAtServers;
  readonly out: CallsOut;
  /** What becomes of calls that are out in this process, for requests that repeat them. */
  readonly running: Map<string, Promise<PassageEnd>>;
  readonly listeners: Listeners;
  readonly links: ContextLinks;
  readonly heard: HeardIntents;
  readonly given: GivenResources;
  /** Which model reads a result. */
  readonly models: ModelAdvice;
  /** What is done with answers that were recorded, in order; by the configuration of now. */
  resultStages(): readonly ResultStage[];
  /** Every server was tried once, so that lists are what they can be. */
  ready(): Promise<void>;
  config(): GatewayConfig;
  people(): People;
  /** A client with a context of its own is gone. */
  left(client: Client): void;
}
