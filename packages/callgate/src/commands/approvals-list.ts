import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { waitingText } from '../desk/call-text.ts';
import type { DeskAccess } from '../desk/open-access.ts';
import { openAccess } from '../desk/open-access.ts';
import { allPages } from '../desk/pages.ts';
import { watchApprovals } from '../desk/watch-approvals.ts';
import { homeAnswers } from '../home-answers.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { counted } from '../show/columns.ts';
import { write, writeInTurn } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  json: { type: 'boolean', description: 'One call a line as JSON' },
  watch: { type: 'boolean', description: 'The same as callgate approvals watch' },
} as const satisfies ArgsDef;

/** Whether the user of this machine is among the people of the configuration in Callgate's folder; yes where it cannot be told. */
const mayDecideHere = async (): Promise<boolean> => {
  const answers = await homeAnswers(process.env)().catch(() => undefined);
  if (answers === undefined) return true;
  const { subject } = LOCAL_PRINCIPAL;
  return answers.people.all.some(
    (person) => person.active && (person.subject === subject || person.aliases?.includes(subject) === true),
  );
};

const list = async (access: DeskAccess, json: boolean): Promise<void> => {
  let count = 0;
  for await (const call of allPages((page) => access.operations.ask('calls.waiting', page))) {
    count += 1;
    await writeInTurn(json ? asciiJson(call) : `${waitingText(call, Date.now())}\n`);
  }
  if (json) return;
  if (count === 0) {
    write('nothing waits for people');
    return;
  }
  const how = (await mayDecideHere())
    ? 'see one whole and decide with callgate approve CALL or callgate refuse CALL'
    : 'see one whole with callgate approvals show CALL; the people of callgate.yaml decide, in the console';
  write(`${counted(count, 'call')} ${count === 1 ? 'waits' : 'wait'}; ${how}`);
};

/** `callgate approvals list`, `callgate approvals`, `callgate inbox` */
export const approvalsListCommand: CommandEntry = commandEntry(
  'approvals list',
  'The calls that wait for people, most urgent first',
  args,
  async ({ args: given }) => {
    if (given.watch === true) {
      await watchApprovals({ json: given.json === true });
      return;
    }
    const access = await openAccess({ write: false });
    try {
      await list(access, given.json === true);
    } finally {
      await access.close();
    }
  },
);
