import type { JsonObject } from '@callgate/core';
import { Checkpointer } from '@callgate/gate/audit';
import { fileAnchor } from '@callgate/gate/record';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { loadPolicy } from '@callgate/policy';
import type { FixtureTool } from '../fixture-server.ts';
import type { TestConsole, TestConsoleOptions } from '../test-console.ts';
import { NOTE_TOOLS, openTestConsole } from '../test-console.ts';

export const SECRET = 'hunter22-canary';

const THINK: FixtureTool = {
  name: 'think',
  annotations: { readOnlyHint: true, openWorldHint: false, aiProcessingHint: true },
};

const redacting = loadPolicy([
  {
    name: 'test.yaml',
    text: 'extends: balanced\nrules: [{id: hide, tools: "*", redact: token, reason: tokens are secret}]',
  },
]);

/** The record as it is now, signed and anchored. */
export const signAuditLog = async (place: TestConsole): Promise<number> => {
  const { keys } = place.gateway;
  const store = await openSqliteStore({ path: place.gateway.config().store.path, keys });
  try {
    const made = await new Checkpointer({ store, keys, everyRows: 1 }).catchUp('now');
    if (made === undefined) throw new Error('there was nothing to sign');
    await fileAnchor(place.home.anchors).put(made);
    return made.size;
  } finally {
    await store.close();
  }
};

/** Somebody's word on a call that waits. */
export const castVote = async (
  place: TestConsole,
  call: string,
  verdict: 'approve' | 'refuse',
  reason?: string,
): Promise<void> => {
  const { desk } = place.gateway.gate;
  const question = await desk.question(call);
  await desk.vote({
    call,
    subject: 'local',
    verdict,
    via: 'terminal',
    binding: question?.binding ?? '',
    opened: true,
    ...(reason === undefined ? {} : { reason }),
  });
};

export interface BusyConsole {
  readonly place: TestConsole;
  /** Calls that waited, by what became of them. */
  readonly held: string;
  readonly approved: string;
  readonly refused: string;
}

const createWaitingCall = async (place: TestConsole, tool: string, args: JsonObject): Promise<string> => {
  const { call } = await place.call({ tool, arguments: args });
  if (call === undefined) throw new Error(`${tool} did not wait`);
  return call;
};

/** A place where some of everything has happened. */
export const openBusyConsole = async (options: TestConsoleOptions = {}): Promise<BusyConsole> => {
  if (!redacting.ok) throw new Error('the policy is right');
  const place = await openTestConsole({
    servers: { notes: [...NOTE_TOOLS, THINK] },
    policy: redacting.policy,
    ...options,
  });
  for (let id = 0; id < 6; id += 1)
    await place.call({
      tool: 'read_note',
      arguments: { id: `n${id}`, token: SECRET },
      context: `c${id % 2}`,
    });
  await place.call({ tool: 'think', arguments: {} });
  const approved = await createWaitingCall(place, 'delete_note', { id: 'old', token: SECRET });
  await castVote(place, approved, 'approve');
  await place.call({ tool: 'delete_note', arguments: { id: 'old', token: SECRET } });
  const refused = await createWaitingCall(place, 'send_mail', { to: 'eve@example.com', body: 'hello' });
  await castVote(place, refused, 'refuse', 'nobody asked for it');
  const held = await createWaitingCall(place, 'delete_note', { id: 'newer' });
  return { place, held, approved, refused };
};
