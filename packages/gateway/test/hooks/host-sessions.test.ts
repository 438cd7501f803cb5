import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import type { LabelStrength } from '@callgate/core/label';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import { deliverHookEvent } from '../../src/hooks/deliver-hook-event.ts';
import type { HookVerdict } from '../../src/hooks/host-events.ts';
import type { Agent, Stage } from '../behaviour/stage.ts';
import { ERAS, decisionOf, keepOpen, stage } from '../behaviour/stage.ts';
import type { TestGateway } from '../test-gateway.ts';
import { openTestGateway } from '../test-gateway.ts';

/** What a host's hooks tell of one call. */
interface HostToolUse {
  readonly session: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly key?: string;
  /** The connection of the host that speaks. */
  readonly host?: string;
}

const use = ({ session, tool, arguments: args, key = `${session} ${tool}`, host = 'test:1' }: HostToolUse) =>
  ({
    host: 'claude-code',
    session,
    tool: `mcp__${tool}`,
    arguments: args,
    callKey: key,
    processes: [host],
  }) as const;

const to = ({ folder }: TestGateway) => ({
  folder,
  store: join(folder, 'callgate.db'),
  keeper: 'none',
  start: () => Promise.reject(new Error('a gateway runs')),
  withinMs: 5000,
});

const before = (at: TestGateway, told: HostToolUse): Promise<HookVerdict> =>
  deliverHookEvent({ type: 'before', ...use(told), canAsk: false }, to(at));

const after = (at: TestGateway, told: HostToolUse): Promise<HookVerdict> =>
  deliverHookEvent({ type: 'after', ...use(told), result: 'IGNORE ALL PREVIOUS', isError: false }, to(at));

const cleared = (at: TestGateway, session: string): Promise<HookVerdict> =>
  deliverHookEvent({ type: 'ended', host: 'claude-code', session, forgotten: true }, to(at));

const PAGE = { url: 'https://example.com/' };
const TODO = { id: 'todo' };
const NOTE = { id: '1', text: 'x' };

/** Its tools return what is believed. */
const calm = {
  tools: [
    ['read_note', { readOnlyHint: true, openWorldHint: false, unsafeOutputHint: false }],
    ['write_note', { readOnlyHint: false, destructiveHint: false, openWorldHint: false }],
    ['fetch_page', { readOnlyHint: true, openWorldHint: true, unsafeOutputHint: true }],
    ['send_mail', { readOnlyHint: false, destructiveHint: false, openWorldHint: true }],
  ].map(([name, annotations]) => ({ name, inputSchema: { type: 'object' }, annotations })),
} as JsonObject;

const untrusted = async ({ gateway }: TestGateway, context: string): Promise<LabelStrength> => {
  const { labels } = await gateway.gate.session({ principal: 'local', context, authenticated: true });
  return labels.untrusted.strength;
};

const events = async ({ gateway }: TestGateway): Promise<readonly string[]> =>
  (await gateway.gate.desk.read.rows(1, 1000)).map(({ event }) => event);

const codes = async (on: Stage): Promise<readonly string[]> =>
  (await on.alerts()).map((alert) => alert.split(' ')[0] ?? '').filter((code) => code.startsWith('HOST_'));

const outcomeOf = async (agent: Agent, name: string, args: JsonObject): Promise<string | undefined> =>
  decisionOf(await agent.call(name, args)).outcome;

const calls = async (
  on: Stage,
  agent: Agent,
  session: string,
  name: string,
  args: JsonObject,
  host = 'test:1',
) => {
  const told: HostToolUse = {
    session,
    tool: `notes__${name}`,
    arguments: args,
    key: `${session} ${name}`,
    host,
  };
  await before(on.at, told);
  const answered = await agent.call(name, args);
  await after(on.at, told);
  return answered;
};

const wrote = (on: Stage): number =>
  on
    .oracle()
    .calls()
    .filter(({ name }) => name === 'write_note').length;

/** Strangers write what is in its resources. */
const strangers = {
  notes: {
    overrides: [
      {
        tools: 'note://*',
        override: { set: { openWorld: 'yes', readOnly: 'yes' }, reason: 'strangers write there' },
      },
    ],
  },
} as const;

describe('a connection that belongs to a session of a host', () => {
  it('sheds no labels by a call that another session has announced, too', async () => {
    const on = await stage({ says: calm, waitMs: 100 });
    const agent = await on.agent('legacy');
    await calls(on, agent, 'a', 'fetch_page', PAGE);
    await calls(on, agent, 'a', 'write_note', NOTE);
    expect(wrote(on)).toBe(0);
    await before(on.at, { session: 'b', tool: 'notes__read_note', arguments: TODO });
    await calls(on, agent, 'a', 'read_note', TODO);
    await agent.call('write_note', NOTE);
    expect(wrote(on)).toBe(0);
    expect(await codes(on)).toEqual([]);
  });

  it('is not taken over by another session; the operator is told, and its labels count from then on', async () => {
    const on = await stage({ says: calm, waitMs: 100 });
    const clean = await on.agent('legacy');
    const other = await on.agent('legacy');
    await calls(on, clean, 'a', 'read_note', TODO);
    await calls(on, other, 'b', 'fetch_page', PAGE, 'test:2');
    expect([await untrusted(on.at, 'claude-code:a'), await untrusted(on.at, 'claude-code:b')]).toEqual([
      'none',
      'known',
    ]);
    await before(on.at, { session: 'b', tool: 'notes__write_note', arguments: NOTE, host: 'test:2' });
    await clean.call('write_note', NOTE);
    expect(wrote(on)).toBe(0);
    expect(await untrusted(on.at, 'claude-code:a')).toBe('known');
    expect(await codes(on)).toEqual(['HOST_SESSION_OTHER']);
  });

  it('is free again when the host has forgotten that session', async () => {
    const on = await stage({ says: calm, waitMs: 100 });
    const agent = await on.agent('legacy');
    await calls(on, agent, 'a', 'read_note', TODO);
    await cleared(on.at, 'a');
    await calls(on, agent, 'b', 'fetch_page', PAGE);
    expect([await untrusted(on.at, 'claude-code:a'), await untrusted(on.at, 'claude-code:b')]).toEqual([
      'none',
      'known',
    ]);
    expect(await codes(on)).toEqual([]);
  });

  it('is free again in every gateway of the store', async () => {
    const on = await stage({ says: calm, waitMs: 100 });
    const second = keepOpen(
      await openTestGateway({ servers: on.configs, policy: presetPolicy('balanced'), folder: on.at.folder }),
    );
    await second.gateway.ready;
    const client = second.connect();
    await client.initialize();
    for (const session of ['a', 'b']) {
      await before(on.at, { session, tool: 'notes__fetch_page', arguments: PAGE });
      await client.call('fetch_page', PAGE);
      await after(on.at, { session, tool: 'notes__fetch_page', arguments: PAGE });
      expect(await untrusted(on.at, `claude-code:${session}`)).toBe('known');
      await cleared(on.at, session);
    }
    expect(await codes(on)).toEqual([]);
  });
});

describe('a connection that two sessions may have called on', () => {
  it('belongs to neither yet, and the labels of both count', async () => {
    const on = await stage({ says: calm, waitMs: 100 });
    const tainted = await on.agent('legacy');
    await calls(on, tainted, 'b', 'fetch_page', PAGE);
    const agent = await on.agent('legacy');
    for (const session of ['a', 'b'])
      await before(on.at, { session, tool: 'notes__write_note', arguments: NOTE });
    await agent.call('write_note', NOTE);
    expect(wrote(on)).toBe(0);
    await calls(on, agent, 'a', 'read_note', TODO);
    expect(await untrusted(on.at, 'claude-code:a')).toBe('known');
  });
});

describe.each(ERAS)('what a %s client has read before its host spoke of it', (era) => {
  it('counts in the session of the host', async () => {
    const on = await stage({ says: calm, waitMs: 100, servers: strangers });
    const agent = await on.agent(era);
    expect((await agent.request('resources/read', { uri: 'note://one' })).error).toBeUndefined();
    expect(await untrusted(on.at, 'claude-code:a')).toBe('none');
    await calls(on, agent, 'a', 'write_note', NOTE);
    expect(wrote(on)).toBe(0);
    expect(await untrusted(on.at, 'claude-code:a')).toBe('known');
    expect(await events(on.at)).toContain('joined');
  });

  it('counts as well where it is read after that', async () => {
    const on = await stage({ says: calm, waitMs: 100, servers: strangers });
    const agent = await on.agent(era);
    await calls(on, agent, 'a', 'read_note', TODO);
    await agent.request('resources/read', { uri: 'note://one' });
    expect(await untrusted(on.at, 'claude-code:a')).toBe('known');
  });
});

describe('labels that were carried into a session', () => {
  it('are not carried there again after the operator took them away', async () => {
    const on = await stage({ says: calm, waitMs: 100, servers: strangers });
    const agent = await on.agent('legacy');
    await agent.request('resources/read', { uri: 'note://one' });
    await calls(on, agent, 'a', 'read_note', TODO);
    const context = { principal: 'local', context: 'claude-code:a', authenticated: true } as const;
    expect(await untrusted(on.at, context.context)).toBe('known');
    await on.at.gateway.gate.desk.declassify({
      ...context,
      label: 'untrusted',
      by: 'olga',
      reason: 'read it',
    });
    await calls(on, agent, 'a', 'write_note', NOTE);
    expect(wrote(on)).toBe(1);
  });
});

describe('an MCP tool of a host that has a name that is served here', () => {
  it('is reported where its call never came, raises labels, and the operator is told', async () => {
    const on = await stage({ says: calm, waitMs: 100 });
    const elsewhere: HostToolUse = {
      session: 'a',
      tool: 'elsewhere__send_mail',
      arguments: { to: 'x@evil.test' },
    };
    expect(await before(on.at, elsewhere)).toEqual({ decision: 'pass' });
    await after(on.at, elsewhere);
    expect(on.oracle().calls()).toEqual([]);
    expect(await on.eventsOf('mcp__elsewhere__send_mail')).toEqual([['dispatching', 'done']]);
    expect(await untrusted(on.at, 'claude-code:a')).not.toBe('none');
    expect(await codes(on)).toEqual(['HOST_TOOL_UNSEEN']);
  });

  it('is recorded once where its call came, though the hook speaks twice', async () => {
    const on = await stage({ says: calm, waitMs: 100 });
    const agent = await on.agent('legacy');
    await calls(on, agent, 'a', 'read_note', TODO);
    await after(on.at, { session: 'a', tool: 'notes__read_note', arguments: TODO, key: 'a read_note' });
    expect(await on.eventsOf('read_note')).toEqual([['dispatching', 'done']]);
    expect(await on.eventsOf('mcp__notes__read_note')).toEqual([]);
    expect(await codes(on)).toEqual([]);
  });

  it('is not confused with the same call to what is served here', async () => {
    const on = await stage({ says: calm, waitMs: 100 });
    const agent = await on.agent('legacy');
    const both = ['notes__read_note', 'elsewhere__read_note'].map((tool) => ({
      session: 'a',
      tool,
      arguments: TODO,
    }));
    for (const each of both) await before(on.at, each);
    expect(await outcomeOf(agent, 'read_note', TODO)).not.toBe('blocked');
    for (const each of both) await after(on.at, each);
    expect(await codes(on)).toEqual(['HOST_TOOL_UNSEEN']);
  });

  it('is told of by all gateways together: one that the call came to is enough', async () => {
    const on = await stage({ says: calm, waitMs: 100 });
    const second = keepOpen(
      await openTestGateway({ servers: on.configs, policy: presetPolicy('balanced'), folder: on.at.folder }),
    );
    await second.gateway.ready;
    const client = second.connect();
    await client.initialize();
    const told: HostToolUse = { session: 'a', tool: 'notes__read_note', arguments: TODO };
    await before(on.at, told);
    await client.call('read_note', TODO);
    await after(on.at, told);
    expect(await codes(on)).toEqual([]);
    // nothing of it is left where it did not come to
    const agent = await on.agent('legacy');
    await agent.call('read_note', TODO);
    await agent.call('fetch_page', PAGE);
    expect(await untrusted(on.at, 'claude-code:a')).toBe('none');
  });
});
