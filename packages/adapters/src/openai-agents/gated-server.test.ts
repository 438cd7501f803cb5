import { disclose } from '@callgate/core/disclose';
import { describe, expect, it } from 'vitest';
import { agentTools, host, openGate, statesOf } from '../../test/conversation.ts';
import { CallIds } from './gated-server.ts';
import { catalogueOfServer, gatedServer } from './index.ts';

/** A server object that keeps things to itself, as the SDK's may. */
class Server {
  readonly #asked: unknown[] = [];
  readonly toolInputGuardrails: readonly object[] = [{ name: 'own' }];
  result: object = { content: [{ type: 'text', text: 'milk' }], structuredContent: { notes: ['milk'] } };

  get name(): string {
    return `server asked ${this.#asked.length} times`;
  }

  async listTools() {
    this.#asked.push('list');
    return [
      {
        name: 'read_notes',
        inputSchema: {},
        annotations: { readOnlyHint: true },
        _meta: { requiresConfirmation: true },
      },
    ];
  }

  async callTool(): Promise<unknown> {
    throw new Error('it would lose what belongs to the result');
  }

  async callToolResult(name: string, args: Record<string, unknown> | null): Promise<unknown> {
    this.#asked.push({ name, args });
    return this.result;
  }
}

const opened = async () => {
  const gate = await openGate(agentTools([]));
  const server = new Server();
  return { gate, server, gated: gatedServer(gate, server, { ...host, waitMs: 30 }) };
};

type Content = readonly unknown[] & { readonly isError?: boolean; readonly structuredContent?: unknown };

describe('a gated MCP server', () => {
  it('answers with the content, and with what belongs to it where the SDK looks for it', async () => {
    const { gate, gated } = await opened();
    const content = (await gated.callToolResult('read_notes', { about: 'food' })) as object;
    expect(content).toMatchObject({ content: [{ text: 'milk' }] });
    const call = gated.callTool as unknown as (name: string, args: object) => Promise<Content>;
    const bare = await call('read_notes', { about: 'money' });
    expect(bare).toEqual([{ type: 'text', text: 'milk' }]);
    expect(bare.structuredContent).toEqual({ notes: ['milk'] });
    expect(Object.keys(bare)).toEqual(['0']);
    expect(await statesOf(gate)).toEqual(['read_notes done', 'read_notes done']);
  });

  it('records an error of the server as one', async () => {
    const { gate, server, gated } = await opened();
    server.result = { content: [{ type: 'text', text: 'no such note' }], isError: true };
    expect(await gated.callToolResult('save_note', { text: 'milk' })).toMatchObject({ isError: true });
    const rows = await gate.desk.read.rows(1, 100);
    expect(new TextDecoder().decode(rows.at(-1)?.bytes)).toContain('"isError":true');
  });

  it.each([
    ['wipe_notes', null, 'notes are not wiped by agents', 'blocked'],
    ['send_mail', { to: 'bob@example.com', text: 'hello' }, 'waits for a person', 'held'],
  ])('answers in the place of the server for %s', async (name, args, why, state) => {
    const { gate, gated } = await opened();
    expect(await gated.callToolResult(name, args)).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining(why) }],
    });
    expect(gated.name).toBe('server asked 0 times');
    expect(await statesOf(gate)).toEqual([`${name} ${state}`]);
  });

  it('is the same server in all other ways', async () => {
    const { server, gated } = await opened();
    await gated.listTools();
    expect(gated.name).toBe('server asked 1 times');
    expect(gated).toBeInstanceOf(Server);
    expect(gated.toolInputGuardrails).toEqual([
      expect.objectContaining({ name: 'callgate' }),
      { name: 'own' },
    ]);
    gated.result = { content: [] };
    expect(server.result).toEqual({ content: [] });
  });

  it('has a catalogue of everything that it said about its tools', async () => {
    const catalogue = await catalogueOfServer(new Server(), { server: 'app', trust: 'trusted' });
    const found = catalogue.find('tool', 'app', 'read_notes');
    if (found === undefined) throw new Error('it is not there');
    const { claimed } = disclose(found.tool, 'all', [], []);
    expect(claimed).toMatchObject({ readOnly: 'yes', requiresConfirmation: 'yes' });
  });
});

describe('ids of calls', () => {
  const announce = async (ids: CallIds, callId: string, name: string, args: string): Promise<void> =>
    void (await ids.guardrail.run({ toolCall: { callId, name, arguments: args } }));

  it('are found once, by the tool and its arguments', async () => {
    const ids = new CallIds();
    await announce(ids, 'call-1', 'read_notes', '{"about":"food"}');
    await announce(ids, 'call-2', 'read_notes', '{ "about": "money" }');
    expect(ids.take('read_notes', { about: 'money' })).toBe('call-2');
    expect(ids.take('read_notes', { about: 'money' })).toBeUndefined();
    expect(ids.take('save_note', { about: 'food' })).toBeUndefined();
    expect(ids.take('read_notes', { about: 'food' })).toBe('call-1');
  });

  it('are found where the SDK has put the name of the server before that of the tool', async () => {
    const ids = new CallIds();
    await announce(ids, 'call-1', 'mcp_notes_read_notes', '{}');
    expect(ids.take('read_notes', {})).toBe('call-1');
  });

  it.each(['', 'mcp_notes_'])('are not those of a tool whose name ends alike, after %j', async (prefix) => {
    const ids = new CallIds();
    await announce(ids, 'call-1', `${prefix}all_notes`, '{}');
    await announce(ids, 'call-2', `${prefix}notes`, '{}');
    expect(ids.take('notes', {})).toBe('call-2');
    expect(ids.take('all_notes', {})).toBe('call-1');
  });

  it('are not made up for what is no JSON', async () => {
    const ids = new CallIds();
    await announce(ids, 'call-1', 'read_notes', '{');
    expect(ids.take('read_notes', {})).toBeUndefined();
  });
});
