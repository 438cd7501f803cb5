/** One gate in a process of its own, with an upstream that answers at once: `gate-process.ts PLACE KEYS NAME`. */
import { randomUUID } from 'node:crypto';
import type { Principal } from '@callgate/core';
import { describeTool, traceTool } from '@callgate/core';
import type { UpstreamResponse, Dispatcher } from '@callgate/gate';
import { createGate, openKeys, systemClock } from '@callgate/gate';
import { isPostgresUrl } from '@callgate/gate/store';
import { presetPolicy } from '@callgate/policy';
import { READ_NOTE } from '../read-note.ts';
import type { BenchCaller } from './serve-calls.ts';
import { serveCalls } from './serve-calls.ts';

const [, , place = '', keyFile = '', name = ''] = process.argv;

/** Calls that a conversation has before its agent begins another. */
const CALLS_OF_A_CONVERSATION = 64;

const tool = traceTool(describeTool({ server: 'notes', trust: 'trusted', definition: READ_NOTE }), READ_NOTE);

const RESULT: UpstreamResponse = {
  type: 'result',
  result: { content: [{ type: 'text', text: 'x'.repeat(100) }] },
};

const dispatch: Dispatcher = async (dispatchable) => {
  dispatchable.take();
  return RESULT;
};

const agent = (client: number): Principal => ({
  subject: `agent-${name}-${client}`,
  kind: 'service',
  groups: [],
  roles: [],
  delegation: [],
});

const openPlace = async (
  keys: ReturnType<typeof openKeys>,
): Promise<Pick<Parameters<typeof createGate>[0], 'store' | 'clock'>> => {
  if (isPostgresUrl(place)) {
    const { openPostgresStore } = await import('@callgate/cluster');
    const store = await openPostgresStore({ url: place, keys });
    return { store, clock: store.clock };
  }
  const { openSqliteStore } = await import('@callgate/gate/sqlite');
  return { store: await openSqliteStore({ path: place, keys }), clock: systemClock };
};

const open = async (): Promise<BenchCaller> => {
  const keys = openKeys(keyFile);
  const opened = await openPlace(keys);
  const gate = await createGate({
    ...opened,
    policy: presetPolicy('balanced'),
    catalogue: { find: () => tool },
    keys,
  });
  const life = randomUUID();
  const conversations: number[] = [];
  return {
    one: async (client) => {
      // every call of an agent has arguments of its own and is in a conversation that goes on over the rounds
      const call = (conversations[client] ?? -1) + 1;
      conversations[client] = call;
      const finished = await gate.run(
        {
          kind: 'tool',
          server: 'notes',
          name: 'read_note',
          arguments: {
            id: `note-${life}-${client}-${call}`,
            folder: 'inbox',
            comment: 'a text of ordinary length, as tools get them',
          },
          principal: agent(client),
          context: `${life}-${client}-${Math.trunc(call / CALLS_OF_A_CONVERSATION)}`,
          authenticated: true,
        },
        dispatch,
      );
      if (finished.state !== 'done') throw new Error(`a call ended ${finished.state}`);
    },
    close: async () => {
      await gate.close();
      await opened.store.close();
    },
  };
};

await serveCalls(open);
