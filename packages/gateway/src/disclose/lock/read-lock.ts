import type { RefusedYaml } from '@callgate/policy/yaml';
import { loadYaml } from '@callgate/policy/yaml';
import { partName } from '../../config/reading.ts';
import type { Lock } from './lock.ts';
import { lockSchema } from './lock-schema.ts';

export type LockOutcome = { readonly ok: true; readonly lock: Lock } | RefusedYaml;

/** Reads the text of a lock file. `name` is for messages. Nothing of it counts by being read: see `accepted.ts`. */
export const readLock = (name: string, text: string): LockOutcome => {
  const read = loadYaml(lockSchema, { name, text }, { code: 'LOCK', name: partName });
  return read.ok ? { ok: true, lock: read.content } : read;
};
