import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { CallgateError, display, isJsonObject, getOwn } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { packErrors } from '@callgate/messages/errors/pack';
import { z } from 'zod';
import type { PackFile } from './read-packs.ts';
import { isPackPath, readPackFile, readPacks } from './read-packs.ts';

const PACKAGE_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/u;
const USUAL_FOLDER = 'callgate-packs';

const packsField = z.union([z.string(), z.array(z.string())]);

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The nearest `node_modules` that has it, as Node looks for it, without asking the package anything. */
const packageFolder = (name: string, from: string): string => {
  if (!PACKAGE_NAME.test(name))
    throw new CallgateError(packErrors.packageNameInvalid({ name: display(name) }));
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (isFolder(found)) return realpathSync(found);
    if (folder === dirname(folder))
      throw new CallgateError(packErrors.packageMissing({ name: display(name), from: display(from) }));
  }
};

/** What its package.json says about packs. */
const placesIn = (folder: string, name: string): readonly string[] => {
  try {
    const manifest = parseStrict(readFileSync(join(folder, 'package.json'), 'utf8'));
    const callgate = isJsonObject(manifest) ? getOwn(manifest, 'callgate') : undefined;
    const said = isJsonObject(callgate) ? getOwn(callgate, 'packs') : undefined;
    return said === undefined ? [USUAL_FOLDER] : [packsField.parse(said)].flat();
  } catch (cause) {
    throw new CallgateError(packErrors.packageUnreadable({ name: display(name) }), { cause });
  }
};

const inside = (folder: string, place: string, name: string): string => {
  const path = resolve(folder, place);
  let real: string;
  try {
    real = realpathSync(path);
  } catch (cause) {
    throw new CallgateError(
      packErrors.packageEmpty({ name: display(name), place: display(place), folder: USUAL_FOLDER }),
      { cause },
    );
  }
  if (real !== folder && !real.startsWith(folder + sep))
    throw new CallgateError(packErrors.packageOutside({ name: display(name), place: display(place) }));
  return real;
};

/** The packs of an npm package that is installed for `from`. Nothing of the package is run. */
export const readPackagePacks = (name: string, from: string): readonly PackFile[] => {
  const folder = packageFolder(name, from);
  return placesIn(folder, name).flatMap((place) => {
    const path = inside(folder, place, name);
    if (!isFolder(path)) return isPackPath(path) ? [readPackFile(path)] : [];
    // a link in the folder could lead out of the package again
    return readPacks(path).map((file) => readPackFile(inside(folder, file.path, name)));
  });
};
