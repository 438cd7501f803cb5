import type { BenchClient } from './bench-client.ts';

export const TRANSPORT_PATHS = ['stdio→stdio', 'HTTP→stdio', 'HTTP→HTTP'] as const;
export type TransportPath = (typeof TRANSPORT_PATHS)[number];

/** What every set-up stands on. */
export interface BenchResources {
  /** Starts the upstream over stdio. */
  readonly command: readonly string[];
  /** Where the upstream listens over HTTP. */
  readonly url: string;
  /** A folder for files, which is removed in the end. */
  readonly folder: string;
}

/** Something between a client and the upstream, running. */
export interface BenchGateway {
  /** The process whose time counts, with its children but for upstreams; undefined where nothing is between. */
  readonly pid: number | undefined;
  /** What the upstream's `echo` is called here, on the server of this number. */
  readonly tool: (server: number) => string;
  /** One more client; over stdio there is one only. */
  readonly connect: () => Promise<BenchClient>;
  readonly stop: () => Promise<void>;
}

export interface GatewayContestant {
  readonly name: string;
  readonly start: (path: TransportPath, ground: BenchResources) => Promise<BenchGateway>;
  readonly paths: readonly TransportPath[];
}
