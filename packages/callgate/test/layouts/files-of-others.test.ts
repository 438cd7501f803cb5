import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { openHooksLayout } from './hooks-layout.ts';
import { openHttpLayout } from './http-layout.ts';
import { newHome, openInitLayout, startCallgate } from './init-layout.ts';
import type { LayoutServer } from './layout.ts';
import { openUpstreams } from './upstreams.ts';

beforeAll(ensureBuilt);

const NOTES: LayoutServer = {
  alias: 'notes',
  trust: 'trusted',
  tools: [
    {
      name: 'read_note',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    {
      name: 'delete_note',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
  ],
};
const META: JsonObject = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  'io.modelcontextprotocol/clientInfo': { name: 'layout-agent', version: '1' },
};
const CLOSED: JsonObject = { approvals: { answersInBand: false } };
const OPENED: JsonObject = { approvals: { answersInBand: true, readingTime: '1ms' } };

const settingsIn = (home: string, yaml: JsonObject, mode: number): string => {
  const path = join(home, 'callgate.yaml');
  writeFileSync(path, JSON.stringify(yaml));
  chmodSync(path, mode);
  return path;
};

describe.skipIf(process.platform === 'win32')('settings in Callgate’s folder that others can write', () => {
  it('relax nothing while callgate run runs, and the operator is told', async () => {
    const layout = await openInitLayout({ servers: [NOTES] });
    let id = 0;
    const isAsked = async (): Promise<boolean> => {
      const call = { name: 'delete_note', arguments: { id: `n-${(id += 1)}` }, _meta: META };
      const { result } = await layout.host.request('notes', 'tools/call', call);
      return result?.['resultType'] === 'input_required';
    };
    settingsIn(layout.home, CLOSED, 0o600);
    expect(await isAsked()).toBe(false);
    const path = settingsIn(layout.home, OPENED, 0o666);
    expect(await isAsked()).toBe(false);
    expect((await layout.callgate('status')).out).toMatch(/ANSWERS_UNREADABLE.*FILE_WRITABLE_BY_OTHERS/);
    expect(layout.host.err).toContain('FILE_WRITABLE_BY_OTHERS');
    rmSync(path);
    chmodSync(layout.home, 0o777);
    expect(await isAsked()).toBe(false);
    chmodSync(layout.home, 0o700);
    settingsIn(layout.home, OPENED, 0o600);
    expect(await isAsked()).toBe(true);
    expect(layout.received('notes')).toEqual([]);
  });

  it('relax nothing while a gate for hooks runs, and the operator is told', async () => {
    const layout = await openHooksLayout({ servers: [NOTES] });
    settingsIn(layout.home, CLOSED, 0o600);
    expect(await layout.hostTool('Bash', { command: 'git push' })).toMatchObject({ decision: 'deny' });
    settingsIn(layout.home, OPENED, 0o666);
    expect(await layout.hostTool('Bash', { command: 'git push --tags' })).toMatchObject({ decision: 'deny' });
    expect((await layout.callgate('status')).out).toMatch(/ANSWERS_UNREADABLE.*FILE_WRITABLE_BY_OTHERS/);
    settingsIn(layout.home, OPENED, 0o600);
    expect(await layout.hostTool('Bash', { command: 'git push --all' })).toMatchObject({ decision: 'ask' });
  });
});

describe.skipIf(process.platform === 'win32')(
  'a file that the configuration names and others can write',
  () => {
    /** What `callgate up` says of a configuration with one server. */
    const refusal = async (folder: string, more: JsonObject, env: JsonObject = {}): Promise<string> => {
      const [entry] = [...(await openUpstreams([NOTES])).values()].map((upstream) => upstream.entry);
      const file = join(folder, 'callgate.yaml');
      const notes = { command: entry?.command ?? '', args: [...(entry?.args ?? [])], env };
      writeFileSync(file, JSON.stringify({ servers: { notes }, http: { port: 0 }, ...more }), {
        mode: 0o600,
      });
      const { code, err } = await startCallgate(folder, ['up', '-c', file]);
      expect(code).not.toBe(0);
      return err;
    };

    it('gives a server no value, and gives it one when only its owner can write it', async () => {
      const folder = newHome();
      const path = join(folder, 'options.txt');
      writeFileSync(path, '--no-warnings');
      chmodSync(path, 0o666);
      expect(await refusal(folder, {}, { NODE_OPTIONS: { file: path } })).toContain(`chmod go-w ${path}`);
      chmodSync(path, 0o600);
      const [entry] = [...(await openUpstreams([NOTES])).values()].map((upstream) => upstream.entry);
      const notes = {
        command: entry?.command ?? '',
        args: [...(entry?.args ?? [])],
        trust: 'trusted',
        env: { NODE_OPTIONS: { file: path } },
      };
      const layout = await openHttpLayout({ servers: [NOTES], config: { servers: { notes } } });
      const { result } = await layout.request('tools/call', { name: 'read_note', arguments: {} });
      expect(result).toMatchObject({ content: [{ type: 'text' }] });
      expect(result?.['isError']).not.toBe(true);
    });

    it('is no token of agents where others can put another in its place', async () => {
      const folder = newHome();
      const open = join(folder, 'open');
      mkdirSync(open);
      const tokenFile = join(open, 'agents.token');
      writeFileSync(tokenFile, 'x'.repeat(40), { mode: 0o600 });
      chmodSync(open, 0o777);
      const err = await refusal(folder, { http: { port: 0, auth: { tokenFile } } });
      expect(err).toContain(`chmod go-w ${open}`);
    });

    it('is no lock', async () => {
      const folder = newHome();
      const lock = join(folder, 'callgate.lock.yaml');
      writeFileSync(lock, 'version: 1\nservers: {}\n');
      chmodSync(lock, 0o666);
      expect(await refusal(folder, {})).toContain(`chmod go-w ${lock}`);
    });
  },
);
