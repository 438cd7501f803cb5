import type { Replica } from '@callgate/cluster';
import type { Policy } from '@callgate/core';
import type { Clock, Gate, Keys, ToolCatalogue } from '@callgate/gate';
import type { SharedState } from '@callgate/gate/store';
import type { GatewayConfig } from './config/gateway-config.ts';
import type { HomeSettingsSource } from './confirm/follow-home-settings.ts';
import type { OperationsStarter } from './confirm/operations-starter.ts';
import type { GatewayCatalogue } from './disclose/gateway-catalogue.ts';
import type { OperatorDecisionStore } from './disclose/operator-decision-file.ts';
import type { SettingsFolder } from './disclose/settings-folder.ts';
import type { ServerStatus } from './dispatch/server-status.ts';
import type { UpstreamFactory } from './dispatch/upstream.ts';
import type { LogEntry } from './log/log-entry.ts';
import type { Readiness } from './receive/http/readiness.ts';
import type { Protocol } from './wire/exchange.ts';

/** Where Callgate keeps its own things. */
export interface GatewayHome {
  readonly folder: string;
  readonly keys: string;
  readonly anchors: string;
}

export interface GatewayOptions {
  readonly config: GatewayConfig;
  readonly policy: Policy;
  /** What was put in force in its place, by what people decided. */
  readonly policyIn?: (folder: SettingsFolder) => Policy | undefined;
  /** A candidate that is evaluated beside it, and changes nothing. */
  readonly shadow?: Policy | null;
  readonly home: GatewayHome;
  readonly log?: (entry: LogEntry) => void;
  readonly clock?: Clock;
  /** The command stands beside the trust that is said of it, as on a command line. */
  readonly trustAsWritten?: boolean;
  /** What clients call the connection to this gateway, where that is known. */
  readonly serverKey?: string;
  /** It answers programs that call tools themselves, and sends no call. */
  readonly intercepts?: boolean;
  /** False: hooks of hosts are not taken here, because they are judged by another policy elsewhere. */
  readonly takesHooks?: boolean;
  /** Who is asked and what counts in band, looked at before each such answer: for a process that does not reload. */
  readonly answers?: HomeSettingsSource;
  /** How people of this machine reach it; nobody does where it is absent. */
  readonly servePeople?: OperationsStarter;
  /** The environment of the client, where this process serves clients with different ones. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Observes everything the gate does; absent: nothing does. */
  readonly observe?: (gate: Gate) => Gate;
  /** Hears the `traceparent` of a client's call; absent: nobody does. */
  readonly joinTrace?: (call: string, traceparent: string) => void;
  /** How servers are reached; tests put something in between. */
  readonly open?: UpstreamFactory;
}

export interface Gateway {
  readonly gate: Gate;
  readonly catalogue: GatewayCatalogue;
  /** What calls are decided by: the catalogue, with tasks and the tools that hosts run. */
  readonly known: ToolCatalogue;
  /** What the operator said of single tools, followed as it changes. */
  readonly operator: OperatorDecisionStore;
  /** Where it is kept what people decided and what was seen of servers. */
  readonly folder: SettingsFolder;
  /** What transports serve. */
  readonly protocol: Protocol;
  readonly keys: Keys;
  /** What everything in it is timed by. */
  readonly clock: Clock;
  /** What every process on its store finds again. */
  readonly board: SharedState;
  /** This process among others on the same database; null where it is alone. */
  readonly replica: Replica | null;
  /** Whether calls can be decided: not while the store is out of reach. */
  readiness(): Readiness;
  /** Every server was tried once. */
  readonly ready: Promise<void>;
  /** How each server is doing. */
  servers(): readonly ServerStatus[];
  /** What it runs by now. */
  config(): GatewayConfig;
  /** Calls `listener` soon after something was stored, by this process or another. The function it returns ends that. */
  onChange(listener: () => void): () => void;
  /** Looks again at pins, trust and what the operator said; what waits for a tool that is disabled now is over. */
  lookAgain(): Promise<void>;
  /** From now on by these. What cannot be used is refused, and everything stays as it was. */
  reload(config: GatewayConfig, policy: Policy, shadow?: Policy | null): Promise<void>;
  close(): Promise<void>;
}
