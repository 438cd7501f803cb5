import { existsSync } from 'node:fs';
import { CallgateError, Engine, display } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import { readKeys } from '@callgate/gate';
import { mayBeStore } from '@callgate/gate/store';
import { openStoreReader } from '@callgate/gateway/store';
import { ReplayCount, replayRecord } from '@callgate/gate/replay';
import type { ArgsDef } from 'citty';
import type { CommandEntry } from '../commands/command-entry.ts';
import { commandEntry, requiredOption } from '../commands/command-entry.ts';
import { besideOf } from '../audit/open-record.ts';
import { openPolicy } from '../policy-source.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write, writeInTurn } from '../show/style.ts';
import { replayTallyText, replayedRowJson, replayedRowText } from './from-record-text.ts';

const args = {
  audit: { type: 'string', description: 'The database with the record' },
  policy: { type: 'string', description: 'A preset or policy files, separated by commas' },
  keys: { type: 'string', description: 'The key file; callgate.key beside the database if absent' },
  json: { type: 'boolean', description: 'One finding a line as JSON, the summary last' },
} as const satisfies ArgsDef;

/** Without keys what is sealed stays sealed, and those rows are told of. */
const keysFor = (database: string, given: string | undefined): Keys | undefined => {
  if (given !== undefined) return readKeys(given);
  const beside = besideOf(database).keys;
  return existsSync(beside) ? readKeys(beside) : undefined;
};

export const replayAuditCommand: CommandEntry = commandEntry(
  'replay --audit DB',
  'Decide again everything that the record tells of: with its own policies, and with a new one',
  args,
  async ({ args: given }) => {
    const database = requiredOption(given.audit, 'audit', 'replay');
    const policy = openPolicy(requiredOption(given.policy, 'policy', 'replay').split(','));
    if (!mayBeStore(database))
      throw new CallgateError('FILE_UNREADABLE', `${display(database)} cannot be read`, {
        help: 'check the path',
      });
    const keys = keysFor(database, given.keys);
    const { read, close } = await openStoreReader(database);
    const count = new ReplayCount();
    try {
      for await (const found of replayRecord({ read, keys }, new Engine(policy))) {
        count.add(found);
        if (given.json === true)
          for (const line of replayedRowJson(found)) await writeInTurn(asciiJson(line));
        else {
          const text = replayedRowText(found);
          if (text !== undefined) await writeInTurn(text);
        }
      }
    } finally {
      await close();
    }
    const tally = count.tally();
    write(
      given.json === true
        ? asciiJson({ type: 'summary', policy: { name: policy.name, revision: policy.revision }, ...tally })
        : replayTallyText(policy.name, tally),
    );
    if (tally.notReproduced + tally.unreadable > 0) process.exitCode = 1;
  },
);
