import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { didYouMean } from '@callgate/policy';
import { packagePacks } from './package-packs.ts';
import type { PackFile } from './packs-from.ts';
import { isPackPath, packAt, packsFrom } from './packs-from.ts';
import { shippedPacks } from './shipped-packs.ts';

const NPM = 'npm:';

const named = (packs: readonly PackFile[], name: string, where: string): readonly PackFile[] => {
  const found = packs.filter((pack) => pack.name === name);
  if (found.length > 0) return found;
  const names = packs.map((pack) => pack.name);
  throw new CallgateError('PACK_UNKNOWN', `${where} has no pack \`${display(name)}\``, {
    help: didYouMean(name, names) ?? `there are ${names.map((each) => display(each)).join(', ') || 'none'}`,
  });
};

/**
 * What an operator names: `filesystem` (one that is shipped), `npm:PACKAGE` or `npm:PACKAGE#NAME`, or the path of a
 * file or folder, with a slash in it. `from` is where paths and packages are looked for.
 */
export const findPacks = (reference: string, from: string): readonly PackFile[] => {
  if (reference.startsWith(NPM)) {
    const [name = '', one] = reference.slice(NPM.length).split('#');
    const packs = packagePacks(name, from);
    return one === undefined ? packs : named(packs, one, `the package \`${display(name)}\``);
  }
  if (!/[/\\]/u.test(reference)) return named(shippedPacks(), reference, 'Callgate');
  const path = resolve(from, reference);
  return isPackPath(path) ? [packAt(path)] : packsFrom(path);
};
