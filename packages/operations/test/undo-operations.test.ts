import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { verifyAuditLog } from '@callgate/gate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approveCall } from '../../gateway/test/approve-call.ts';
import type { PipeClient, TestGateway } from '../../gateway/test/test-gateway.ts';
import { openTestGateway, stdioServer } from '../../gateway/test/test-gateway.ts';
import type { OperationsClient } from '../src/operation-table.ts';
import { localClient } from '../src/operation-table.ts';
import { undoOperations } from '../src/undo/undo-operations.ts';
import { caller } from './inbox-office.ts';

let at: TestGateway;
let client: PipeClient;

beforeAll(async () => {
  const notes = stdioServer('notes', 'python3', [join(import.meta.dirname, 'notes.py')], {
    trust: 'trusted',
    overrides: [{ tools: '*', override: { set: { privilegedAccess: 'no' } } }],
  });
  at = await openTestGateway({
    servers: [notes],
    config: (config) => ({ ...config, approvals: { ...config.approvals, waitMs: 20_000, readingMs: 0 } }),
  });
  client = at.connect();
  await client.initialize();
});
afterAll(() => at.close());

const asks = (role: 'viewer' | 'approver' | 'operator' = 'operator'): OperationsClient =>
  localClient(undoOperations(at.gateway), caller('local', role));

/** The id of a call that an agent made. */
const called = async (name: string, args: JsonObject = { text: 'hello' }): Promise<string> => {
  const { error } = await client.call(name, args);
  expect(error).toBeUndefined();
  const { items } = await at.gateway.gate.desk.read.search({ target: name }, { limit: 1 });
  return items[0]?.id ?? '';
};

const stateOf = async (call: string): Promise<string | undefined> =>
  (await at.gateway.gate.desk.read.call(call))?.state;

it('is a call of its own: filled from the call and its result, decided, approved by people and recorded', async () => {
  const call = await called('add_note');
  expect(await asks('approver').ask('undo.call', { call })).toMatchObject({
    server: 'notes',
    tool: 'remove_note',
    arguments: { id: 'n1' },
    missing: [],
    isOffered: true,
    isBelieved: true,
    made: null,
  });
  const made = await asks().ask('undo.make', { call });
  // a removal needs approval
  expect(made.state).toBe('held');
  expect(await stateOf(made.call)).toBe('held');
  // asking again is the same call
  expect(await asks().ask('undo.make', { call })).toEqual(made);
  await approveCall(at.gateway, made.call);
  await expect.poll(() => stateOf(made.call)).toBe('done');
  expect(await asks().ask('undo.call', { call })).toMatchObject({ made: { call: made.call, state: 'done' } });
  const { gate, keys } = at.gateway;
  expect(await verifyAuditLog(gate.desk.read, { keys })).toMatchObject({ problems: [] });
});

it('says what is missing, and calls nothing then', async () => {
  const call = await called('tag_note');
  expect(await asks().ask('undo.call', { call })).toMatchObject({
    tool: 'untag_note',
    arguments: { id: expect.any(String) },
    missing: ['tag'],
  });
  await expect(asks().ask('undo.make', { call })).rejects.toMatchObject({ code: 'UNDO_ARGUMENTS' });
  const { items } = await at.gateway.gate.desk.read.search({ target: 'untag_note' }, { limit: 1 });
  expect(items).toEqual([]);
});

it('is not made of a tool that its server does not offer', async () => {
  const call = await called('move_note');
  expect(await asks().ask('undo.call', { call })).toMatchObject({ tool: 'no_such_tool', isOffered: false });
  await expect(asks().ask('undo.make', { call })).rejects.toMatchObject({ code: 'UNDO_TOOL' });
});

it.each(['fail_note', 'keep_note'])('is nothing for %s, which did nothing or names no tool', async (name) => {
  const call = await called(name);
  expect(await asks().ask('undo.call', { call })).toBeNull();
  await expect(asks().ask('undo.make', { call })).rejects.toMatchObject({ code: 'UNDO_NONE' });
});

it('is for operators, and of calls that are known', async () => {
  const call = await called('add_note', { text: 'mine' });
  await expect(asks('approver').ask('undo.make', { call })).rejects.toMatchObject({ code: 'CONTROL_ROLE' });
  await expect(asks('viewer').ask('undo.call', { call })).rejects.toMatchObject({ code: 'CONTROL_ROLE' });
  expect(await asks().ask('undo.call', { call: '../x' })).toBeNull();
});
