import { writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { languageServerMessages } from '@callgate/messages/cli/language-server';
import { commandErrors } from '@callgate/messages/errors/command';
import { formatYaml } from '@callgate/policy/editor';
import { readTextFile } from '../manifest/read-tools.ts';
import { flagOption } from '../options/option.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const { format: texts } = languageServerMessages;

const formatFile = (
  path: string,
): { readonly path: string; readonly before: string; readonly after: string } => {
  const before = readTextFile(path);
  const after = /^\.ya?ml$/.test(extname(path)) ? formatYaml(before) : undefined;
  if (after === undefined) throw new CallgateError(commandErrors.notFormattable({ path: display(path) }));
  return { path, before, after };
};

export const commands: Commands = {
  format: command(
    {
      files: { type: 'positional', required: true, description: texts.files },
      write: flagOption(texts.write),
    },
    ({ _: paths, write: writes }) => {
      // one that cannot be read costs all: none is half done
      const files = paths.map(formatFile);
      const changed = files.filter(({ before, after }) => before !== after);
      for (const { path, after } of changed) {
        if (writes === true) writeFileSync(path, after);
        write((writes === true ? texts.written : texts.changed)({ path: display(path) }));
      }
      if (changed.length === 0) write(texts.same({ count: files.length }));
      else if (writes !== true) process.exitCode = 1;
    },
  ),
};
