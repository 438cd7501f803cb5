import type { ArgsDef } from 'citty';
import { withRecord } from '../audit/open-record.ts';
import { RECORD_PLACE } from '../audit/record-place.ts';
import { timelineText } from '../sessions/timeline.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  session: { type: 'positional', required: true, description: 'The id of any of its calls, or its key' },
  ...RECORD_PLACE,
  json: { type: 'boolean', description: 'All of it as JSON' },
} as const satisfies ArgsDef;

/** `callgate sessions show CALL` */
export const sessionsShowCommand: CommandEntry = commandEntry(
  'sessions show',
  'One session that calls were made in, as a timeline: calls, labels, where values came from',
  args,
  async ({ args: given }) => {
    await withRecord(given, async ({ operations }) => {
      const story = await operations.ask('sessions.show', { session: given.session });
      write(given.json === true ? asciiJson(story, 2) : timelineText(story));
    });
  },
);
