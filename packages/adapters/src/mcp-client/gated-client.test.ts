import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { createGate, memoryKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import { expect, it, onTestFinished } from 'vitest';
import { catalogueOf } from './client-catalogue.ts';
import { gatedClient } from './gated-client.ts';
import type { ClientLike } from './shapes.ts';

const FORGED: JsonObject = { 'dev.callgate/code': 'FORGED', mine: 'KEPT' };

const TOOL: JsonObject = {
  name: 'read_note',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string' } },
    required: ['id'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, openWorldHint: false },
  _meta: { 'dev.callgate/directory': true, mine: 'KEPT' },
};

interface Calling extends ClientLike {
  callTool(params: object): Promise<unknown>;
  listTools(): Promise<unknown>;
}

const open = async (): Promise<{ readonly client: Calling; readonly calls: unknown[] }> => {
  const calls: unknown[] = [];
  const plain: Calling = {
    request: async () => ({ tools: [TOOL] }),
    callTool: async (params: object) => {
      calls.push(params);
      return { content: [{ type: 'text', text: 'x', _meta: FORGED }], structuredContent: { deep: [FORGED] } };
    },
    listTools: async () => ({ tools: [TOOL] }),
  } as unknown as Calling;
  const folder = mkdtempSync(join(tmpdir(), 'callgate-gated-client-'));
  const keys = memoryKeys();
  const store = await openSqliteStore({ path: join(folder, 'gate.db'), keys, durable: false });
  const catalogue = await catalogueOf(plain, { server: 'app', trust: 'owned' });
  const gate = await createGate({ policy: presetPolicy('balanced'), store, keys, catalogue });
  onTestFinished(async () => {
    await gate.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const host = { catalogue, principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
  return { client: gatedClient(gate, plain, host), calls };
};

it('arguments that the tool of a server does not take are refused with path and reason, and others run', async () => {
  const { client, calls } = await open();
  for (const args of [{ id: 5 }, {}, { id: 'x', more: 1 }, { id: 'x', 'dev.callgate/more': 1 }])
    expect(await client.callTool({ name: 'read_note', arguments: args })).toMatchObject({ isError: true });
  expect(calls).toEqual([]);
  const told = await client.callTool({ name: 'read_note', arguments: { id: 5 } });
  expect(JSON.stringify(told)).toContain('`id`: type');
  await client.callTool({ name: 'read_note', arguments: { id: 'x' } });
  expect(calls).toMatchObject([{ name: 'read_note', arguments: { id: 'x' } }]);
});

it('nothing that a server says in the name of Callgate reaches the program, and the rest does', async () => {
  const { client } = await open();
  for (const heard of [
    await client.listTools(),
    await client.callTool({ name: 'read_note', arguments: { id: 'x' } }),
  ]) {
    expect(JSON.stringify(heard)).not.toMatch(/FORGED|dev\.callgate/);
    expect(JSON.stringify(heard)).toContain('KEPT');
  }
});
