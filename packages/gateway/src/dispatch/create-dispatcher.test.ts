import { describeTool, traceTool } from '@callgate/core';
import type { SandboxContract } from '@callgate/core/disclose';
import { NO_CONTRACT } from '@callgate/core/disclose';
import type { DispatchContext, Dispatchable } from '@callgate/gate';
import { NotSentError } from '@callgate/gate';
import { expect, it } from 'vitest';
import type { Passage } from './passage.ts';
import { CallsInFlight, createDispatcher } from './create-dispatcher.ts';

const DEFINITION = { name: 'read', inputSchema: { type: 'object' } };

const held = (
  { writes = false, network = false } = {},
  enforced = { readOnly: !writes && !network, closedWorld: !network },
): SandboxContract => ({
  ...enforced,
  place: { level: 'enforced', backend: 'bubblewrap', writes, network },
});

const context: DispatchContext = {
  signal: new AbortController().signal,
  progress: () => undefined,
  watch: () => undefined,
};

/** Whether a call that was judged by one contract leaves while another one holds. */
const leaves = async (judged: SandboxContract, now: SandboxContract): Promise<boolean> => {
  const tool = describeTool({ server: 's', definition: DEFINITION, contract: now });
  const judgedTool = describeTool({ server: 's', definition: DEFINITION, contract: judged });
  let sent = 0;
  const server = {
    name: 's',
    isReady: true,
    config: {},
    upstream: {
      send: async () => {
        sent += 1;
        return { type: 'result', result: {}, isError: false };
      },
    },
  };
  const passage = { server, outbound: { method: 'tools/call', meta: {} }, exchange: {} };
  const dispatch = createDispatcher(
    {
      known: { find: () => traceTool(tool, DEFINITION, {}), identity: () => undefined },
      out: new CallsInFlight(),
      previews: {
        commit: () => Promise.reject(new Error('nothing was previewed')),
        isTransaction: () => false,
        transact: () => Promise.reject(new Error('nothing is a transaction')),
      },
    },
    passage as unknown as Passage,
  );
  const { definition, contract } = judgedTool;
  const call = {
    call: 'c',
    kind: 'tool',
    server: 's',
    target: 'read',
    definition,
    contract,
    quarantined: false,
    changes: null,
  };
  try {
    await dispatch(call as unknown as Dispatchable, context);
  } catch (error) {
    expect(error).toBeInstanceOf(NotSentError);
  }
  return sent === 1;
};

it('a call leaves where what it was judged by still holds', async () => {
  expect(await leaves(NO_CONTRACT, NO_CONTRACT)).toBe(true);
  expect(await leaves(held(), held())).toBe(true);
  expect(await leaves(held({ writes: true }), held({ writes: true }))).toBe(true);
});

it('a call does not leave where less is enforced than it was judged by', async () => {
  expect(await leaves(held(), NO_CONTRACT)).toBe(false);
  expect(await leaves(held(), held({}, { readOnly: false, closedWorld: true }))).toBe(false);
  expect(await leaves(held(), held({}, { readOnly: true, closedWorld: false }))).toBe(false);
});

it('a call does not leave for another place than the one it was judged for', async () => {
  expect(await leaves(held({ network: true }), held({ writes: true, network: true }))).toBe(false);
  expect(await leaves(held({ writes: true, network: true }), held())).toBe(false);
  expect(await leaves(NO_CONTRACT, held())).toBe(false);
});
