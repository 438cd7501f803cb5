import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { installed } from '../../../../material/install.ts';
import { FIXTURE_OVER_STDIO, startFixture } from './fixture-process.ts';

const MODERN = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  },
};
const LEGACY = {
  protocolVersion: '2025-11-25',
  capabilities: { elicitation: {} },
  clientInfo: { name: 'test', version: '1' },
};

const MESSAGE = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
  result: z.looseObject({}).optional(),
});
const TOOLS = z.object({ tools: z.array(z.looseObject({ name: z.string() })) });
type Message = z.infer<typeof MESSAGE>;

/** Starts the fixture over stdio, and ends it after `use`. */
const overStdio = async (
  use: (talk: { send(message: object): void; next(): Promise<Message> }) => Promise<void>,
): Promise<void> => {
  await installed('conformance');
  const child = spawn(FIXTURE_OVER_STDIO.command, FIXTURE_OVER_STDIO.args, {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  try {
    await use({
      send: (message) => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
      next: async () => MESSAGE.parse(JSON.parse(String((await lines.next()).value))),
    });
  } finally {
    child.stdin.end();
    await exit;
  }
};

const names = (message: Message): readonly string[] =>
  TOOLS.parse(message.result).tools.map(({ name }) => name);

const namesOverHttp = async (): Promise<readonly string[]> => {
  const { url, close } = await startFixture();
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/list',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: MODERN }),
    });
    return names(MESSAGE.parse(await answer.json()));
  } finally {
    await close();
  }
};

it('lists over stdio what it lists over HTTP, and asks in the result, in the modern era', async () => {
  await overStdio(async ({ send, next }) => {
    send({ id: 1, method: 'tools/list', params: MODERN });
    expect(names(await next())).toEqual(await namesOverHttp());
    send({
      id: 2,
      method: 'tools/call',
      params: { name: 'test_elicitation', arguments: { message: 'Who?' }, ...MODERN },
    });
    expect(await next()).toMatchObject({ id: 2, result: { resultType: 'input_required' } });
  });
});

it('asks the client over stdio in the legacy era', async () => {
  await overStdio(async ({ send, next }) => {
    send({ id: 1, method: 'initialize', params: LEGACY });
    expect(await next()).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
    send({ method: 'notifications/initialized' });
    send({
      id: 2,
      method: 'tools/call',
      params: { name: 'test_elicitation', arguments: { message: 'Who?' } },
    });
    const asked = await next();
    expect(asked).toMatchObject({ method: 'elicitation/create', params: { message: 'Who?' } });
    send({
      id: asked.id,
      result: { action: 'accept', content: { username: 'ada', email: 'ada@example.com' } },
    });
    expect(JSON.stringify(await next())).toContain('ada@example.com');
  });
});

it('tells a listener over stdio that the tools changed, and lists the new one', async () => {
  await overStdio(async ({ send, next }) => {
    send({
      id: 'listen',
      method: 'subscriptions/listen',
      params: { ...MODERN, notifications: { toolsListChanged: true } },
    });
    expect(await next()).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
    send({
      id: 2,
      method: 'tools/call',
      params: { name: 'test_trigger_tool_change', arguments: {}, ...MODERN },
    });
    expect(await next()).toMatchObject({ method: 'notifications/tools/list_changed' });
    expect(await next()).toMatchObject({ id: 2 });
    send({ id: 3, method: 'tools/list', params: MODERN });
    expect(names(await next())).toContain('test_extra_tool');
  });
});
