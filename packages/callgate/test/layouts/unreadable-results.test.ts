import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@callgate/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { BIN, ensureBuilt } from '../fixtures/run-callgate.ts';
import type { HooksLayout } from './hooks-layout.ts';
import { openHooksLayout } from './hooks-layout.ts';
import { startCallgate } from './init-layout.ts';
import type { LayoutServer } from './layout.ts';

beforeAll(ensureBuilt);

const SECRET = '7QX-4411-ZULU';

const POST: LayoutServer = {
  alias: 'post',
  trust: 'trusted',
  tools: [
    {
      name: 'lookup',
      inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
      annotations: {
        readOnlyHint: true,
        openWorldHint: true,
        unsafeOutputHint: false,
        sensitiveDataHint: false,
      },
    },
  ],
};

/** What a person needs at least for the host's question. */
const READING_MS = 4000;

const bash = (): JsonObject => ({
  tool_name: 'Bash',
  tool_input: { command: 'cat notes.txt' },
  tool_use_id: randomUUID(),
});

const open = async (): Promise<HooksLayout> => {
  const layout = await openHooksLayout({ servers: [POST], policy: 'balanced' });
  await layout.host.connect('post');
  return layout;
};

/** The host tells what the tool returned, as this very text. */
const toldAfter = async (layout: HooksLayout, use: JsonObject, response: string): Promise<number> => {
  const known = { session_id: layout.session, hook_event_name: 'PostToolUse', ...use };
  const payload = JSON.stringify(known).replace(/\}$/, `,"tool_response":${response},"cwd":"/w"}`);
  const words = ['hook', 'claude-code', '--policy', 'balanced', '--idle', '60s'];
  return (await startCallgate(layout.folder, words, payload)).code;
};

const asked = async (layout: HooksLayout, use: JsonObject): Promise<void> => {
  const out = await layout.event('PreToolUse', { permission_mode: 'default', ...use });
  expect(out).toContain('"permissionDecision":"ask"');
};

const alerts = async (layout: HooksLayout): Promise<string> => (await layout.callgate('status')).out;

describe('a tool of the host that was asked about and has run', () => {
  it.each([
    ['half of a surrogate pair', `"code ${SECRET} \\ud83d"`],
    ['more than an event may have', JSON.stringify(`${SECRET} ${'x'.repeat(17_000_000)}`)],
    ['more than the gate takes', JSON.stringify(`${SECRET} ${'é'.repeat(4_000_000)}`)],
  ])('labels its session although its output has %s', async (_, response) => {
    const layout = await open();
    const use = bash();
    await asked(layout, use);
    await new Promise((resolve) => setTimeout(resolve, READING_MS));
    expect(await toldAfter(layout, use, response)).toBe(0);
    expect(await layout.call('post', 'lookup', { query: `x ${SECRET}` })).toMatchObject({ ran: false });
    expect(layout.bytes('post')).not.toContain(SECRET);
    const { out } = await layout.callgate('audit', '--entries');
    expect(out).toMatch(/done.*host-claude-code\/Bash|host-claude-code\/Bash.*done/);
    expect(await alerts(layout)).toContain('HOST_RESULT_UNREADABLE');
  });

  it('labels its session from the next call on where no hook told what came of it', async () => {
    const layout = await open();
    await asked(layout, bash());
    expect(await layout.call('post', 'lookup', { query: `x ${SECRET}` })).toMatchObject({ ran: false });
  });

  it('labels its session where the gateway that asked has ended', async () => {
    const layout = await open();
    await asked(layout, bash());
    await layout.host.close();
    const next = layout.startHost();
    await next.connect('post');
    const query = { query: `x ${SECRET}` };
    const use = { tool_name: 'mcp__post__lookup', tool_input: query, tool_use_id: randomUUID() };
    const payload = { session_id: layout.session, hook_event_name: 'PreToolUse', ...use };
    const words = ['hook', 'claude-code', '--policy', 'balanced', '--idle', '60s'];
    await next.run([process.execPath, BIN, ...words], layout.folder, JSON.stringify(payload));
    await next.call('post', 'lookup', query);
    expect(layout.received('post')).toEqual([]);
  });

  it('lets the same call run where nothing was asked before, and is told as it is where it can be read', async () => {
    const layout = await open();
    expect(await layout.call('post', 'lookup', { query: `x ${SECRET}` })).toMatchObject({ ran: true });
    const use = bash();
    await asked(layout, use);
    await new Promise((resolve) => setTimeout(resolve, READING_MS));
    expect(await toldAfter(layout, use, '"plain text"')).toBe(0);
    expect(await alerts(layout)).not.toContain('HOST_RESULT_UNREADABLE');
  });
});
