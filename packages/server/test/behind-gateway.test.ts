import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { readClaims } from '@callgate/core/vocabulary';
import { definitionOf } from '@callgate/manifest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { frameworksHome } from '../../adapters/test/suite/frameworks-home.ts';
import type { TestGateway, PipeClient } from '../../gateway/test/test-gateway.ts';
import { openTestGateway, stdioServer } from '../../gateway/test/test-gateway.ts';
import { verifyAudit } from '../src/audit/verify-audit.ts';
import { codeOf, textOf, acceptAnswer } from './answers.ts';
import { manifest } from './notes-manifest.ts';

const HOME = await frameworksHome();

describe.each(['v1', 'v2', 'fast'])('a guarded server (%s) behind the gateway', (file) => {
  const audit = join(mkdtempSync(join(tmpdir(), 'callgate-server-')), 'audit.jsonl');
  let at: TestGateway;

  const connected = async (): Promise<PipeClient> => {
    const client = at.connect({
      answer: () => acceptAnswer(),
      capabilities: { elicitation: {} },
    });
    await client.initialize();
    return client;
  };
  const call = async (client: PipeClient, name: string, args: JsonObject = {}): Promise<JsonObject> =>
    (await client.request('tools/call', { name, arguments: args })).result ?? {};

  const kinds = async (): Promise<readonly string[]> =>
    (await at.gateway.gate.desk.read.callsAfter('', 500)).map(
      ({ kind, target, state }) => `${kind} ${target} ${state}`,
    );

  beforeAll(async () => {
    const args = ['--conditions=@callgate/source', join(HOME, 'server', `${file}.ts`), 'stdio', audit];
    at = await openTestGateway({
      servers: [stdioServer('notes', process.execPath, args, { trust: 'trusted' })],
      config: (config) => ({ ...config, approvals: { ...config.approvals, waitMs: 300 } }),
    });
    await at.gateway.ready;
  });
  afterAll(async () => await at.close());

  it('is known with every hint it declares', async () => {
    const client = await connected();
    const tools = ((await client.request('tools/list', {})).result?.['tools'] ?? []) as readonly JsonObject[];
    expect(tools).toHaveLength(manifest.tools.length);
    for (const tool of manifest.tools) {
      const listed = tools.find(({ name }) => name === tool.name) ?? {};
      const declared = readClaims(definitionOf(tool)).answers.filter(({ home }) => home === '_meta');
      expect(readClaims(listed).answers.filter(({ home }) => home === '_meta')).toEqual(declared);
    }
  });

  it('has its reads run by themselves', async () => {
    expect(textOf(await call(await connected(), 'read_note', { name: 'monday' }))).toBe(
      'Stand-up moved to ten.',
    );
  });

  it('labels the session by what a handler said it read', async () => {
    const strengthAfter = async (word: string): Promise<string> => {
      await call(await connected(), 'search_notes', { word });
      const calls = await at.gateway.gate.desk.read.callsAfter('', 500);
      const context = calls.findLast(({ target }) => target === 'search_notes')?.context ?? '';
      const session = await at.gateway.gate.session({ principal: 'local', context, authenticated: true });
      return session.labels.untrusted.strength;
    };
    expect(await strengthAfter('own')).toBe('possible');
    expect(await strengthAfter('mailed')).toBe('known');
  });

  it('refuses by itself what its handler must not do, and the gateway passes that on', async () => {
    expect(codeOf(await call(await connected(), 'count_notes'))).toBe('BEYOND_DECLARED');
  });

  it.skipIf(file === 'fast')('is asked what a call would do, and a dry run needs nobody', async () => {
    const client = await connected();
    const dry = { name: 'plan', text: 'x', dry_run: true };
    expect(textOf(await call(client, 'write_note', dry))).toBe('would write plan');
    expect(await kinds()).toContain('resolve write_note done');
    expect(await kinds()).toContain('tool write_note done');
  });

  it('has what destroys held by the gateway, and nothing arrives', async () => {
    const client = at.connect();
    await client.initialize();
    await call(client, 'write_note', { name: 'plan', text: 'x' });
    await vi.waitUntil(async () => (await kinds()).includes('tool write_note held'), { timeout: 60_000 });
    const { events } = verifyAudit(readFileSync(audit, 'utf8'));
    const writes = events.filter(
      ({ tool_name: name, extensions }) =>
        name === 'write_note' && JSON.stringify(extensions).includes('"readOnlyHint":false'),
    );
    expect(writes).toEqual([]);
  });
});
