import parsePrometheusTextFormat from 'parse-prometheus-text-format';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import { GatewayFolder, makeTool } from './gateway-folder.ts';

beforeAll(ensureBuilt);

const TOKEN = 'metrics-token-0123456789';
const SECRET = 'secret-argument-value';

it('callgate up serves what its calls came to, to readers with the token, and nothing they carried', async () => {
  const place = new GatewayFolder([
    makeTool('look'),
    makeTool('send', { annotations: { destructiveHint: true, openWorldHint: true } }),
    makeTool('wipe', { annotations: { destructiveHint: true } }),
  ]);
  const config = {
    servers: { one: { ...place.entry, trust: 'owned' } },
    policy: ['balanced', './p.yaml'],
    metrics: { port: 0, token: { from: 'METRICS_TOKEN' } },
    approvals: { wait: '1s' },
    console: false,
  };
  place.write(
    'p.yaml',
    'name: own\nrules:\n  - {id: no-wipe, then: block, reason: Never, when: tool.name == "wipe"}\n',
  );
  const gateway = place.start(['up', '--stdio', '-c', place.write('c.yaml', JSON.stringify(config))], {
    METRICS_TOKEN: TOKEN,
  });
  const [, url = ''] = await gateway.said(/Metrics at (http:\S+\/metrics)/);
  await gateway.hello();
  await gateway.call('look', { to: SECRET });
  await gateway.call('look', { to: SECRET });
  await gateway.call('send', { to: SECRET });
  await gateway.call('wipe', { to: SECRET });

  const read = (token?: string, more: Record<string, string> = {}): Promise<Response> =>
    fetch(url, {
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...more },
    });
  expect((await read()).status).toBe(401);
  expect((await read(`${TOKEN}x`)).status).toBe(401);
  expect((await fetch(url.replace('/metrics', '/mcp'), { method: 'POST' })).status).toBe(404);

  const answer = await read(TOKEN);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const text = await answer.text();
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(TOKEN);
  const families = new Map(parsePrometheusTextFormat(text).map(({ name, metrics }) => [name, metrics]));
  const valueOf = (name: string, labels: Record<string, string> = {}): number =>
    (families.get(name) ?? [])
      .filter((series) => Object.entries(labels).every(([key, value]) => series.labels?.[key] === value))
      .reduce((sum, series) => sum + Number(series.value ?? series.count), 0);
  expect({
    auto: valueOf('callgate_calls_total', { outcome: 'auto', server: 'one', tool: 'look', enforced: 'true' }),
    confirm: valueOf('callgate_calls_total', { outcome: 'confirm', tool: 'send' }),
    block: valueOf('callgate_calls_total', { outcome: 'block', tool: 'wipe' }),
    rule: valueOf('callgate_rule_decisions_total', { outcome: 'block' }),
    done: valueOf('callgate_calls_ended_total', { state: 'done', tool: 'look' }),
    blocked: valueOf('callgate_calls_ended_total', { state: 'blocked', tool: 'wipe' }),
    decisions: valueOf('callgate_decision_duration_seconds'),
    questions: valueOf('callgate_questions_total'),
    pending: valueOf('callgate_pending_calls'),
    server: valueOf('callgate_server_up', { server: 'one' }),
    store: valueOf('callgate_store_up'),
    lost: valueOf('callgate_metrics_lost_events_total'),
    failures: valueOf('callgate_metrics_read_failures_total'),
  }).toEqual({
    auto: 2,
    confirm: 1,
    block: 1,
    rule: 1,
    done: 2,
    blocked: 1,
    decisions: 4,
    questions: 1,
    pending: 1,
    server: 1,
    store: 1,
    lost: 0,
    failures: 0,
  });
  expect(text).toContain('\ncallgate_dispatch_duration_seconds_count{server="one"} 2\n');
  expect(valueOf('callgate_audit_log_entries')).toBeGreaterThan(6);
  gateway.end();
  expect(await gateway.ended).toBe(0);
});
