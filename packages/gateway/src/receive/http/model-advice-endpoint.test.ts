import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { DEFAULT_PARSE_LIMITS } from '@callgate/core/receive';
import { expect, it, onTestFinished } from 'vitest';
import type { ModelAdviceReply, Protocol } from '../../wire/exchange.ts';
import { DEFAULT_HTTP_LIMITS } from './http-limits.ts';
import { ModelAdviceEndpoint } from './model-advice-endpoint.ts';
import { HttpSessions } from './http-sessions.ts';

const nothing = (): never => {
  throw new Error('not asked for here');
};

const protocolThat = (recommend: NonNullable<Protocol['recommend']>): Protocol => ({
  initialize: nothing,
  request: nothing,
  notification: nothing,
  opened: nothing,
  closed: nothing,
  refused: () => {},
  recommend,
});

it('finishes what is being answered before it is closed, and takes nothing new', async () => {
  const { promise, resolve } = Promise.withResolvers<ModelAdviceReply>();
  const started = Promise.withResolvers<void>();
  const asks = new ModelAdviceEndpoint({
    protocol: protocolThat(() => {
      started.resolve();
      return promise;
    }),
    sessions: new HttpSessions(DEFAULT_HTTP_LIMITS, Date.now, () => {}),
    parseLimits: DEFAULT_PARSE_LIMITS,
    closeMs: 60_000,
  });
  const server = createServer((request, response) => {
    request.resume();
    asks.receive({}, LOCAL_PRINCIPAL, new Uint8Array(), response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model`;
  const asked = fetch(url, { method: 'POST' });
  await started.promise;
  let closed = false;
  const closing = asks.close().then(() => {
    closed = true;
  });
  expect((await fetch(url, { method: 'POST' })).status).toBe(503);
  expect(closed).toBe(false);
  resolve({ type: 'advice', advice: { model: 'm' } });
  expect(await (await asked).json()).toEqual({ model: 'm' });
  await closing;
  expect(closed).toBe(true);
});
