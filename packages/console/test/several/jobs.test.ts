import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import type { Comparison, LayerText, VerifyJob } from '@callgate/operations/api';
import type { TestConsole } from '../test-console.ts';
import { bareWeb } from '../serve/bare-web.ts';
import { openPageEventStream } from '../serve/page-event-stream.ts';
import type { ConsolePair, SignInTokens } from './console-pair.ts';
import { changeOperation, readOperation, openConsolePair, responseText, signInAt } from './console-pair.ts';

const STRICTER: readonly LayerText[] = [{ name: 'candidate.yaml', text: 'extends: strict\n' }];

let cluster: Cluster;
let both: ConsolePair;
let local: SignInTokens;

beforeAll(async () => {
  cluster = await Cluster.start();
});
afterAll(() => cluster.remove());
beforeEach(async () => {
  both = await openConsolePair(cluster, { web: bareWeb() });
  local = await signInAt(both.one);
  for (const id of ['a', 'b', 'c']) await both.one.call({ tool: 'read_note', arguments: { id } });
});
afterEach(() => both.close());

const until = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });

const verified = async (at: TestConsole): Promise<VerifyJob> =>
  (await readOperation(at, 'record.verified', local.cookie)).body as VerifyJob;

const comparison = async (at: TestConsole, id: string): Promise<Comparison> =>
  (await readOperation(at, 'policy.comparison', local.cookie, { comparison: id })).body as Comparison;

/** Begun at one console, and over at the other. */
const compared = async (): Promise<Comparison> => {
  const { one, two } = both;
  const begun = await changeOperation(one, 'policy.compare', local, { layers: STRICTER, calls: 100 });
  expect(begun.status).toBe(200);
  const { id } = begun.body as Comparison;
  // known to the other from the first moment
  expect((await comparison(two, id)).id).toBe(id);
  await until(async () => expect((await comparison(two, id)).state).toBe('done'));
  return await comparison(two, id);
};

describe('a verification', () => {
  it('that was begun at one console is seen at the other, and told to the pages there', async () => {
    const { one, two } = both;
    expect((await verified(two)).state).toBe('never');
    const stream = await openPageEventStream(two.console.local, local.cookie);
    const { job } = (await changeOperation(one, 'record.verify', local)).body as VerifyJob;
    await until(async () =>
      expect(stream.events).toContainEqual(expect.objectContaining({ type: 'job', job, over: true })),
    );
    const there = await verified(two);
    expect(there).toMatchObject({ state: 'done', job, by: 'local', found: { problemCount: 0 } });
    expect(there).toEqual(await verified(one));
    const again = (await changeOperation(two, 'record.verify', local)).body as VerifyJob;
    expect(again.job).not.toBe(job);
    await until(async () => expect(await verified(one)).toMatchObject({ state: 'done', job: again.job }));
    stream.close();
  });
});

describe('a comparison of policies', () => {
  it('that was begun at one console is the same at the other', async () => {
    const { one } = both;
    const there = await compared();
    expect(there.result).toMatchObject({ calls: 3, changes: { tightened: 0 } });
    expect(there).toEqual(await comparison(one, there.id));
  });

  it('is activated at the console that did not compare, once at all of them', async () => {
    const { one, two } = both;
    const { id, digest } = await compared();
    const params = { comparison: id, digest, reason: 'more care', loosened: 0 };
    expect(
      responseText(await changeOperation(two, 'policy.activate', local, { ...params, digest: 'x' })),
    ).toBe('409 POLICY_TEXT_CHANGED');
    expect(
      responseText(await changeOperation(two, 'policy.activate', local, { ...params, loosened: 1 })),
    ).toBe('409 POLICY_LOOSENED_CHANGED');
    const tries = await Promise.all(
      [two, one, two].map((at) => changeOperation(at, 'policy.activate', local, params)),
    );
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const at of [one, two])
      expect(responseText(await changeOperation(at, 'policy.activate', local, params))).toBe(
        '404 COMPARISON_UNKNOWN',
      );
  });

  it('is unknown where nobody compared', async () => {
    for (const at of [both.one, both.two])
      expect(
        responseText(await readOperation(at, 'policy.comparison', local.cookie, { comparison: 'x' })),
      ).toBe('404 COMPARISON_UNKNOWN');
  });
});

describe('a file', () => {
  it('is written by whichever console is asked, the same', async () => {
    const { one, two } = both;
    const params = { format: 'jsonl', filter: {} };
    const [here, there] = [
      await readOperation(one, 'record.export', local.cookie, params),
      await readOperation(two, 'record.export', local.cookie, params),
    ];
    expect(here.status).toBe(200);
    expect(String(here.body).split('\n').length).toBeGreaterThan(6);
    expect(there.body).toBe(here.body);
  });
});
