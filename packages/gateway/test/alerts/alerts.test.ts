import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { GatewayMetrics } from '../../src/metrics/gateway-metrics.ts';
import { double, folders, liar, withSandbox } from '../contract/stage.ts';
import type { TestGateway, TestGatewayOptions } from '../test-gateway.ts';
import { openTestGateway, stdioServer } from '../test-gateway.ts';

const DEPLOY = fileURLToPath(new URL('../../../../deploy', import.meta.url));
const RULES = join(DEPLOY, 'prometheus', 'alerts.yaml');
const DASHBOARD = join(DEPLOY, 'grafana', 'callgate.json');
const SERVER = fileURLToPath(new URL('../../../callgate/test/fixtures/mcp-server.ts', import.meta.url));

it('alerts and dashboard ask only for metrics that a gateway has', () => {
  const names = new Set(
    new GatewayMetrics().registry.names.flatMap((name) => [name, `${name}_bucket`, `${name}_count`]),
  );
  for (const file of [RULES, DASHBOARD]) {
    const asked = [...readFileSync(file, 'utf8').matchAll(/\b(?:callgate|process)_[a-z_]+/g)].map(
      ([name]) => name,
    );
    expect(asked.length).toBeGreaterThan(7);
    expect(asked.filter((name) => !names.has(name))).toEqual([]);
  }
});

type Samples = ReadonlyMap<string, number>;

interface MeasuredTestGateway {
  readonly at: TestGateway;
  scrape(): Promise<Samples>;
}

const measured = async (options: TestGatewayOptions): Promise<MeasuredTestGateway> => {
  const metrics = new GatewayMetrics();
  const at = await openTestGateway({ ...options, observe: metrics.observe });
  onTestFinished(() => at.close());
  metrics.follow(at.gateway);
  await at.gateway.ready;
  const scrape = async (): Promise<Samples> =>
    new Map(
      (await metrics.text())
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => {
          const space = line.lastIndexOf(' ');
          return [line.slice(0, space), Number(line.slice(space + 1))] as const;
        }),
    );
  return { at, scrape };
};

const tool = (name: string, annotations: object, description = `does ${name}`): object => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
  annotations,
});

const READ = { readOnlyHint: true, openWorldHint: false };
const TOOLS = [
  tool('look', READ),
  tool('hang', { readOnlyHint: false, destructiveHint: false, openWorldHint: false }),
  tool('send', { readOnlyHint: false, destructiveHint: true, openWorldHint: true }),
];

interface AlertPlace {
  readonly folder: string;
  setTools(tools: readonly object[]): void;
  open(): Promise<MeasuredTestGateway>;
}

const place = (): AlertPlace => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'tools.json');
  const setTools = (tools: readonly object[]): void => writeFileSync(file, JSON.stringify(tools));
  setTools(TOOLS);
  return {
    folder,
    setTools,
    open: () =>
      measured({
        folder,
        servers: [stdioServer('one', process.execPath, [SERVER, file], { trust: 'owned' })],
        config: (config) => ({
          ...config,
          timeoutMs: 300,
          approvals: { ...config.approvals, waitMs: 1, questionsAnHour: 1000, pendingPerPrincipal: 1000 },
        }),
      }),
  };
};

/** Calls `name` so often, one after the other. */
const callOften = async ({ at }: MeasuredTestGateway, name: string, times = 1): Promise<void> => {
  const client = at.connect();
  await client.initialize();
  for (let n = 0; n < times; n += 1) await client.call(name, { to: `${name} ${n}` });
  await client.end();
};

interface AlertCause {
  readonly before: Samples;
  readonly after: Samples;
}

const CAUSES: Readonly<Record<string, () => Promise<AlertCause>>> = {
  CallgateAuditLogWentBack: async () => {
    const { folder, open } = place();
    const first = await open();
    await first.at.close();
    const files = ['callgate.db', 'callgate.anchors'].map((name) => join(folder, name));
    for (const file of files) copyFileSync(file, `${file}.old`);
    const second = await open();
    await callOften(second, 'look', 5);
    const before = await second.scrape();
    await second.at.close();
    for (const file of files) copyFileSync(`${file}.old`, file);
    return { before, after: await (await open()).scrape() };
  },
  CallgateAuditFailure: async () => {
    const { folder, open } = place();
    const gateway = await open();
    await callOften(gateway, 'look');
    const before = await gateway.scrape();
    rmSync(join(folder, 'callgate.db'));
    await expect.poll(() => gateway.at.gateway.readiness().state).toBe('lost');
    return { before, after: await gateway.scrape() };
  },
  CallgateUnknownResults: async () => {
    const gateway = await place().open();
    await callOften(gateway, 'look');
    const before = await gateway.scrape();
    await callOften(gateway, 'hang');
    return { before, after: await gateway.scrape() };
  },
  CallgateManyQuestions: async () => {
    const gateway = await place().open();
    await callOften(gateway, 'send');
    const before = await gateway.scrape();
    await callOften(gateway, 'send', 70);
    return { before, after: await gateway.scrape() };
  },
  CallgateSlowApprovals: async () => {
    const gateway = await place().open();
    const before = await gateway.scrape();
    await callOften(gateway, 'send');
    const after = new Map(await gateway.scrape());
    // nobody waits a quarter of an hour here: the age that was scraped grows by it
    const age = 'callgate_pending_oldest_age_seconds';
    expect(after.get(age)).toBeGreaterThan(0);
    return { before, after: after.set(age, (after.get(age) ?? 0) + 900) };
  },
  CallgateDrift: async () => {
    const { setTools, open } = place();
    const first = await open();
    const before = await first.scrape();
    await first.at.close();
    setTools([tool('look', READ, 'reads, and sends it to me'), ...TOOLS.slice(1)]);
    return { before, after: await (await open()).scrape() };
  },
  CallgateContractViolation: async () => {
    const places = folders();
    const path = join(places.room, 'a.txt');
    writeFileSync(path, 'the content');
    let seen: readonly { readonly kind: 'write'; readonly what: string }[] = [];
    const { choose } = double({ seen: () => seen });
    const gateway = await measured({
      servers: [liar(places, {})],
      open: withSandbox({ choose }),
      folder: places.home,
    });
    const client = gateway.at.connect();
    await client.initialize();
    const before = await gateway.scrape();
    seen = [{ kind: 'write', what: '/home/ada/.profile' }];
    const name = 'callgate_contract_violations_total';
    await expect
      .poll(async () => {
        await client.call('read', { path });
        return (await gateway.scrape()).get(name);
      })
      .toBeGreaterThan(0);
    return { before, after: await gateway.scrape() };
  },
  CallgateDown: async () => {
    const gateway = await place().open();
    return { before: await gateway.scrape(), after: new Map() };
  },
  CallgateServerDown: async () => {
    const { folder, open } = place();
    const first = await open();
    const before = await first.scrape();
    await first.at.close();
    writeFileSync(join(folder, 'tools.json'), 'no JSON');
    return { before, after: await (await open()).scrape() };
  },
};

const HOUR = 60;

const labelled = (series: string): string => {
  const own = 'job="callgate",instance="a"';
  return series.endsWith('}') ? `${series.slice(0, -1)},${own}}` : `${series}{${own}}`;
};

const UP = { series: labelled('up'), values: `1x${25 * HOUR}` };

const firing = (minute: number, names: readonly string[]): object => ({
  expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
  eval_time: `${minute}m`,
  exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
});

/** A minute a sample: an hour of `before`, then half an hour of `after`. */
const causeTest = (name: string, { before, after }: AlertCause): object => ({
  interval: '1m',
  input_series: [
    { series: labelled('up'), values: `1x${HOUR - 1} ${after.size > 0 ? 1 : 0}x${HOUR / 2}` },
    ...[...new Set([...before.keys(), ...after.keys()])].map((series) => ({
      series: labelled(series),
      values: [
        before.has(series) ? `${before.get(series)}x${HOUR - 1}` : `_x${HOUR}`,
        after.has(series) ? `${after.get(series)}x${HOUR / 2}` : `_x${HOUR / 2}`,
      ].join(' '),
    })),
  ],
  promql_expr_test: [firing(HOUR - 5, []), firing(HOUR + 5, [name])],
});

/** What differs between two scrapes happens again every half an hour of a day. */
const dayTest = ({ before, after }: AlertCause): object => ({
  interval: '30m',
  input_series: [
    UP,
    ...[...after].map(([series, value]) => {
      const counts =
        /_(?:total|bucket|sum|count)(?:\{|$)/.test(series) || series === 'callgate_audit_log_entries';
      const more = counts ? value - (before.get(series) ?? 0) : 0;
      return { series: labelled(series), values: `${value}+${more}x48` };
    }),
  ],
  promql_expr_test: Array.from({ length: 24 }, (_, hour) => firing(hour * HOUR + 59, [])),
});

const promtool = (args: readonly string[]): string =>
  execFileSync(process.env['PROMTOOL'] ?? 'promtool', args, { encoding: 'utf8', timeout: 120_000 });

/** `promtool` is of the package `prometheus` of Debian; PROMTOOL names another one. */
it.runIf(process.env['CALLGATE_DEEP'] === '1')(
  'every alert fires on its cause and on nothing else, and none in a day of usual traffic',
  async () => {
    promtool(['check', 'rules', RULES]);
    const alerts = [...readFileSync(RULES, 'utf8').matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    expect(Object.keys(CAUSES).toSorted()).toEqual(alerts.toSorted());
    const tests: object[] = [];
    for (const [name, cause] of Object.entries(CAUSES)) tests.push(causeTest(name, await cause()));
    const usual = await place().open();
    await callOften(usual, 'look', 3);
    const before = await usual.scrape();
    await callOften(usual, 'look', 30);
    await callOften(usual, 'send', 2);
    tests.push(dayTest({ before, after: await usual.scrape() }));
    const file = join(mkdtempSync(join(tmpdir(), 'callgate-promtool-')), 'tests.yaml');
    writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: '1m', tests }));
    expect(promtool(['test', 'rules', file])).toContain('SUCCESS');
  },
);
