import { expect, it } from 'vitest';
import { readConfig } from './read-config.ts';

const read = (tracing: unknown): unknown => {
  const text = JSON.stringify({ servers: { a: { command: 'x' } }, tracing });
  const found = readConfig('/tmp/c.yaml', text, { home: '/tmp', env: { T: 'Bearer abc' } });
  return found.ok ? found.config.tracing : found.problems.map(({ code }) => code);
};

it.each([
  ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces'],
  ['https://collector.example/otlp/', 'https://collector.example/otlp/v1/traces'],
  ['https://collector.example/v1/traces', 'https://collector.example/v1/traces'],
])('spans for %s go to %s', (endpoint, url) => {
  expect(read({ endpoint })).toEqual({ url, service: 'callgate' });
  expect(read({ endpoint, authorization: { from: 'T' } })).toEqual({
    url,
    service: 'callgate',
    authorization: 'Bearer abc',
  });
});

it.each(['http://collector.example:4318', 'https://user:secret@collector.example', 'collector', 'file:///x'])(
  'no span goes to %s',
  (endpoint) => {
    expect(read({ endpoint })).toEqual(['CONFIG_TRACING']);
  },
);
