import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { packErrors } from '@callgate/messages/errors/pack';
import type { YamlRefusal } from '@callgate/policy/yaml';
import { MAX_YAML_BYTES, readText, loadYaml } from '@callgate/policy/yaml';
import type { Pack } from './pack-schema.ts';
import { packSchema } from './pack-schema.ts';

export type PackOutcome = { readonly ok: true; readonly pack: Pack } | YamlRefusal;

/** Reads the text of a pack. `name` is for messages. Nothing of it counts by being read: the operator accepts it. */
export const readPack = (text: string, name: string): PackOutcome => {
  const read = loadYaml(packSchema, { name, text }, { code: 'PACK', keyHelp: () => undefined });
  return read.ok ? { ok: true, pack: read.content } : read;
};

/** A file that should be a pack, with its whole text: that is what an operator accepts. */
export interface PackFile {
  /** The name of the file without its ending. */
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly outcome: PackOutcome;
}

const ENDING = /\.ya?ml$/u;

export const isPackPath = (path: string): boolean => ENDING.test(path);

/** The name of a pack by its file. */
export const packName = (path: string): string => basename(path).replace(ENDING, '');

export const readPackFile = (path: string): PackFile => {
  let text: string;
  try {
    if (statSync(path).size > MAX_YAML_BYTES)
      throw new CallgateError(packErrors.tooLarge({ path: display(path) }));
    text = readText(path);
  } catch (cause) {
    if (cause instanceof CallgateError) throw cause;
    throw new CallgateError(packErrors.unreadable({ path: display(path) }), { cause });
  }
  return { name: packName(path), path, text, outcome: readPack(text, path) };
};

/** Every pack in a folder, by name. Folders in it are not looked into. */
export const readPacks = (folder: string): readonly PackFile[] => {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch (cause) {
    throw new CallgateError(packErrors.folderUnreadable({ folder: display(folder) }), { cause });
  }
  return names
    .filter(isPackPath)
    .toSorted()
    .map((name) => readPackFile(join(folder, name)));
};
