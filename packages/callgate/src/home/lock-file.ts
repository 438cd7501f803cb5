import { dirname, join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { acceptErrors } from '@callgate/messages/errors/accept';
import { refuseWritableByOthers } from '@callgate/gate/host';
import type { Lock } from '@callgate/gateway/config';
import { loadLockModule } from '@callgate/gateway/config';
import { formatProblem } from '@callgate/policy';
import { readText } from '@callgate/policy/yaml';

export const LOCK_NAME = 'callgate.lock.yaml';

export const lockBeside = (config: string): string => join(dirname(config), LOCK_NAME);

export interface LockFileContent {
  readonly text: string;
  readonly lock: Lock;
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Null where there is none. One that is there and cannot be used is never taken for none. */
export const readLockFile = async (path: string): Promise<LockFileContent | null> => {
  refuseWritableByOthers(path);
  let text: string;
  try {
    text = readText(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw new CallgateError(acceptErrors.lock.unreadable({ path: display(path) }), { cause: error });
  }
  const { readLock } = await loadLockModule();
  const outcome = readLock(path, text);
  if (outcome.ok) return { text, lock: outcome.lock };
  throw new CallgateError('LOCK_INVALID', outcome.problems.map(formatProblem).join('\n'));
};
