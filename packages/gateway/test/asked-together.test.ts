import type { JsonObject } from '@callgate/core';
import { afterEach, describe, expect, it } from 'vitest';
import { oracle } from './oracle.ts';
import type { Oracle } from './oracle.ts';
import { codeIn, personAnswer } from './person-answer.ts';
import type { ConnectOptions, PipeClient, TestGateway } from './test-gateway.ts';
import { openTestGateway } from './test-gateway.ts';

const open: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

interface Opened {
  readonly at: TestGateway;
  readonly upstream: Oracle;
  readonly client: PipeClient;
}

/** One client whose person answers like this; `trust` of the one server. */
const opened = async (
  answer: NonNullable<ConnectOptions['answer']>,
  { waitMs = 20_000, trust = 'trusted' as 'trusted' | 'untrusted', readingMs = 0 } = {},
): Promise<Opened> => {
  const upstream = oracle();
  open.push(upstream);
  const at = await openTestGateway({
    servers: [await upstream.server('notes', { trust })],
    config: (config) => ({
      ...config,
      listing: { ...config.listing, declarePlan: true },
      approvals: { ...config.approvals, waitMs, readingMs },
    }),
  });
  open.push(at);
  const client = at.connect({ capabilities: { elicitation: {} }, answer });
  await client.initialize();
  return { at, upstream, client };
};

const fieldsOf = (form: JsonObject): readonly string[] =>
  Object.keys((form['requestedSchema'] as { properties: JsonObject }).properties);

const answers =
  (...verdicts: readonly ('approve' | 'refuse' | undefined)[]) =>
  (_: string, form: JsonObject): JsonObject =>
    fieldsOf(form).includes('call_1')
      ? {
          action: 'accept',
          content: {
            ...Object.fromEntries(
              verdicts.flatMap((verdict, at) => (verdict === undefined ? [] : [[`call_${at + 1}`, verdict]])),
            ),
            code: codeIn(form['message']),
          },
        }
      : personAnswer(form);

const outcomes = async (
  client: PipeClient,
  ids: readonly string[],
): Promise<readonly (string | undefined)[]> => {
  const ended = await Promise.all(ids.map((id) => client.call('delete_note', { id })));
  return ended.map(({ result }) => {
    const meta = (result?.['_meta'] ?? {}) as { 'dev.callgate/decision'?: { outcome: string } };
    return meta['dev.callgate/decision']?.outcome;
  });
};

const idsOf = (upstream: Oracle): readonly unknown[] =>
  upstream
    .calls()
    .map((call) => (call.arguments as JsonObject)['id'])
    .toSorted();

describe('calls that come together over a connection that shows forms', () => {
  it('are one form that lists each with its arguments, and run as each was answered', async () => {
    const { upstream, client } = await opened(answers('approve', 'refuse', 'approve'));
    expect(await outcomes(client, ['n-1', 'n-2', 'n-3'])).toEqual([undefined, 'refused', undefined]);
    expect(client.asked).toHaveLength(1);
    const form = client.asked[0]?.params ?? {};
    expect(fieldsOf(form)).toEqual(['call_1', 'call_2', 'call_3', 'code', 'reason']);
    for (const id of ['n-1', 'n-2', 'n-3']) expect(String(form['message'])).toContain(id);
    expect(idsOf(upstream)).toEqual(['n-1', 'n-3']);
  });

  it('go on waiting where a call got no answer, and none runs without the code', async () => {
    const some = await opened(answers('approve', undefined), { waitMs: 800 });
    expect(await outcomes(some.client, ['n-1', 'n-2'])).toEqual([undefined, 'held']);
    const uncoded = await opened(
      () => ({ action: 'accept', content: { call_1: 'approve', call_2: 'approve', code: 'AAAA' } }),
      { waitMs: 800 },
    );
    expect(await outcomes(uncoded.client, ['n-1', 'n-2'])).toEqual(['held', 'held']);
    expect(uncoded.upstream.calls()).toEqual([]);
  });

  it('are not answered sooner than a person can read all of them', async () => {
    const { upstream, client } = await opened(answers('approve', 'approve'), {
      waitMs: 800,
      readingMs: 60_000,
    });
    expect(await outcomes(client, ['n-1', 'n-2'])).toEqual(['held', 'held']);
    expect(upstream.calls()).toEqual([]);
  });

  it('are not asked about there where they are severe', async () => {
    const { upstream, client } = await opened(answers('approve', 'approve'), {
      waitMs: 800,
      trust: 'untrusted',
    });
    expect(await outcomes(client, ['n-1', 'n-2'])).toEqual(['held', 'held']);
    expect(client.asked).toEqual([]);
    expect(upstream.calls()).toEqual([]);
  });

  it('are asked about one by one where the arguments of one do not fit', async () => {
    const { client } = await opened(answers('approve', 'approve'));
    await outcomes(client, ['n-1', 'n'.repeat(2000)]);
    expect(client.asked.every(({ params }) => !fieldsOf(params).includes('call_1'))).toBe(true);
    expect(client.asked.length).toBeGreaterThan(1);
  });

  it('are all refused where the person declines the form', async () => {
    const { upstream, client } = await opened(() => ({ action: 'decline', content: {} }));
    expect(await outcomes(client, ['n-1', 'n-2'])).toEqual(['refused', 'refused']);
    expect(upstream.calls()).toEqual([]);
  });

  it('are one form for a plan, and each then runs without another question', async () => {
    const { upstream, client } = await opened(answers('approve', 'refuse', 'approve'));
    const planned = await client.call('declare_plan', {
      calls: ['n-1', 'n-2', 'n-3'].map((id) => ({ tool: 'delete_note', arguments: { id } })),
    });
    expect(planned.result?.['structuredContent']).toMatchObject({
      calls: [{ outcome: 'approved' }, { outcome: 'refused' }, { outcome: 'approved' }],
    });
    expect(upstream.calls()).toEqual([]);
    expect(client.asked).toHaveLength(1);
    await client.call('delete_note', { id: 'n-1' });
    await client.call('delete_note', { id: 'n-3' });
    expect(client.asked).toHaveLength(1);
    expect(idsOf(upstream)).toEqual(['n-1', 'n-3']);
  });
});
