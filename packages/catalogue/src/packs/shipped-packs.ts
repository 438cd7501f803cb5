import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CallgateError } from '@callgate/core';
import { packErrors } from '@callgate/messages/errors/pack';
import type { PackFile } from './read-packs.ts';
import { isPackPath, readPacks } from './read-packs.ts';

const hasPacks = (folder: string): boolean => {
  try {
    return readdirSync(folder).some(isPackPath);
  } catch {
    return false;
  }
};

/** Where the packs lie that come with this package: beside `src` and `dist`, or beside a bundle. */
export const findShippedFolder = (from: string = import.meta.url): string => {
  const folder = ['../../packs/', '../packs/']
    .map((place) => fileURLToPath(new URL(place, from)))
    .find(hasPacks);
  if (folder === undefined) throw new CallgateError(packErrors.shippedMissing());
  return folder;
};

/** They relax nothing by being shipped: an operator names and accepts each. */
export const readShippedPacks = (): readonly PackFile[] => readPacks(findShippedFolder());
