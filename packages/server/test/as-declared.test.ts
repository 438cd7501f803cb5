import type { JsonObject } from '@callgate/core';
import type { ManifestHints, Manifest } from '@callgate/manifest';
import { disclose } from '@callgate/manifest';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { verifyAudit } from '../src/audit/verify-audit.ts';
import type { GuardOptions } from '../src/index.ts';
import type { GuardableServer } from '../src/sdk/shapes.ts';
import { IDEMPOTENCY_KEY, guard, scopeOf } from '../src/index.ts';
import { codeOf, textOf } from './answers.ts';
import { createLinkedClient } from './linked-client.ts';
import type { RegisteringServer } from './modern-client.ts';
import { McpServerV1, McpServerV2, memorySink, vendor } from './modern-client.ts';

const said = (text: string): JsonObject => ({ content: [{ type: 'text', text }] });
const code = (is: string): unknown => expect.objectContaining({ code: is });
const INFO = { name: 'x', version: '1.0.0' };

const one = (hints: ManifestHints, more: object = {}): Manifest =>
  disclose({
    tools: [
      {
        name: 'remove',
        description: 'Removes.',
        inputSchema: { type: 'object', properties: { force: { type: 'boolean' } } },
        hints,
        ...more,
      },
    ],
  });
/** Its tool does more with one word than with others. */
const wordy = (hints: ManifestHints): Manifest =>
  one(
    { readOnly: false, destructive: true, ...hints },
    {
      inputSchema: { type: 'object', properties: { force: { type: 'string' } } },
      conditions: [
        { when: 'args.force != "all"', hints: { destructive: false, requiresConfirmation: false } },
      ],
    },
  );
const plain = { inputSchema: z.object({ force: z.boolean().optional() }) };
const WRITES: ManifestHints = { readOnly: false };
const outcomes = (lines: readonly string[]): readonly string[] =>
  verifyAudit(lines.join('\n')).events.map(
    ({ event_type: type, tool_name: tool, outcome }) => `${type} ${tool} ${outcome}`,
  );

describe.each([
  ['1', McpServerV1],
  ['2', McpServerV2],
])('McpServer of SDK %s', (_, McpServer) => {
  const make = (manifest: Manifest, options: GuardOptions = { audit: 'none' }): RegisteringServer =>
    guard(new McpServer(INFO), manifest, options);

  it('does not run what its schema reads as something else than was judged', async () => {
    const server = make(wordy({ requiresConfirmation: true }));
    const ran: unknown[] = [];
    const config = { inputSchema: z.object({ force: z.string().toLowerCase() }) };
    server.registerTool('remove', config, ({ force }) => {
      ran.push(force);
      return said('ran');
    });
    const client = await createLinkedClient((transport) => server.connect(transport));
    expect(codeOf(await client.call('remove', { force: 'ALL' }))).toBe('BAD_ARGUMENTS');
    expect(codeOf(await client.call('remove', { force: 'all' }))).toBe('PERSON_REFUSED');
    expect(ran).toEqual([]);
    expect(textOf(await client.call('remove', { force: 'none' }))).toBe('ran');
  });

  it.each([
    { annotations: { requiresConfirmation: true } },
    { annotations: { riskLevel: 'high' } },
    { _meta: { requiresConfirmation: true } },
    { _meta: { reversibleHint: true } },
    { _meta: { 'io.modelcontextprotocol/tool-resolution': { resolvable: true } } },
    { description: 'Only reads.' },
  ])('is not registered with what its manifest does not say: %j', (more) => {
    const server = make(one(WRITES));
    expect(() => server.registerTool('remove', { ...plain, ...more }, () => said(''))).toThrow(
      code('GUARD_DECLARED_TWICE'),
    );
  });

  it('labels and records what the SDK makes of an answer that does not fit', async () => {
    const audit = memorySink();
    const server = make(one(LOOKS), { audit });
    const config = { ...plain, outputSchema: z.object({ a: z.enum(['x']) }) };
    server.registerTool('remove', config, () => ({ content: [], structuredContent: { a: 'other' } }));
    const client = await createLinkedClient((transport) => server.connect(transport));
    const result = await client.call('remove');
    expect(result['isError']).toBe(true);
    expect(result['_meta']).toMatchObject(LABELS);
    expect(outcomes(audit.lines)).toEqual([
      'tools/call remove allowed',
      'tools/result remove allowed',
      'tools/result remove error',
    ]);
  });

  it('has a line for a call of a tool that is switched off', async () => {
    const audit = memorySink();
    const server = make(one(WRITES), { audit });
    const tool = server.registerTool('remove', plain, () => said('ran'));
    const client = await createLinkedClient((transport) => server.connect(transport));
    tool.disable();
    expect(textOf(await client.call('remove'))).not.toBe('ran');
    expect(outcomes(audit.lines)).toEqual(['tools/call remove denied']);
  });
});

const LOOKS: ManifestHints = { readOnly: true, sensitiveData: true, unsafeOutput: true };
const LABELS = { 'io.modelcontextprotocol/trust-annotations': { sensitive: true, untrusted: true } };

/** What tests use of FastMCP. */
interface Fast {
  addTool(tool: object): void;
  connect(transport: object, auth?: object): Promise<void>;
}
type FastMcpClass = new (info: object) => GuardableServer & Fast;
const { FastMCP } = (await vendor('fastmcp/dist/FastMCP.js')) as unknown as {
  readonly FastMCP: FastMcpClass;
};

type Context = { readonly session?: { readonly userId?: string }; streamContent(content: object): unknown };
const removing = (execute: (args: JsonObject, context: Context) => unknown = () => 'ran'): object => ({
  name: 'remove',
  parameters: plain.inputSchema,
  execute: async (args: JsonObject, context: Context) => await execute(args, context),
});

describe('FastMCP', () => {
  const make = (manifest: Manifest = one(WRITES), options: GuardOptions = { audit: 'none' }): Fast =>
    guard(new FastMCP(INFO), manifest, options);

  it('does not start with a tool that was there before it was guarded', async () => {
    const server = new FastMCP(INFO);
    server.addTool({ name: 'delete_all', parameters: z.object({}), execute: async () => 'unguarded' });
    guard(server, one(WRITES), { audit: 'none' });
    server.addTool(removing());
    await expect(createLinkedClient((transport) => server.connect(transport))).rejects.toThrow(
      code('GUARD_TOO_LATE'),
    );
  });

  it('starts where such a tool was added again', async () => {
    const server = new FastMCP(INFO);
    server.addTool(removing(() => 'unguarded'));
    guard(server, one(WRITES), { audit: 'none' });
    server.addTool(removing());
    const client = await createLinkedClient((transport) => server.connect(transport));
    expect(textOf(await client.call('remove'))).toBe('ran');
  });

  it('does not take a tool that is not declared, and does not start without one that is', async () => {
    expect(() => make().addTool({ ...removing(), name: 'other' })).toThrow(code('GUARD_NOT_DECLARED'));
    await expect(createLinkedClient((transport) => make().connect(transport))).rejects.toThrow(
      code('GUARD_NOT_REGISTERED'),
    );
  });

  it('does not start with arguments that the manifest does not know', async () => {
    const server = make();
    server.addTool({ ...removing(), parameters: z.object({ path: z.string() }) });
    await expect(createLinkedClient((transport) => server.connect(transport))).rejects.toThrow(
      code('GUARD_ARGUMENTS'),
    );
  });

  it('does not run what its schema reads as something else than was judged', async () => {
    const server = make(wordy({}));
    server.addTool({ ...removing(), parameters: z.object({ force: z.string().toLowerCase() }) });
    const client = await createLinkedClient((transport) => server.connect(transport));
    expect(codeOf(await client.call('remove', { force: 'ALL' }))).toBe('BAD_ARGUMENTS');
    expect(textOf(await client.call('remove', { force: 'all' }))).toBe('ran');
  });

  it('tells people apart whom it authenticated, whatever it calls them', async () => {
    const audit = memorySink();
    const server = make(one(WRITES), { audit });
    server.addTool(removing((_, { session }) => `answer of ${session?.userId}`));
    const meta = { [IDEMPOTENCY_KEY]: '1' };
    for (const userId of ['ada', 'eve']) {
      const client = await createLinkedClient((transport) => server.connect(transport, { userId }));
      expect(textOf(await client.call('remove', {}, meta))).toBe(`answer of ${userId}`);
    }
    const strange = await createLinkedClient((transport) => server.connect(transport, { account: 7 }));
    await strange.call('remove', {}, meta);
    const { events } = verifyAudit(audit.lines.join('\n'));
    const [ada, , eve, , other] = events.map(({ principal_id: who }) => who);
    expect([ada, eve]).toEqual(['ada', 'eve']);
    expect(other).toMatch(/^authenticated:/);
  });

  it('has a line for calls that never reached a tool', async () => {
    const audit = memorySink();
    const server = make(one(WRITES), { audit });
    server.addTool(removing());
    const client = await createLinkedClient((transport) => server.connect(transport));
    await client.call('remove', { force: 'x' });
    expect(codeOf(await client.call('nothing'))).toBe('NOT_DECLARED');
    expect(outcomes(audit.lines)).toEqual(['tools/call remove denied', 'tools/call nothing denied']);
  });

  it('labels and records what it makes of an answer that does not fit, or came too late', async () => {
    const audit = memorySink();
    const server = make(one(LOOKS), { audit });
    let over: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => (over = resolve));
    server.addTool({ ...removing(async () => await ended), timeoutMs: 20 });
    const client = await createLinkedClient((transport) => server.connect(transport));
    const late = await client.call('remove');
    expect(textOf(late)).toContain('timed out');
    expect(late['_meta']).toMatchObject(LABELS);
    expect(outcomes(audit.lines)).toEqual(['tools/call remove allowed', 'tools/result remove error']);
    over?.();
  });

  it('streams nothing before a call is settled', async () => {
    const server = make(one({ readOnly: true }));
    server.addTool(
      removing(async (_, context) => {
        await context.streamContent({ type: 'text', text: 'PRIVATE' });
        scopeOf(context).writes();
        return 'ran';
      }),
    );
    const client = await createLinkedClient((transport) => server.connect(transport));
    expect(textOf(await client.call('remove'))).toContain('cannot stream');
    expect(JSON.stringify(client.heard)).not.toContain('PRIVATE');
  });
});
