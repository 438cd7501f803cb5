import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { packErrors } from '@callgate/messages/errors/pack';
import { findNearestName } from '@callgate/policy';
import { packMessages } from '@callgate/messages/catalogue/pack';
import { readPackagePacks } from './package-packs.ts';
import type { PackFile } from './read-packs.ts';
import { isPackPath, readPackFile, packName, readPacks } from './read-packs.ts';
import { findShippedFolder } from './shipped-packs.ts';

const NPM = 'npm:';

const unknownPackError = (name: string, names: readonly string[], where: string): CallgateError => {
  const pack = display(name);
  const near = findNearestName(name, names);
  if (near !== undefined)
    return new CallgateError(packErrors.misspelled({ where, pack, near: display(near) }));
  const packs = names.map((each) => display(each)).join(', ') || 'none';
  return new CallgateError(packErrors.unknown({ where, pack, packs }));
};

const findPackagePacks = (name: string, one: string | undefined, from: string): readonly PackFile[] => {
  const packs = readPackagePacks(name, from);
  const found = packs.filter((pack) => one === undefined || pack.name === one);
  if (one === undefined || found.length > 0) return found;
  const names = packs.map((pack) => pack.name);
  throw unknownPackError(one, names, packMessages.package({ name: display(name) }));
};

const findShippedPack = (name: string): PackFile => {
  const folder = findShippedFolder();
  const files = readdirSync(folder).filter(isPackPath).toSorted();
  const file = files.find((each) => packName(each) === name);
  if (file === undefined) throw unknownPackError(name, files.map(packName), 'Callgate');
  return readPackFile(join(folder, file));
};

/**
 * What an operator names: `filesystem` (one that is shipped), `npm:PACKAGE` or `npm:PACKAGE#NAME`, or the path of a
 * file or folder, with a slash in it. `from` is where paths and packages are looked for.
 */
export const findPacks = (reference: string, from: string): readonly PackFile[] => {
  if (reference.startsWith(NPM)) {
    const [name = '', one] = reference.slice(NPM.length).split('#');
    return findPackagePacks(name, one, from);
  }
  if (!/[/\\]/u.test(reference)) return [findShippedPack(reference)];
  const path = resolve(from, reference);
  return isPackPath(path) ? [readPackFile(path)] : readPacks(path);
};
