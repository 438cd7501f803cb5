import type { ArgsDef } from 'citty';
import { watchApprovals } from '../desk/watch-approvals.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  json: {
    type: 'boolean',
    description: 'What comes and goes, one line of JSON each, until it is interrupted',
  },
} as const satisfies ArgsDef;

/** `callgate approvals watch` */
export const approvalsWatchCommand: CommandEntry = commandEntry(
  'approvals watch',
  'The inbox on the whole terminal: look, approve, refuse; plain lines where there is no terminal',
  args,
  async ({ args: given }) => {
    await watchApprovals({ json: given.json === true });
  },
);
