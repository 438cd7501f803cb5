import { display } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { newServer } from '../new/new-server.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  folder: { type: 'positional', required: true, description: 'Where to; empty or not there yet' },
  name: { type: 'string', description: 'What to call the server; the name of the folder if absent' },
} as const satisfies ArgsDef;

export const newServerCommand: CommandEntry = commandEntry(
  'new server',
  'Write a small MCP server that declares all it does, with a manifest and tests',
  args,
  ({ args: { folder, name } }) => {
    for (const path of newServer(folder, name)) write(path);
    write(`\nIn ${display(folder)}: npm install, npm test, npm start.`);
  },
);
