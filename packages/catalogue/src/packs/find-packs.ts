import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { didYouMean } from '@callgate/policy';
import { packagePacks } from './package-packs.ts';
import type { PackFile } from './packs-from.ts';
import { isPackPath, packAt, packName, packsFrom } from './packs-from.ts';
import { shippedFolder } from './shipped-packs.ts';

const NPM = 'npm:';

const unknown = (name: string, names: readonly string[], where: string): CallgateError =>
  new CallgateError('PACK_UNKNOWN', `${where} has no pack \`${display(name)}\``, {
    help: didYouMean(name, names) ?? `there are ${names.map((each) => display(each)).join(', ') || 'none'}`,
  });

const ofPackage = (name: string, one: string | undefined, from: string): readonly PackFile[] => {
  const packs = packagePacks(name, from);
  const found = packs.filter((pack) => one === undefined || pack.name === one);
  if (one === undefined || found.length > 0) return found;
  const names = packs.map((pack) => pack.name);
  throw unknown(one, names, `the package \`${display(name)}\``);
};

const shipped = (name: string): PackFile => {
  const folder = shippedFolder();
  const files = readdirSync(folder).filter(isPackPath).toSorted();
  const file = files.find((each) => packName(each) === name);
  if (file === undefined) throw unknown(name, files.map(packName), 'Callgate');
  return packAt(join(folder, file));
};

/**
 * What an operator names: `filesystem` (one that is shipped), `npm:PACKAGE` or `npm:PACKAGE#NAME`, or the path of a
 * file or folder, with a slash in it. `from` is where paths and packages are looked for.
 */
export const findPacks = (reference: string, from: string): readonly PackFile[] => {
  if (reference.startsWith(NPM)) {
    const [name = '', one] = reference.slice(NPM.length).split('#');
    return ofPackage(name, one, from);
  }
  if (!/[/\\]/u.test(reference)) return [shipped(reference)];
  const path = resolve(from, reference);
  return isPackPath(path) ? [packAt(path)] : packsFrom(path);
};
