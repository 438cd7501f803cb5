import type { Policy } from '@callgate/core';
import type { ShadowStatus } from '@callgate/gate/replay';
import type { DatabaseStatus, ServerStatus } from '@callgate/gateway';
import type { ReadEndpoint } from './operation.ts';

/** One process with a gate in it, and what waits in the store that all of them share. */
export interface GateStatus {
  readonly v: 1;
  readonly instance: string;
  readonly pid: number;
  readonly startedAt: number;
  /** null where the process only works on the store. */
  readonly policy: Pick<Policy, 'name' | 'revision' | 'mode'> | null;
  /** A candidate that is evaluated beside it, and what it would have decided otherwise since the process started. */
  readonly shadow?: ShadowStatus;
  readonly waiting: number;
  /** Calls whose outcome nobody knows; `more` where they were too many to count. */
  readonly unsettled: { readonly count: number; readonly more: boolean };
  /** Where the store is in a database. While that is away, nothing is counted. */
  readonly database?: DatabaseStatus;
  /** Why nothing can be written to the store any more. This process sends no call, and what is counted may be old. */
  readonly storeProblem?: { readonly code: string; readonly message: string };
  /** The MCP servers behind this process. */
  readonly servers?: readonly ServerStatus[];
}

/** What needs nothing but a process with a store. */
export interface StatusApi {
  readonly status: ReadEndpoint<Readonly<Record<never, never>>, GateStatus>;
}
