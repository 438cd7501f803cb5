import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SamplePlaces } from '@callgate/contract/observe';

const FRESH = 'callgate-verify-sample.txt';

/** Places in the first root: a file that is there, the folder, and a path that is free. */
export const findSamplePlaces = async (roots: readonly string[]): Promise<SamplePlaces> => {
  const [folder = '/'] = roots;
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted();
  const fresh = join(folder, FRESH);
  return { file: files[0] === undefined ? fresh : join(folder, files[0]), folder, fresh };
};
