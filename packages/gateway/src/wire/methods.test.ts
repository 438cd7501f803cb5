import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  METHODS,
  isClientNotification,
  isClientRequest,
  isServerNotification,
  isServerRequest,
} from './methods.ts';

const known = new Set(METHODS.map((entry) => entry.method));
const tests = [isClientRequest, isClientNotification, isServerRequest, isServerNotification];

it('what is on no list passes on no list', () => {
  const names = fc.oneof(
    fc.string(),
    fc
      .constantFrom(...known)
      .chain((name) =>
        fc.constantFrom(
          name.toUpperCase(),
          `${name} `,
          `/${name}`,
          `${name}\u0000`,
          `${name}/`,
          name.slice(1),
        ),
      ),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'rpc.discover', 'tools/*', ''),
  );
  fc.assert(
    fc.property(names, (name) => {
      const passed = tests.filter((test) => test(name, 'legacy') || test(name, 'modern'));
      expect(known.has(name) ? [] : passed).toEqual([]);
    }),
    { numRuns: 10_000 },
  );
});

it('a request is never served as a notification, nor the other way round', () => {
  for (const era of ['legacy', 'modern'] as const) {
    for (const method of known) {
      expect(isClientRequest(method, era) && isClientNotification(method, era)).toBe(false);
      expect(isServerRequest(method, era) && isServerNotification(method, era)).toBe(false);
    }
  }
  expect(isClientNotification('tools/call', 'legacy')).toBe(false);
});

it('the eras have their own methods', () => {
  const served = (era: 'legacy' | 'modern'): string[] =>
    [...known].filter((method) => isClientRequest(method, era));
  expect(served('modern').toSorted()).toEqual([
    'completion/complete',
    'interceptor/invoke',
    'interceptors/list',
    'prompts/get',
    'prompts/list',
    'resources/list',
    'resources/read',
    'resources/templates/list',
    'server/discover',
    'subscriptions/listen',
    'tasks/cancel',
    'tasks/get',
    'tasks/update',
    'tools/call',
    'tools/list',
  ]);
  for (const method of ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'tasks/list']) {
    expect(isClientRequest(method, 'legacy')).toBe(true);
    expect(isClientRequest(method, 'modern')).toBe(false);
  }
  expect([...known].filter((method) => isServerRequest(method, 'modern'))).toEqual([]);
});

it('each way to meet a method stands on the list once', () => {
  const rows = METHODS.map(({ method, from, kind }) => `${from} ${kind} ${method}`);
  expect(new Set(rows).size).toBe(rows.length);
});
