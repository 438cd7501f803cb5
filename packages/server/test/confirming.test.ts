import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { frameworksHome } from '../../adapters/test/suite/frameworks-home.ts';
import { verifyAudit } from '../src/audit/verify-audit.ts';
import { QUESTION_KEY } from '../src/calls/confirm-call.ts';
import { codeOf, textOf, acceptAnswer } from './answers.ts';
import { HttpClient, openHttp } from './http-client.ts';
import { RawClient } from './raw-client.ts';

await frameworksHome();

const opened: { close(): Promise<void> }[] = [];
afterAll(async () => {
  await Promise.all(opened.map(async (each) => await each.close()));
});

const open = async (...given: ConstructorParameters<typeof RawClient>): Promise<RawClient> => {
  const client = await new RawClient(...given).open();
  opened.push(client);
  return client;
};

/** Of a server that does not wait long for people. */
const openImpatient: typeof open = async (...given) => {
  vi.stubEnv('ANSWER_MS', '1000');
  try {
    return await open(...given);
  } finally {
    vi.unstubAllEnvs();
  }
};

describe.each([
  ['v1', 'legacy'],
  ['v2', 'legacy'],
  ['v2', 'modern'],
  ['fast', 'legacy'],
] as const)('%s, with a %s client that cannot show questions', (file, era) => {
  it('refuses what needs a word, says why, and runs the rest', async () => {
    const client = await open(era, false, file);
    const result = await client.call('delete_note', { name: 'draft' });
    expect(result['isError']).toBe(true);
    expect(codeOf(result)).toBe('NOBODY_TO_ASK');
    expect(textOf(result)).toContain('needs a person');
    expect(textOf(await client.call('read_note', { name: 'draft' }))).toBe('Nobody needs this.');
    expect(client.ran).toEqual(['read_note']);
  });
});

describe.each(['v1', 'fast'])('%s, with a person who does not answer', (file) => {
  it('gives up in time, and nothing ran', async () => {
    const client = await openImpatient('legacy', true, file);
    expect(codeOf(await client.call('delete_note', { name: 'draft' }))).toBe('NO_ANSWER');
    expect(client.ran).toEqual([]);
  });
});

describe.each(['v1', 'v2', 'fast'])(
  '%s, with a client that takes its call back while a person is asked',
  (file) => {
    it('runs nothing, whatever the person says then', async () => {
      const client = await open('legacy', true, file);
      client.person = () => {
        client.cancel();
        return acceptAnswer();
      };
      void client.request('tools/call', { name: 'delete_note', arguments: { name: 'draft' } });
      await vi.waitUntil(() => client.questions.length === 1, { timeout: 60_000 });
      expect(textOf(await client.call('read_note', { name: 'draft' }))).toBe('Nobody needs this.');
      expect(client.ran).toEqual(['read_note']);
    });
  },
);

describe('a state that a modern client carries', () => {
  let client: RawClient;
  beforeAll(async () => {
    client = await open('modern', true, 'v2');
  });

  const ask = async (name: string, asked: RawClient = client): Promise<string> =>
    String((await asked.callOnce('delete_note', { name }))['requestState']);
  const answer = async (
    name: string,
    requestState: string,
    more: JsonObject = {},
    asked: RawClient = client,
  ): Promise<JsonObject> =>
    await asked.callOnce(
      'delete_note',
      { name },
      {},
      { requestState, inputResponses: { [QUESTION_KEY]: acceptAnswer() }, ...more },
    );

  it('is good for these arguments only', async () => {
    expect(codeOf(await answer('monday', await ask('draft')))).toBe('STATE_INVALID');
  });

  it('is good for this tool only', async () => {
    const requestState = await ask('draft');
    const result = await client.callOnce(
      'write_note',
      { name: 'draft', text: 'x' },
      { 'io.modelcontextprotocol/flowOrigin': { labels: ['untrusted'] } },
      { requestState, inputResponses: { [QUESTION_KEY]: acceptAnswer() } },
    );
    expect(codeOf(result)).toBe('STATE_INVALID');
  });

  it('is refused once it was changed', async () => {
    const state = await ask('draft');
    const at = state.length - 3;
    const changed = state.slice(0, at) + (state[at] === 'A' ? 'B' : 'A') + state.slice(at + 1);
    expect(codeOf(await answer('draft', changed))).toBe('STATE_INVALID');
  });

  it('without a person’s yes runs nothing', async () => {
    expect(codeOf(await answer('draft', await ask('draft'), { inputResponses: {} }))).toBe('PERSON_REFUSED');
  });

  it('is too old after the time to answer', async () => {
    const impatient = await openImpatient('modern', true, 'v2');
    const state = await ask('draft', impatient);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(codeOf(await answer('draft', state, {}, impatient))).toBe('NO_ANSWER');
    expect(impatient.ran).toEqual([]);
  });

  it('lets one call run, once', async () => {
    const state = await ask('draft');
    expect(textOf(await answer('draft', state))).toBe('deleted draft');
    expect(codeOf(await answer('draft', state))).toBe('STATE_INVALID');
    expect(client.ran).toEqual(['delete_note']);
  });
});

describe.each([
  ['v1', 'legacy'],
  ['v2', 'legacy'],
  ['v2', 'modern'],
  ['fast', 'legacy'],
] as const)('%s over HTTP, one server a request, with a %s client', (file, era) => {
  const audit = join(mkdtempSync(join(tmpdir(), 'callgate-server-')), 'audit.jsonl');
  let client: HttpClient;
  beforeAll(async () => {
    client = await openHttp(era, file, audit);
    opened.push(client);
  });

  it('lists the hints that SDK clients drop where they survive', async () => {
    const tools = ((await client.request('tools/list')).result?.['tools'] ?? []) as readonly JsonObject[];
    const deletes = tools.find(({ name }) => name === 'delete_note');
    for (const home of ['annotations', '_meta'])
      expect(deletes?.[home]).toMatchObject({
        requiresConfirmation: true,
        reversibleHint: false,
        riskLevel: 'high',
      });
  });

  it('asks where a question can reach somebody, and refuses where it cannot', async () => {
    const call = async (more: JsonObject = {}): Promise<JsonObject> =>
      (await client.request('tools/call', { name: 'delete_note', arguments: { name: 'draft' }, ...more }))
        .result ?? {};
    const first = await call();
    if (era === 'legacy') {
      expect(codeOf(first)).toBe('NOBODY_TO_ASK');
      return;
    }
    expect(first['resultType']).toBe('input_required');
    const requestState = String(first['requestState']);
    const done = await call({ requestState, inputResponses: { [QUESTION_KEY]: acceptAnswer() } });
    expect(textOf(done)).toBe('deleted draft');
    expect(codeOf(await call({ requestState, inputResponses: { [QUESTION_KEY]: acceptAnswer() } }))).toBe(
      'STATE_INVALID',
    );
  });

  it('keeps one record over all of them', async () => {
    const { events, broken } = verifyAudit(readFileSync(audit, 'utf8'));
    expect(broken).toEqual([]);
    expect(events.length).toBeGreaterThan(0);
  });
});
