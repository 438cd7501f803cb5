import { CallgateError, display } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { renameError } from '../desk/rename-error.ts';
import { openAccess } from '../desk/open-access.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';

const args = {
  call: { type: 'positional', required: true, description: 'The id of the call' },
  as: {
    type: 'string',
    valueHint: 'happened|did-not-happen',
    description: 'What you found out: happened or did-not-happen',
  },
  reason: { type: 'string', description: 'How you know; it stands in the record' },
  json: { type: 'boolean', description: 'What was done as JSON' },
} as const satisfies ArgsDef;

const foundOut = (text: string): 'happened' | 'did-not-happen' => {
  if (text === 'happened' || text === 'did-not-happen') return text;
  throw new CallgateError('OPTION_VALUE', `--as: \`${display(text, { max: 40 })}\` is neither of the two`, {
    help: 'write happened or did-not-happen',
  });
};

/** `callgate settle CALL` */
export const settleCommand: CommandEntry = commandEntry(
  'settle',
  'Say what came of a call whose outcome nobody knows',
  args,
  async ({ args: given }) => {
    const as = foundOut(requiredOption(given.as, 'as', 'settle'));
    const reason = requiredOption(given.reason, 'reason', 'settle');
    const access = await openAccess({ write: true });
    try {
      await access.operations.ask('inbox.settle', { call: given.call, as, reason }).catch(
        renameError('CALL_CHANGED', 'CALL_SETTLED', {
          message: `${display(given.call, { max: 128 })} is no call whose outcome nobody knows, or somebody has settled it`,
          help: 'see callgate status',
        }),
      );
      write(
        given.json === true
          ? asciiJson({ call: given.call, settled: as, reason })
          : `settled as ${as}: ${display(given.call, { max: 128 })}`,
      );
    } finally {
      await access.close();
    }
  },
);
