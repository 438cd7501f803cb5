import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter } from 'node:path';
import type { JsonObject, Policy } from '@callgate/core';
import { presetPolicy } from '@callgate/policy';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServerConfig } from '../../src/config/gateway-config.ts';
import { defaultGatewayConfig } from '../../src/config/defaults.ts';
import type { Agent, Stage, StageOptions } from './stage.ts';
import { ERAS, QUIET, decisionOf, loadedPolicy, metaOf, policyOf, stage, textOf, tool } from './stage.ts';

const BALANCED = presetPolicy('balanced');
const asking = policyOf(
  '  - id: asks\n    when: tool.mutates == no\n    then: confirm\n    reason: everything asks\n',
);
const PRODUCTION = loadedPolicy(`
name: production
extends: balanced
hints:
  - name: touchesProduction
    key: com.example/production
    relaxing: no
    description: It reaches production systems.
rules:
  - id: production
    when: tool.touchesProduction != no
    then: confirm
    reason: it reaches production
`);
const says = { tools: [tool('look', QUIET)] };

const reload = async (
  on: Stage,
  servers: readonly ServerConfig[],
  change: StageOptions['config'] = (config) => config,
  policy: Policy = BALANCED,
): Promise<void> => {
  const config = defaultGatewayConfig(on.at.folder, servers);
  const approvals = {
    ...config.approvals,
    waitMs: 200,
    questionsAnHour: 10_000,
    pendingPerPrincipal: 10_000,
  };
  await on.at.gateway.reload(change({ ...config, approvals }), policy);
};

const two = async (): Promise<{ on: Stage; a: ServerConfig; b: ServerConfig }> => {
  const on = await stage({ servers: { a: {}, b: {} }, says, waitMs: 200 });
  const [a, b] = on.configs;
  if (a === undefined || b === undefined) throw new Error('two servers');
  return { on, a, b };
};

describe.each(ERAS)('a configuration that is read again, for a %s client', (era) => {
  it('takes a server away: its tools are gone, its process has ended, and clients are told', async () => {
    const { on, a } = await two();
    const agent = await on.agent(era);
    expect(await agent.names()).toEqual(['a__look', 'b__look']);
    await reload(on, [a], (config) => ({ ...config, listing: { ...config.listing, prefix: 'always' } }));
    expect(await agent.names()).toEqual(['a__look']);
    expect((await agent.call('b__look')).error).toMatchObject({ code: -32602 });
    expect(textOf(await agent.call('a__look'))).toContain('look');
    if (era === 'legacy') expect(agent.heard('notifications/tools/list_changed').length).toBeGreaterThan(0);
    expect(on.oracle('b').calls()).toEqual([]);
  });

  it('brings a server: its tools are there, and the one that stays was not started anew', async () => {
    const { on, a, b } = await two();
    const agent = await on.agent(era);
    await reload(on, [a]);
    expect(await agent.names()).toEqual(['look']);
    await reload(on, [a, b]);
    expect(await agent.names()).toEqual(['a__look', 'b__look']);
    expect(textOf(await agent.call('b__look', { n: 1 }))).toContain('look');
    const greetings = on
      .oracle('a')
      .received()
      .filter(({ method }) => method === 'server/discover');
    expect(greetings).toHaveLength(1);
  });

  it('changes what a server is trusted with: the next call is judged by that', async () => {
    const { on, a, b } = await two();
    const agent = await on.agent(era);
    expect(textOf(await agent.call('a__look', { n: 1 }))).toContain('look');
    await reload(on, [{ ...a, trust: 'untrusted' }, b]);
    expect(decisionOf(await agent.call('a__look', { n: 2 })).outcome).toBe('held');
    expect(textOf(await agent.call('b__look', { n: 2 }))).toContain('look');
    await reload(on, [a, b]);
    expect(textOf(await agent.call('a__look', { n: 3 }))).toContain('look');
  });

  it('disables a server', async () => {
    const { on, a, b } = await two();
    const agent = await on.agent(era);
    await reload(on, [a, { ...b, enabled: false }]);
    expect(await agent.names()).toEqual(['look']);
  });
});

describe('a policy that is read again', () => {
  it('judges the next call, voids what was approved under the old one, and is in the record', async () => {
    const on = await stage({ says, policy: asking, waitMs: 200 });
    const agent = await on.agent('legacy');
    expect(decisionOf(await agent.call('look', { n: 1 })).outcome).toBe('held');
    const [held] = await on.held();
    await on.vote(held?.id ?? '', 'approve', { grant: { kind: 'session', uses: 5, endsInMs: 3_600_000 } });
    const stricter = policyOf(
      '  - id: asks\n    when: tool.mutates == no\n    then: confirm\n    terms: strong\n    reason: everything asks\n',
    );
    await reload(on, on.configs, undefined, stricter);
    expect(textOf(await agent.call('look', { n: 1 }))).not.toContain('look {');
    expect(decisionOf(await agent.call('look', { n: 2 })).outcome).toBe('held');
    expect(on.oracle().calls()).toEqual([]);
    const { read } = on.at.gateway.gate.desk;
    const policies = (await read.rows(1, 1000)).filter(({ event }) => event === 'policy');
    expect(policies.length).toBeGreaterThanOrEqual(1);
    await reload(on, on.configs, undefined, BALANCED);
    expect(textOf(await agent.call('look', { n: 3 }))).toContain('look {');
  });

  it('registers hints of its own: they are among what Callgate believes, from the start and when it is read again', async () => {
    const shows: StageOptions['config'] = (config) => ({
      ...config,
      listing: { ...config.listing, effectiveHints: true },
    });
    const believed = async (agent: Agent): Promise<unknown> => {
      const [listed] = await agent.tools();
      return (metaOf(listed)['dev.callgate/hints'] as JsonObject)['touchesProduction'];
    };
    const tools = [tool('look', QUIET, { _meta: { 'com.example/production': true } })];
    const on = await stage({ says: { tools }, config: shows, policy: PRODUCTION });
    expect(await believed(await on.agent('modern'))).toMatchObject({ value: 'yes' });
    const later = await stage({ says: { tools }, config: shows });
    const agent = await later.agent('modern');
    expect(await believed(agent)).toBeUndefined();
    await reload(later, later.configs, shows, PRODUCTION);
    expect(await believed(agent)).toMatchObject({ value: 'yes' });
  });

  it('registers hints of its own: a server that loosens one has changed its tool', async () => {
    const production = (is: boolean): JsonObject => ({
      tools: [tool('look', QUIET, { _meta: { 'com.example/production': is } })],
    });
    const on = await stage({ says: production(true), policy: PRODUCTION, waitMs: 200 });
    const agent = await on.agent('legacy');
    expect(decisionOf(await agent.call('look', { n: 1 })).outcome).toBe('held');
    on.oracle().says(production(false));
    await on.oracle().sends('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
    await expect
      .poll(async () => (await on.alerts()).some((each) => /^(?:DRIFT|REPINNED) /.test(each)))
      .toBe(true);
    expect(decisionOf(await agent.call('look', { n: 2 })).outcome).toBe('blocked');
    expect(on.oracle().calls()).toEqual([]);
  });
});

it('what was out at a server that is taken away is indeterminate, and its client reads that', async () => {
  const on = await stage({ servers: { a: {}, b: {} }, waitMs: 200 });
  const [, b] = on.configs;
  const agent = await on.agent('legacy');
  const out = agent.call('a__slow', { ms: 60_000 });
  await expect.poll(() => on.oracle('a').calls().length).toBe(1);
  await reload(on, b === undefined ? [] : [b]);
  expect(decisionOf(await out).outcome).toBe('indeterminate');
  expect(await on.eventsOf('slow')).toEqual([['dispatching', 'indeterminate']]);
});

it('a held call of a server that is taken away runs nowhere', async () => {
  const on = await stage({ servers: { a: {}, b: {} }, waitMs: 20_000 });
  const [, b] = on.configs;
  const agent = await on.agent('legacy');
  const waiting = agent.call('a__delete_note', { id: '1' });
  const [held] = await on.untilHeld();
  await reload(on, b === undefined ? [] : [b]);
  await on.vote(held?.id ?? '');
  const answered = await waiting;
  expect(answered.result?.['isError'] === true || answered.error !== undefined).toBe(true);
  expect(on.oracle('a').calls()).toEqual([]);
});

it('declare_task comes and goes with the configuration', async () => {
  const on = await stage({ says, waitMs: 200 });
  const agent = await on.agent('legacy');
  await reload(on, on.configs, (config) => ({
    ...config,
    listing: { ...config.listing, declareTask: true },
  }));
  expect(await agent.names()).toContain('declare_task');
  expect(agent.heard('notifications/tools/list_changed').length).toBeGreaterThan(0);
  on.oracle().says({ tools: [tool('look', QUIET), tool('declare_task', QUIET)] });
  await on.oracle().sends('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
  await expect
    .poll(() => on.at.gateway.catalogue.diagnoses.map(({ code }) => code))
    .toContain('NAME_REFUSED');
  await agent.call('declare_task', { task: 'x' });
  expect(on.oracle().calls()).toEqual([]);
});

it('the wait in band and the lists for principals are those of the new configuration', async () => {
  const on = await stage({ waitMs: 60_000 });
  const agent = await on.agent('modern');
  await reload(on, on.configs, (config) => ({
    ...config,
    listing: { ...config.listing, perPrincipal: { local: ['no-open-world'] } },
  }));
  expect(await agent.names()).not.toContain('fetch_page');
  expect(decisionOf(await agent.call('delete_note', { id: '1' })).outcome).toBe('held');
});

describe('limits, channels and files of a configuration that is read again', () => {
  it('expiry: a call that is held now expires by the new one', async () => {
    const on = await stage({ waitMs: 200 });
    const agent = await on.agent('legacy');
    await reload(on, on.configs, (config) => ({
      ...config,
      approvals: { ...config.approvals, expiryMs: 7_200_000 },
    }));
    await agent.call('delete_note', { id: '1' });
    const [held] = await on.held();
    expect((held?.expiresAt ?? 0) - (held?.heldAt ?? 0)).toBe(7_200_000);
  });

  it('time-outs: a call that goes out now has the new one', async () => {
    const on = await stage({ waitMs: 200 });
    const agent = await on.agent('legacy');
    await reload(on, on.configs, (config) => ({ ...config, timeoutMs: 50, slowTimeoutMs: 50 }));
    expect(decisionOf(await agent.call('slow', { ms: 60_000 })).outcome).toBe('indeterminate');
  });

  it('webhooks: a new question goes to the new one', async () => {
    const received = Promise.withResolvers<string>();
    const server = createServer((request, response) => {
      request.resume();
      response.end();
      received.resolve(request.url ?? '');
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    vi.stubEnv('RELOADED_HOOK', 'x'.repeat(40));
    onTestFinished(() => void vi.unstubAllEnvs());
    const on = await stage({ waitMs: 200 });
    const agent = await on.agent('legacy');
    await reload(on, on.configs, (config) => ({
      ...config,
      approvals: {
        ...config.approvals,
        webhooks: [{ url: `http://127.0.0.1:${port}/asked`, secretEnv: 'RELOADED_HOOK' }],
      },
    }));
    await agent.call('delete_note', { id: '1' });
    expect(await received.promise).toBe('/asked');
  });

  it('files that run later: the next call goes by them, and no server is started anew', async () => {
    const ADDS = { ...QUIET, readOnlyHint: false, destructiveHint: false };
    const on = await stage({ says: { tools: [tool('write_file', ADDS)] }, waitMs: 200 });
    const agent = await on.agent('legacy');
    const write = (path: string) => agent.call('write_file', { path });
    expect(textOf(await write('deploy/a.star'))).toContain('write_file');
    await reload(on, on.configs, (config) => ({ ...config, autorunFiles: ['deploy/*.star'] }));
    expect(decisionOf(await write('deploy/b.star')).outcome).toBe('held');
    expect(textOf(await write('deploy/b.md'))).toContain('write_file');
    const host = on.at.gateway.known.find('tool', 'host-claude-code', 'Write');
    expect(JSON.stringify(host?.tool.overrides)).toContain('deploy/*.star');
    const greetings = on
      .oracle()
      .received()
      .filter(({ method }) => method === 'server/discover' || method === 'initialize');
    expect(greetings).toHaveLength(1);
    await reload(on, on.configs);
    expect(textOf(await write('deploy/c.star'))).toContain('write_file');
  });

  it('folders of PATH: what a server writes there asks', async () => {
    const ADDS = { ...QUIET, readOnlyHint: false, destructiveHint: false };
    vi.stubEnv('PATH', `/srv/tools${delimiter}${process.env['PATH'] ?? ''}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const on = await stage({ says: { tools: [tool('write_file', ADDS)] }, waitMs: 200 });
    const agent = await on.agent('legacy');
    expect(decisionOf(await agent.call('write_file', { path: '/srv/tools/git' })).outcome).toBe('held');
    expect(textOf(await agent.call('write_file', { path: '/srv/notes/git' }))).toContain('write_file');
  });
});
