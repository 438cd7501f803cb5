import { display } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { openAccess } from '../desk/open-access.ts';
import { allPages } from '../desk/pages.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { bold, write, writeInTurn } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  all: { type: 'boolean', description: 'Those that are used up, over or taken back too' },
  json: { type: 'boolean', description: 'One grant a line as JSON' },
} as const satisfies ArgsDef;

/** `callgate grants` */
export const grantsCommand: CommandEntry = commandEntry(
  'grants',
  'What may be called without asking, how far each grant reaches, and who gave it',
  args,
  async ({ args: given }) => {
    const access = await openAccess({ write: false });
    try {
      let count = 0;
      const live = given.all !== true;
      for await (const { grant, words } of allPages((page) =>
        access.operations.ask('inbox.grants', { ...page, live }),
      )) {
        count += 1;
        await writeInTurn(
          given.json === true ? asciiJson(grant) : `${bold(display(grant.id, { max: 128 }))}\n  ${words}\n`,
        );
      }
      if (count === 0 && given.json !== true) write(live ? 'no grant counts now' : 'no grant was ever given');
    } finally {
      await access.close();
    }
  },
);
