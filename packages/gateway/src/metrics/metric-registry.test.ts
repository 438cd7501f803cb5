import * as fc from 'fast-check';
import parsePrometheusTextFormat from 'parse-prometheus-text-format';
import { expect, it } from 'vitest';
import { MetricRegistry } from './metric-registry.ts';

it('a parser of Prometheus reads every value of a label back, and its count', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 1 }), (names) => {
      const registry = new MetricRegistry();
      const calls = registry.counter('calls_total', 'Calls.');
      for (const [at, tool] of names.entries()) calls.add({ tool }, at + 1);
      expect(parsePrometheusTextFormat(registry.text())).toEqual([
        {
          name: 'calls_total',
          help: 'Calls.',
          type: 'COUNTER',
          metrics: names.map((tool, at) => ({ value: String(at + 1), labels: { tool } })),
        },
      ]);
    }),
  );
});

it('buckets of a histogram count all that is not above them', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 })), (values) => {
      const registry = new MetricRegistry();
      const times = registry.histogram('time_seconds', 'Time.', [10, 50]);
      for (const value of [0, ...values]) times.observe(value);
      const all = [0, ...values];
      const upTo = (bound: number): string => String(all.filter((value) => value <= bound).length);
      expect(parsePrometheusTextFormat(registry.text())).toMatchObject([
        {
          type: 'HISTOGRAM',
          metrics: [
            {
              buckets: { 10: upTo(10), 50: upTo(50), '+Inf': upTo(100) },
              count: String(all.length),
              sum: String(all.reduce((sum, value) => sum + value, 0)),
            },
          ],
        },
      ]);
    }),
  );
});

it('a server with endless names of tools fills no memory: what is beyond a limit is counted together', () => {
  const registry = new MetricRegistry();
  const calls = registry.counter('calls_total', 'Calls.');
  for (let at = 0; at < 5000; at += 1) calls.add({ server: 's', tool: `t${at}` });
  const [family] = parsePrometheusTextFormat(registry.text());
  expect(family?.metrics).toHaveLength(2001);
  expect(family?.metrics.at(-1)).toEqual({ value: '3000', labels: { server: 'other', tool: 'other' } });
});
