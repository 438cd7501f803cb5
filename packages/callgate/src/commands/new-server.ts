import { lstatSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CallgateError, display } from '@callgate/core';
import { authorMessages } from '@callgate/messages/cli/authors';
import { commandErrors } from '@callgate/messages/errors/command';
import { textOption } from '../options/option.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const TEMPLATE: string = fileURLToPath(new URL('../../templates/server/', import.meta.url));
/** What the server is called in every file of the template. */
const PLACEHOLDER = 'my-server';
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** npm leaves files of this name out of packages. */
const written = (path: string): string => path.replace(/(^|\/)gitignore$/, '$1.gitignore');

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .toSorted();

const checkServerName = (name: string): string => {
  if (NAME.test(name)) return name;
  throw new CallgateError(commandErrors.packageName({ name: display(name) }));
};

const refuseTaken = (home: string): void => {
  const there = lstatSync(home, { throwIfNoEntry: false });
  if (there === undefined) return;
  // of a link, what it leads to counts
  if (statSync(home, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CallgateError(commandErrors.notAFolder({ path: display(home) }));
  if (readdirSync(home).length > 0)
    throw new CallgateError(commandErrors.folderNotEmpty({ path: display(home) }));
};

/** Writes a new server into a folder that is empty or not there yet; the paths of its files. */
export const createServerProject = (folder: string, given?: string): readonly string[] => {
  const home = resolve(folder);
  const name = checkServerName(given ?? basename(home).toLowerCase());
  refuseTaken(home);
  return filesOf(TEMPLATE).map((path) => {
    const to = join(home, written(path));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, readFileSync(join(TEMPLATE, path), 'utf8').replaceAll(PLACEHOLDER, name), {
      flag: 'wx',
    });
    return written(path);
  });
};

const { newServer: texts } = authorMessages;

export const commands: Commands = {
  'new server': command(
    {
      folder: { type: 'positional', required: true, description: texts.folder },
      name: textOption(texts.name),
    },
    ({ folder, name }) => {
      for (const path of createServerProject(folder, name)) write(path);
      write(`\n${texts.next({ folder: display(folder) })}`);
    },
  ),
};
