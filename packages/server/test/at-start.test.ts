import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { JsonObject } from '@callgate/core';
import { disclose } from '@callgate/manifest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { frameworksHome } from '../../adapters/test/suite/frameworks-home.ts';
import type { GuardableServer } from '../src/sdk/shapes.ts';
import { guard } from '../src/index.ts';
import { textOf } from './answers.ts';
import { RawClient } from './raw-client.ts';

const HOME = await frameworksHome();
const run = promisify(execFile);

/** What tests use of the real servers. */
interface RegisteringServer {
  registerTool(name: string, config: object, handler: () => object): { update(updates: object): void };
  connect(transport: object): Promise<void>;
  readonly server: GuardableServer;
}
type ServerClass = new (info: object, options?: object) => GuardableServer & RegisteringServer;

const vendor = async (path: string, name: string): Promise<ServerClass> =>
  ((await import(pathToFileURL(join(HOME, 'node_modules', path)).href)) as Record<string, ServerClass>)[
    name
  ] as ServerClass;

const SDKS = {
  v1: await vendor('@modelcontextprotocol/sdk/dist/esm/server/mcp.js', 'McpServer'),
  v2: await vendor('@modelcontextprotocol/server/dist/index.mjs', 'McpServer'),
};

const inputSchema: JsonObject = { type: 'object', properties: { name: { type: 'string' } } };
const hints = { readOnly: true, destructive: false, openWorld: false } as const;
const manifest = disclose({ tools: [{ name: 'read', inputSchema, hints }] });
const INFO = { name: 'x', version: '1' };
const config = { inputSchema: z.object({ name: z.string().optional() }) };
const handler = (): object => ({ content: [] });
const nowhere = { start: async () => undefined, send: async () => undefined, close: async () => undefined };

const code = (is: string): unknown => expect.objectContaining({ code: is });

describe.each(Object.entries(SDKS))('a guarded McpServer of %s', (_, McpServer) => {
  const make = (options?: object): RegisteringServer =>
    guard(new McpServer(INFO, options), manifest, { audit: 'none' });

  it('starts once every tool of the manifest is registered', async () => {
    const server = make();
    server.registerTool('read', config, handler);
    await expect(server.connect(nowhere)).resolves.toBeUndefined();
  });

  it('does not take a tool that is not declared', () => {
    expect(() => make().registerTool('write', config, handler)).toThrow(code('GUARD_NOT_DECLARED'));
  });

  it('does not start without a tool that is declared', async () => {
    await expect(make().connect(nowhere)).rejects.toThrow(code('GUARD_NOT_REGISTERED'));
  });

  it('does not start with arguments that the manifest does not know', async () => {
    const server = make();
    server.registerTool('read', { inputSchema: z.object({ path: z.string() }) }, handler);
    await expect(server.connect(nowhere)).rejects.toThrow(code('GUARD_ARGUMENTS'));
  });

  it('does not let a registration say something else than the manifest', () => {
    for (const annotations of [{ readOnlyHint: false }, { reversibleHint: true }])
      expect(() => make().registerTool('read', { ...config, annotations }, handler)).toThrow(
        code('GUARD_DECLARED_TWICE'),
      );
    const same = {
      ...config,
      annotations: { readOnlyHint: true, title: 'Read' },
      _meta: { 'com.example/x': 1 },
    };
    expect(() => make().registerTool('read', same, handler)).not.toThrow();
  });

  it('does not let what is declared be updated', () => {
    const tool = make().registerTool('read', config, handler);
    expect(() => tool.update({ annotations: { readOnlyHint: false } })).toThrow(code('GUARD_UPDATE'));
    expect(() => tool.update({ name: 'other' })).toThrow(code('GUARD_UPDATE'));
    expect(() => tool.update({ description: 'Reads.' })).not.toThrow();
  });

  it('may have declared its capability before', async () => {
    const server = make({ capabilities: { tools: {} } });
    server.registerTool('read', config, handler);
    await expect(server.connect(nowhere)).resolves.toBeUndefined();
  });

  it('is guarded before it has tools, and once', () => {
    const late = new McpServer(INFO);
    late.registerTool('read', config, handler);
    expect(() => guard(late, manifest, { audit: 'none' })).toThrow(code('GUARD_TOO_LATE'));
    const server = make();
    expect(() => guard(server as unknown as GuardableServer, manifest, { audit: 'none' })).toThrow(
      code('GUARD_TWICE'),
    );
  });
});

it('the guard knows what is no server', () => {
  expect(() => guard({} as GuardableServer, manifest, { audit: 'none' })).toThrow(code('GUARD_SERVER'));
});

it('a condition cannot be stricter than the worst case', () => {
  const conditions = [{ when: 'args.name == "x"', hints: { readOnly: false } }];
  const loose = { manifest: 1, tools: [{ name: 'read', inputSchema, hints, conditions }] } as const;
  expect(() => guard(new SDKS.v2(INFO), loose, { audit: 'none' })).toThrow(code('GUARD_MANIFEST'));
});

it('the example runs, and says what happened', async () => {
  const args = ['--conditions=@callgate/source', join(HOME, 'server/example.ts')];
  const { stdout } = await run(process.execPath, args);
  expect(stdout).toContain('read_note: Stand-up moved to ten. {"sensitive":true,"untrusted":false}');
  expect(stdout).toContain('`count_notes` wants to change something');
  expect(stdout).toContain('delete_note did not run: it was not approved');
  expect(stdout).toContain('delete_note: deleted draft');
  expect(stdout).toContain('sign_in did not run: others wrote it');
  expect(stdout).toMatch(/record: \d+ lines, 0 broken/);
});

it('the quick start asks before it deletes', async () => {
  process.env['AUDIT_FILE'] = join(mkdtempSync(join(tmpdir(), 'callgate-server-')), 'audit.jsonl');
  const client = await new RawClient('modern', true, 'quick-start').open();
  client.person = () => ({ action: 'decline' });
  expect((await client.call('delete_note', { name: 'draft' }))['isError']).toBe(true);
  client.person = () => ({ action: 'accept', content: { confirm: true } });
  expect(textOf(await client.call('delete_note', { name: 'draft' }))).toBe('deleted');
  await client.close();
});
