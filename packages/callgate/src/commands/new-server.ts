import { display } from '@callgate/core';
import { newServer } from '../new/new-server.ts';
import { textOption } from '../options/option.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

export const commands: Commands = {
  'new server': command(
    {
      folder: { type: 'positional', required: true, description: 'Where to; empty or not there yet' },
      name: textOption('What to call the server; the name of the folder if absent'),
    },
    ({ folder, name }) => {
      for (const path of newServer(folder, name)) write(path);
      write(`\nIn ${display(folder)}: npm install, npm test, npm start.`);
    },
  ),
};
