import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { ensureBuilt } from '../fixtures/run-callgate.ts';
import { openHttpLayout } from './http-layout.ts';

beforeAll(ensureBuilt);

const SECRET = '7QX-4411-ZULU';
const SCRIPT = join(import.meta.dirname, '../../../gateway/test/oracle-server.ts');
const VERSION = '2025-11-25';
const READS = { readOnlyHint: true, openWorldHint: false };
const PRIVATE = { ...READS, unsafeOutputHint: true, sensitiveDataHint: true };
const QUESTION: JsonObject = {
  method: 'elicitation/create',
  params: {
    message: 'Which colour?',
    requestedSchema: { type: 'object', properties: { colour: { type: 'string' } } },
  },
};

const oracle = (tools: readonly JsonObject[], more: JsonObject = {}): string => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-oracle-answers-'));
  writeFileSync(join(folder, 'tools.json'), JSON.stringify({ tools, ...more }));
  return folder;
};

const MESSAGE = z.object({ id: z.union([z.number(), z.string()]).optional(), method: z.string().optional() });

it('what a client answers to a legacy server leaves before private data was seen, and not after', async () => {
  const mail = oracle([{ name: 'read_mail', inputSchema: { type: 'object' }, annotations: PRIVATE }], {
    toolResults: { read_mail: { content: [{ type: 'text', text: `The door code is ${SECRET}.` }] } },
  });
  const shop = oracle([{ name: 'question', inputSchema: { type: 'object' }, annotations: READS }]);
  const server = (folder: string, spoken: string): JsonObject => ({
    command: process.execPath,
    args: [SCRIPT, 'stdio', folder, spoken],
    trust: 'trusted',
  });
  const layout = await openHttpLayout({
    servers: [{ alias: 'dummy', trust: 'trusted', tools: [] }],
    config: {
      servers: {
        mail: server(mail, 'both'),
        shop: { ...server(shop, 'legacy'), asks: ['elicitation'] },
      },
    },
  });
  let session: string | null = null;
  const post = async (message: JsonObject): Promise<Response> =>
    await fetch(layout.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${layout.token}`,
        'mcp-protocol-version': VERSION,
        ...(session === null ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const hello = await post({
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: VERSION,
      capabilities: { elicitation: { form: {} } },
      clientInfo: { name: 'x', version: '1' },
    },
  });
  session = hello.headers.get('mcp-session-id');
  await hello.text();
  await (await post({ method: 'notifications/initialized' })).text();

  /** Calls a tool and answers every question with this colour. */
  const call = async (id: number, name: string, args: JsonObject, colour: string): Promise<string> => {
    const { body } = await post({ id, method: 'tools/call', params: { name, arguments: args } });
    let all = '';
    const answered = new Set<unknown>();
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      all += chunk;
      for (const line of all.slice(0, all.lastIndexOf('\n') + 1).split('\n')) {
        if (!line.startsWith('data: {')) continue;
        const { id: asked, method } = MESSAGE.parse(JSON.parse(line.slice(6)));
        if (method !== 'elicitation/create' || asked === undefined || answered.has(asked)) continue;
        answered.add(asked);
        await (await post({ id: asked, result: { action: 'accept', content: { colour } } })).text();
      }
    }
    return all;
  };
  const received = (): string => readFileSync(join(shop, 'received.log'), 'utf8');

  await call(2, 'shop__question', QUESTION, 'teal');
  expect(received()).toContain('teal');
  expect(await call(3, 'mail__read_mail', {}, '')).toContain(SECRET);
  await call(4, 'shop__question', { ...QUESTION, again: 1 }, SECRET);
  expect(received()).not.toContain(SECRET);
  expect((await layout.callgate('audit', '--entries')).out).toMatch(/held +shop\/elicitation/);
}, 60_000);
