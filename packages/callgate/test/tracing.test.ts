import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { traceparentOf } from '@callgate/gateway/tracing';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import { GatewayFolder, makeTool } from './gateway-folder.ts';

beforeAll(ensureBuilt);

const SECRET = 'secret-argument-value';
const CLIENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const attribute = z.strictObject({
  key: z.string().min(1),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^\d+$/) }),
    z.strictObject({ boolValue: z.boolean() }),
  ]),
});
const span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().exactOptional(),
  name: z.string(),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: z.array(attribute),
  links: z.array(z.strictObject({ traceId: z.string(), spanId: z.string() })).exactOptional(),
  status: z.strictObject({ code: z.literal(2), message: z.string() }).exactOptional(),
});
const request = z.strictObject({
  resourceSpans: z.tuple([
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.tuple([
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string() }),
          spans: z.array(span),
        }),
      ]),
    }),
  ]),
});
type Span = z.infer<typeof span>;

const valueOf = ({ attributes }: Span, key: string): unknown =>
  Object.values(attributes.find((each) => each.key === key)?.value ?? {})[0];

it('callgate up sends spans of what its calls came to, and nothing they carried', async () => {
  const bodies: string[] = [];
  const authorizations = new Set<string | undefined>();
  let refusals = 1;
  const collector = createServer((incoming, answer) => {
    void text(incoming).then((body) => {
      authorizations.add(incoming.headers.authorization);
      refusals -= 1;
      if (refusals >= 0) answer.writeHead(503).end();
      else {
        bodies.push(`${incoming.url ?? ''} ${body}`);
        answer.end('{}');
      }
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  onTestFinished(() => void collector.close());
  const { port } = collector.address() as AddressInfo;

  const place = new GatewayFolder([
    makeTool('look'),
    makeTool('wipe', { annotations: { destructiveHint: true } }),
    makeTool('send', { annotations: { destructiveHint: true, openWorldHint: true } }),
  ]);
  place.write(
    'p.yaml',
    'name: own\nrules:\n  - {id: no-wipe, then: block, reason: Never, when: tool.name == "wipe"}\n',
  );
  const config = {
    servers: { one: { ...place.entry, trust: 'owned' } },
    policy: ['balanced', './p.yaml'],
    tracing: { endpoint: `http://127.0.0.1:${port}`, service: 'team', authorization: { from: 'OTLP' } },
    approvals: { wait: '1s' },
    console: false,
  };
  const gateway = place.start(['up', '--stdio', '-c', place.write('c.yaml', JSON.stringify(config))], {
    OTLP: 'Bearer otlp-token',
  });
  await gateway.said(/Spans of calls are sent to http:\S+\/v1\/traces/);
  await gateway.hello();
  await gateway.ask('tools/call', {
    name: 'look',
    arguments: { to: SECRET },
    _meta: { traceparent: CLIENT },
  });
  await gateway.call('wipe', { to: SECRET });
  await gateway.call('send', { to: SECRET });
  gateway.end();
  expect(await gateway.ended).toBe(0);

  expect([...authorizations]).toEqual(['Bearer otlp-token']);
  expect(bodies.join('')).not.toContain(SECRET);
  const sent = bodies.map((body) => {
    const [path, ...rest] = body.split(' ');
    expect(path).toBe('/v1/traces');
    const [{ resource, scopeSpans }] = request.parse(JSON.parse(rest.join(' '))).resourceSpans;
    expect(JSON.stringify(resource)).toContain('"team"');
    return scopeSpans[0].spans;
  });
  const spans = sent.flat();
  const ofTool = (tool: string): readonly Span[] => {
    const trace = spans.find(({ name }) => name === `tools/call ${tool}`)?.traceId;
    return spans.filter(({ traceId }) => traceId === trace);
  };

  const [call, decision, dispatch, ...others] = ofTool('look');
  if (call === undefined || decision === undefined || dispatch === undefined)
    throw new Error('spans are missing');
  expect(others).toEqual([]);
  expect([call.kind, decision.kind, dispatch.kind]).toEqual([2, 1, 3]);
  expect([decision.parentSpanId, dispatch.parentSpanId]).toEqual([call.spanId, call.spanId]);
  expect(call.links).toEqual([{ traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }]);
  // what a server that got our traceparent would join
  const id = String(valueOf(call, 'gen_ai.tool.call.id'));
  expect(traceparentOf(id)).toBe(`00-${dispatch.traceId}-${dispatch.spanId}-01`);
  expect(valueOf(decision, 'gen_ai.guardrail.verdict.type')).toBe('allow');
  expect(Number(call.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(call.startTimeUnixNano));

  const blocked = ofTool('wipe');
  expect(blocked.map(({ name }) => name)).toEqual(['tools/call wipe', 'run_guardrail callgate']);
  expect(blocked.map((each) => valueOf(each, 'callgate.rule.id'))).toEqual([undefined, 'no-wipe']);
  expect(blocked[1] && valueOf(blocked[1], 'gen_ai.guardrail.verdict.type')).toBe('deny');
  // a call that waits has not ended
  expect(ofTool('send')).toEqual([]);
});
