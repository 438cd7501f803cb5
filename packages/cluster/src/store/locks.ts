import { hash } from 'node:crypto';
import type { CallRow } from '@callgate/gate/record';
import type { RunningFilter, SharedLabelHolder } from '@callgate/gate/store';

/**
 * Names of what is locked although it may not be there yet. A lock on a name lasts until the end of the transaction,
 * and a reader or maker of what the name stands for holds it.
 */
export const LOCKS = {
  session: (key: string): string => `session ${key}`,
  same: (principal: string, call: Pick<CallRow, 'kind' | 'server' | 'target' | 'argumentsDigest'>): string =>
    `same ${JSON.stringify([principal, call.kind, call.server, call.target, call.argumentsDigest])}`,
  pending: (principal: string): string => `pending ${principal}`,
  running: ({ server, target, principal }: RunningFilter): string =>
    `running ${JSON.stringify([server ?? null, target ?? null, principal ?? null])}`,
  labels: (of: SharedLabelHolder, name: string): string => `labels ${of} ${name}`,
  counts: (holder: string): string => `counts ${holder}`,
  instance: (instance: string): string => `instance ${instance}`,
  numbering: 'numbering',
  migration: 'migration',
  settings: 'settings',
} as const;

/** The number PostgreSQL locks for a name in a schema. Two names with the same number only wait for each other. */
export const lockNumber = (schema: string, name: string): string =>
  hash('sha256', `callgate ${schema} ${name}`, 'buffer').readBigInt64BE(0).toString();
