import { afterAll, beforeAll, expect, it } from 'vitest';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { signInClient } from './api-client.ts';
import type { TestConsole } from './test-console.ts';
import { NOTE_TOOLS, openTestConsole } from './test-console.ts';
import { bareWeb } from './serve/bare-web.ts';

const PEOPLE = {
  all: ['ana', 'ben', 'vic'].map((subject) => ({ subject, groups: [], active: true })),
  selfApproval: false,
};

let place: TestConsole;
beforeAll(async () => {
  place = await openTestConsole({
    people: PEOPLE,
    roles: { ana: 'operator', ben: 'approver', vic: 'viewer' },
    web: bareWeb(),
  });
});
afterAll(() => place.close());

const hold = async (id: string, subject = 'bot'): Promise<string> => {
  const { call } = await place.call({
    tool: 'delete_note',
    arguments: { id },
    principal: { ...LOCAL_PRINCIPAL, subject },
  });
  return call ?? '';
};

it('shows what the server says of its tool, and lets an approver decide', async () => {
  const call = await hold('1');
  const ben = await signInClient(place, 'ben');
  const seen = await ben.read('inbox.question', { call });
  expect(seen.tool).toEqual({ title: null, description: 'Deletes a note for good' });
  expect(seen.toolChanged).toBe(false);
  expect(seen.voteBar).toBeNull();
  expect(seen.scopes.find(({ kind }) => kind === 'session')?.notPossible).toBeNull();
  const voted = await ben.change('inbox.vote', {
    call,
    binding: seen.question.binding,
    verdict: 'refuse',
    opened: true,
    reason: 'keep it',
  });
  expect(voted.state).toBe('refused');
  const after = await ben.read('inbox.question', { call });
  expect(after).toMatchObject({ state: 'refused', votes: [{ subject: 'ben', reason: 'keep it' }] });
});

it('gives each role what it may do and nothing more', async () => {
  const call = await hold('2');
  const [vic, ben, ana] = await Promise.all(['vic', 'ben', 'ana'].map((name) => signInClient(place, name)));
  if (vic === undefined || ben === undefined || ana === undefined) throw new Error('nobody');
  const { question } = await vic.read('inbox.question', { call });
  const vote = { call, binding: question.binding, verdict: 'refuse', opened: true } as const;
  await expect(vic.change('inbox.vote', vote)).rejects.toThrow('403');
  await expect(
    vic.change('inbox.voteGroup', { calls: [{ call, binding: question.binding }], verdict: 'refuse' }),
  ).rejects.toThrow('403');
  for (const who of [vic, ben]) {
    await expect(who.change('inbox.revoke', { grant: 'g', reason: 'r' })).rejects.toThrow('403');
    await expect(who.change('inbox.settle', { call, as: 'happened', reason: 'r' })).rejects.toThrow('403');
  }
  await expect(ana.change('inbox.revoke', { grant: 'g', reason: 'r' })).rejects.toThrow('409 GRANT_CHANGED');
  expect(await ben.change('inbox.vote', { ...vote, binding: 'sha256:0' })).toMatchObject({
    state: 'held',
    refusal: 'QUESTION_CHANGED',
  });
  await expect(ben.read('inbox.question', { call: 'nobody' })).rejects.toThrow('404 CALL_UNKNOWN');
});

it('does not let people decide about their own calls', async () => {
  const call = await hold('3', 'ben');
  const ben = await signInClient(place, 'ben');
  const { question, voteBar } = await ben.read('inbox.question', { call });
  expect(voteBar).toBe('OWN_OR_DISABLED');
  expect(
    await ben.change('inbox.vote', { call, binding: question.binding, verdict: 'approve', opened: true }),
  ).toMatchObject({ state: 'held', refusal: 'VOTE_FORBIDDEN' });
  expect(await place.gateway.gate.desk.read.votes(call)).toEqual([]);
});

it('shows calls together as long as they are not too much, and says what to do where they are', async () => {
  const vic = await signInClient(place, 'vic');
  const long = async (id: string): Promise<string> => {
    const { call } = await place.call({
      tool: 'delete_note',
      arguments: { id, text: 'x'.repeat(900_000) },
      principal: { ...LOCAL_PRINCIPAL, subject: 'writer' },
    });
    return call ?? '';
  };
  const calls = [await long('a'), await long('b'), await long('c')];
  expect((await vic.read('inbox.group', { calls: calls.slice(0, 2) })).calls).toHaveLength(2);
  await expect(vic.read('inbox.group', { calls })).rejects.toThrow('400 GROUP_TOO_LARGE');
});

it('says that a tool is no longer offered once its server lists it no more', async () => {
  const call = await hold('gone');
  const ben = await signInClient(place, 'ben');
  expect(await ben.read('inbox.question', { call })).toMatchObject({ toolChanged: false });
  place.servers['notes']?.use(NOTE_TOOLS.filter(({ name }) => name !== 'delete_note'));
  await expect
    .poll(async () => await ben.read('inbox.question', { call }))
    .toMatchObject({ tool: null, toolChanged: true });
  place.servers['notes']?.use(NOTE_TOOLS);
});
