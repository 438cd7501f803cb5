import type { Clock, Gate } from '@callgate/gate';
import type { ServerStatus } from '../dispatch/server-status.ts';

/** What is known of the database a store is in. */
export interface DatabaseStatus {
  /** Its address, without a password. */
  readonly at: string;
  readonly state: 'ready' | 'away' | 'lost';
  readonly since: number;
  readonly replication: {
    readonly mode: 'none' | 'asynchronous' | 'synchronous';
    readonly standbys: number;
    readonly synchronous: number;
  };
}

/** Lets people work with a gate while it is open. */
export type OperationsStarter = (served: {
  readonly gate: Gate;
  /** Callgate's own folder. */
  readonly folder: string;
  /** Of the store. */
  readonly instance: string;
  readonly clock?: Clock;
  readonly database?: (() => DatabaseStatus) | undefined;
  /** Of the key that signs the audit log. */
  readonly publicKey?: Uint8Array | undefined;
  readonly servers?: () => readonly ServerStatus[];
}) => Promise<{ close(): Promise<void> }>;
