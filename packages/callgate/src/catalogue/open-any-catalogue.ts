import type { TrustLevel } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { loadLockModule } from '@callgate/gateway/config';
import { formatProblem } from '@callgate/policy';
import { fileKind } from './file-kind.ts';
import { readTextFile } from '../manifest/read-tools.ts';
import { lockCatalogue } from './lock-catalogue.ts';
import type { CatalogueFile } from './read-catalogue.ts';
import { readCatalogue } from './read-catalogue.ts';

/** Reads whatever has tools: a catalogue, tools/list answer, manifest or lock. */
export const openAnyCatalogue = async (
  path: string,
  server: string | undefined,
  trust: TrustLevel | undefined,
): Promise<CatalogueFile> => {
  if (fileKind(path) !== 'lock')
    return readCatalogue(path, { trust, ...(server === undefined ? {} : { server }) });
  const { readLock } = await loadLockModule();
  const read = readLock(path, readTextFile(path));
  if (read.ok) return lockCatalogue(read.lock, trust ?? 'untrusted');
  throw new CallgateError('LOCK_INVALID', read.problems.map(formatProblem).join('\n'));
};
