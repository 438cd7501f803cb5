import type { ArgsDef } from 'citty';
import { homePaths } from '../home.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  what: {
    type: 'positional',
    required: true,
    description:
      'A configuration, policy, lock or pack file (a pack also as pack:NAME); or a server, and the names of its changed tools',
  },
  trust: {
    type: 'boolean',
    description: 'The trust the configuration gives this server is meant for its command or url as it is now',
  },
  config: { type: 'string', alias: 'c', description: 'With --trust: the configuration' },
  digest: { type: 'string', description: 'Ask nobody, and accept only what has this digest' },
  json: { type: 'boolean', description: 'What would be accepted, as JSON' },
} as const satisfies ArgsDef;

/** `callgate accept FILE`, `callgate accept SERVER [TOOL…]` */
export const acceptCommand: CommandEntry = commandEntry(
  'accept',
  'Say that you have looked: at a file that was found, or at tools that changed',
  args,
  async ({ args: given }) => {
    const { acceptWhat } = await import('../serve/accept-what.ts');
    const [what = '', ...tools] = given._;
    await acceptWhat({
      what,
      tools,
      trust: given.trust ?? false,
      config: given.config,
      digest: given.digest,
      json: given.json ?? false,
      home: homePaths(process.env),
    });
  },
);
