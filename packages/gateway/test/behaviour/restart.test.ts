import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { openKeys, verifyAuditLog } from '@callgate/gate';
import { afterEach, describe, expect, it } from 'vitest';
import { serveHttp } from '../../src/receive/http/serve-http.ts';
import { mintToken, tokenAuth } from '../../src/identity/token-auth.ts';
import { CLIENT_CAPABILITIES_KEY, VERSION_KEY } from '../../src/wire/eras.ts';
import { TestClient, objectOf } from '../http-client.ts';
import type { Oracle } from '../oracle.ts';
import { oracle } from '../oracle.ts';
import type { TestGateway } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';
import { DESTROYS, QUIET, decisionOf, textOf, tool } from './stage.ts';

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

const home = (): { readonly folder: string; readonly upstream: Oracle } => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-restart-'));
  const upstream = oracle();
  open.push(() => {
    rmSync(folder, { recursive: true, force: true });
    upstream.close();
  });
  return { folder, upstream };
};

const started = async (folder: string, upstream: Oracle): Promise<TestGateway> => {
  const at = await openTestGateway({
    folder,
    servers: [await upstream.server('notes', { trust: 'trusted' })],
    config: (config) => ({ ...config, approvals: { ...config.approvals, waitMs: 100 } }),
  });
  await at.gateway.ready;
  return at;
};

const ended = async (at: TestGateway): Promise<void> => {
  const keys = openKeys(join(at.folder, 'callgate.key'));
  expect(await verifyAuditLog(at.gateway.gate.desk.read, { keys })).toMatchObject({ ok: true, problems: [] });
  await at.close();
};

describe('a gateway that is started again', () => {
  it('still knows the definitions it pinned', async () => {
    const { folder, upstream } = home();
    upstream.says({ tools: [tool('look', { ...DESTROYS, sensitiveDataHint: false })] });
    await ended(await started(folder, upstream));
    upstream.says({ tools: [tool('look', QUIET)] });
    const at = await started(folder, upstream);
    const client = at.connect();
    await client.initialize();
    expect(decisionOf(await client.call('look', { n: 1 })).outcome).toBe('blocked');
    expect(upstream.calls()).toEqual([]);
    await ended(at);
  });

  it('finds an approved call again for whoever makes it again in the same session, and lets it out once', async () => {
    const { folder, upstream } = home();
    const token = mintToken('agents');
    const args = { name: 'delete_note', arguments: { id: '1' } };
    const called = async (at: TestGateway): Promise<JsonObject> => {
      const server = await serveHttp({
        protocol: at.gateway.protocol,
        host: '127.0.0.1',
        port: 0,
        authenticate: tokenAuth(token),
        limits: { closeMs: 100 },
      });
      const client = new TestClient(server.port, { authorization: `Bearer ${token}` });
      const meta = { [VERSION_KEY]: '2026-07-28', [CLIENT_CAPABILITIES_KEY]: {} };
      const { messages } = await client.post(
        { id: 1, method: 'tools/call', params: { ...args, _meta: meta } },
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'delete_note' },
      );
      await server.close();
      return objectOf(objectOf(messages.at(-1))['result']);
    };
    const first = await started(folder, upstream);
    const { outcome, call = '' } = decisionOf({ result: await called(first) });
    expect(outcome).toBe('held');
    await ended(first);
    const second = await started(folder, upstream);
    const { desk } = second.gateway.gate;
    const question = await desk.question(call);
    const vote = await desk.vote({
      call,
      subject: 'local',
      verdict: 'approve',
      via: 'terminal',
      binding: question?.binding ?? '',
      opened: true,
    });
    expect(vote).toMatchObject({ state: 'approved' });
    expect(textOf({ result: await called(second) })).toContain('delete_note');
    expect(decisionOf({ result: await called(second) }).outcome).toBe('held');
    expect(upstream.calls()).toHaveLength(1);
    expect((await desk.read.rowsOfCall(call)).map(({ event }) => event)).toEqual([
      'held',
      'vote',
      'approved',
      'dispatching',
      'done',
    ]);
    await ended(second);
  });
});
