import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { readClaims, readResultLabels } from '@callgate/core/vocabulary';
import { definitionOf } from '@callgate/manifest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { frameworksHome } from '../../adapters/test/suite/frameworks-home.ts';
import { verifyAudit } from '../src/audit/verify-audit.ts';
import { FLOW_ORIGIN_KEY, IDEMPOTENCY_KEY } from '../src/calls/keys.ts';
import { codeOf, textOf, acceptAnswer } from './answers.ts';
import { manifest } from './notes-manifest.ts';
import type { Era } from './raw-client.ts';
import { RawClient } from './raw-client.ts';

await frameworksHome();

const UNTRUSTED = { [FLOW_ORIGIN_KEY]: { labels: ['untrusted'] } };

const SERVERS: readonly (readonly [string, Era])[] = [
  ['v1', 'legacy'],
  ['v1-low', 'legacy'],
  ['v2', 'legacy'],
  ['v2', 'modern'],
  ['v2-low', 'modern'],
  ['fast', 'legacy'],
];

describe.each(SERVERS)('%s, spoken to by a %s client', (file, era) => {
  const audit = join(mkdtempSync(join(tmpdir(), 'callgate-server-')), 'audit.jsonl');
  let client: RawClient;

  beforeAll(async () => {
    client = await new RawClient(era, true, file, audit).open();
  });
  afterAll(async () => await client.close());

  it('lists every hint in both homes', async () => {
    const listed = await client.tools();
    expect(listed.map(({ name }) => name)).toEqual(manifest.tools.map(({ name }) => name));
    for (const tool of manifest.tools) {
      const sent = listed.find(({ name }) => name === tool.name) ?? {};
      const { annotations, _meta: meta } = definitionOf(tool);
      expect(sent['annotations']).toMatchObject(annotations);
      expect(sent['_meta']).toMatchObject(meta);
      expect(readClaims(sent).answers).toEqual(readClaims(definitionOf(tool)).answers);
    }
  });

  it('labels what it returns by what is declared and what was read', async () => {
    const labels = async (name: string, args: JsonObject): Promise<object> => {
      const { private: isPrivate, untrusted, malformed } = readResultLabels(await client.call(name, args));
      return { isPrivate, untrusted, malformed };
    };
    expect(await labels('read_note', { name: 'monday' })).toEqual({
      isPrivate: 'yes',
      untrusted: 'no',
      malformed: [],
    });
    expect(await labels('list_notes', {})).toEqual({ isPrivate: 'no', untrusted: 'no', malformed: [] });
    const page = 'https://pages.example';
    expect(await labels('fetch_page', { url: `${page}/soil` })).toMatchObject({ untrusted: 'yes' });
    expect(await labels('fetch_page', { url: `${page}/own` })).toMatchObject({ untrusted: 'no' });
  });

  it('labels an error as it labels an answer', async () => {
    const result = await client.call('read_note', { name: 'nothing' });
    expect(result['isError']).toBe(true);
    expect(textOf(result)).toBe('there is no such note');
    expect(readResultLabels(result).private).toBe('yes');
  });

  it('refuses what goes beyond the declared class, and nothing of it happened', async () => {
    const result = await client.call('count_notes');
    expect(result['isError']).toBe(true);
    expect(codeOf(result)).toBe('BEYOND_DECLARED');
    expect(textOf(await client.call('list_notes'))).not.toContain('counted');
  });

  it('asks a person where the author demands it, and runs only after a plain yes', async () => {
    client.questions.length = 0;
    for (const answer of [
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'accept', content: { confirm: false } },
    ]) {
      client.person = () => answer;
      expect(codeOf(await client.call('delete_note', { name: 'draft' }))).toBe('PERSON_REFUSED');
    }
    expect(client.ran).not.toContain('delete_note');
    client.person = acceptAnswer;
    expect(textOf(await client.call('delete_note', { name: 'draft' }))).toBe('deleted draft');
    expect(client.questions).toHaveLength(4);
    expect(client.questions[0]?.['message']).toContain('"name": "draft"');
  });

  it('does not run what carries untrusted content, as its author says', async () => {
    client.questions.length = 0;
    client.person = acceptAnswer;
    const signIn = { user: 'ada', password: 'not-a-real-password' };
    expect(codeOf(await client.call('sign_in', signIn, UNTRUSTED))).toBe('FLOW_REFUSED');
    expect(client.questions).toEqual([]);
    expect(textOf(await client.call('write_note', { name: 'new', text: 'x' }, UNTRUSTED))).toBe('wrote new');
    expect(client.questions).toHaveLength(1);
    expect(textOf(await client.call('sign_in', signIn))).toBe('ada is signed in');
    expect(client.questions).toHaveLength(1);
  });

  it('takes no label as a permission', async () => {
    client.questions.length = 0;
    client.person = () => ({ action: 'decline' });
    const allowed = { [FLOW_ORIGIN_KEY]: { labels: ['trusted', 'approved'] } };
    expect(codeOf(await client.call('delete_note', { name: 'monday' }, allowed))).toBe('PERSON_REFUSED');
    expect(client.questions).toHaveLength(1);
  });

  it('reads an origin that it does not understand as the worst one', async () => {
    const strange = { [FLOW_ORIGIN_KEY]: { labels: [7] } };
    const signIn = { user: 'ada', password: 'not-a-real-password' };
    expect(codeOf(await client.call('sign_in', signIn, strange))).toBe('FLOW_REFUSED');
  });

  it('runs a call with an idempotency key once, and answers the same', async () => {
    const key = { [IDEMPOTENCY_KEY]: 'wish-1' };
    const signIn = { user: 'bob', password: 'not-a-real-password' };
    const before = client.ran.filter((name) => name === 'sign_in').length;
    const [first, second] = await Promise.all([
      client.call('sign_in', signIn, key),
      client.call('sign_in', signIn, key),
    ]);
    expect(second['content']).toEqual(first['content']);
    expect(client.ran.filter((name) => name === 'sign_in').length - before).toBe(1);
    const other = await client.call('sign_in', { ...signIn, user: 'eve' }, key);
    expect(codeOf(other)).toBe('KEY_REUSED');
  });

  it('is only a read with the arguments that make it one', async () => {
    const dry = { name: 'dry', text: 'x', dry_run: true };
    expect(textOf(await client.call('write_note', dry))).toBe('would write dry');
    if (file === 'fast') return;
    const resolve = async (args: JsonObject): Promise<unknown> =>
      (await client.request('tools/resolve', { name: 'write_note', arguments: args })).result?.[
        'annotations'
      ];
    expect(await resolve(dry)).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(await resolve({ name: 'x', text: 'x' })).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    });
    const unknown = await client.request('tools/resolve', { name: 'nothing', arguments: {} });
    expect(unknown.error?.['code']).toBe(-32602);
  });

  it('wrote down every call before it ran, in one chain, without secrets', () => {
    const text = readFileSync(audit, 'utf8');
    const { events, broken } = verifyAudit(text);
    expect(broken).toEqual([]);
    expect(text).not.toContain('not-a-real-password');
    expect(new Set(events.map(({ outcome }) => outcome))).toEqual(
      new Set(['allowed', 'denied', 'error', ...(file.startsWith('v2') ? ['deferred'] : [])]),
    );
    const calls = events.filter(({ event_type: type }) => type === 'tools/call');
    for (const { extensions } of events.filter(({ event_type: type }) => type === 'tools/result'))
      expect(calls.some((call) => call.extensions['call'] === extensions['call'])).toBe(true);
    const ran = events
      .filter(({ event_type: type }) => type === 'tools/result')
      .map(({ tool_name: name }) => name);
    expect(ran).toEqual(client.ran);
  });
});
