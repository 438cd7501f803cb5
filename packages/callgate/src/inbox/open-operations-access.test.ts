import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGate, openKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call, catalogueOf, policyText } from '../../../gate/test/control-office.ts';
import type { OperationsAccess } from './open-operations-access.ts';
import { openOperationsAccess } from './open-operations-access.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-access-'));
  vi.stubEnv('CALLGATE_HOME', folder);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const person = (subject: string) => ({ subject, groups: [], active: true });

/** Two calls that wait, the first for two people and the second for one, and no gate any more. */
const heldCalls = async (): Promise<readonly [string, string]> => {
  const keys = openKeys(join(folder, 'callgate.key'));
  const store = await openSqliteStore({ path: join(folder, 'callgate.db'), keys, durable: false });
  const gate = await createGate({
    policy: policyText(
      'extends: balanced\nrules:\n  - {id: two, tools: office/send_mail, approvers: 2, reason: two of us}\n',
    ),
    store,
    catalogue: catalogueOf(),
    keys,
    people: { all: [person('local'), person('ann'), person('bob')], selfApproval: true },
    limits: { sweepMs: null },
  });
  const two = await gate.begin(call('send_mail', { to: 'bob@example.com', body: 'at ten' }));
  const one = await gate.begin(call('delete_note', { id: '1' }));
  await gate.close();
  await store.close();
  return [two.call, one.call];
};

const vote = async (
  { operations }: OperationsAccess,
  id: string,
  verdict: 'approve' | 'refuse',
): Promise<unknown> => {
  const question = await operations.ask('inbox.prompt', { call: id });
  return await operations.ask('inbox.vote', {
    call: id,
    binding: question?.binding ?? '',
    verdict,
    opened: true,
  });
};

it('without a gate nobody says yes for people who are not known, and what waits for them goes on waiting', async () => {
  const [two, one] = await heldCalls();
  const access = await openOperationsAccess({ write: true, note: () => {} });
  try {
    const refused = expect.objectContaining({
      code: 'PEOPLE_UNKNOWN',
      help: expect.stringContaining('Start it'),
    });
    await expect(vote(access, two, 'approve')).rejects.toThrow(refused);
    const binding = (await access.operations.ask('inbox.prompt', { call: two }))?.binding ?? '';
    const together = { calls: [{ call: two, binding }], verdict: 'approve', opened: true } as const;
    await expect(access.operations.ask('inbox.voteGroup', together)).rejects.toThrow(refused);
    expect(await access.operations.ask('inbox.show', { call: two })).toMatchObject({
      call: { state: 'held' },
      votes: [],
    });
    expect(await vote(access, one, 'approve')).toMatchObject({ state: 'approved' });
    expect(await vote(access, two, 'refuse')).toMatchObject({ state: 'refused' });
  } finally {
    await access.close();
  }
});
