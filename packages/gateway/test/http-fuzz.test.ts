import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noAuth } from '../src/identity/no-auth.ts';
import { type HttpServer, serveHttp } from '../src/receive/http/serve-http.ts';
import { FakeProtocol, PRINCIPAL, modern } from './fake-protocol.ts';
import { rawExchange, statusOf } from './http-client.ts';

let server: HttpServer;
let protocol: FakeProtocol;

beforeAll(async () => {
  protocol = new FakeProtocol();
  server = await serveHttp({
    protocol,
    host: '127.0.0.1',
    port: 0,
    authenticate: noAuth('127.0.0.1', PRINCIPAL),
  });
});

afterAll(() => server.close());

const BODY = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'server/discover', params: modern() });

const request = (body: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(body);
  const head = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${server.port}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    'MCP-Protocol-Version: 2026-07-28',
    'Mcp-Method: server/discover',
    'Connection: close',
    `Content-Length: ${bytes.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
};

type Edit = readonly [kind: 'flip' | 'insert' | 'delete' | 'double', at: number, byte: number];

const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.tuple(
    fc.constantFrom('flip', 'insert', 'delete', 'double'),
    fc.nat({ max: 100_000 }),
    fc.nat({ max: 255 }),
  ),
  { minLength: 1, maxLength: 4 },
);

const edited = (bytes: Buffer, all: readonly Edit[]): Buffer => {
  let result = bytes;
  for (const [kind, place, byte] of all) {
    const at = place % result.length;
    const [before, after] = [result.subarray(0, at), result.subarray(at)];
    if (kind === 'flip')
      result = Buffer.concat([before, Buffer.of((after[0] ?? 0) ^ (byte | 1)), after.subarray(1)]);
    else if (kind === 'insert') result = Buffer.concat([before, Buffer.of(byte), after]);
    else if (kind === 'delete') result = Buffer.concat([before, after.subarray(1 + (byte % 5))]);
    else result = Buffer.concat([before, after.subarray(0, byte), after]);
  }
  return result;
};

const runs = process.env['CALLGATE_DEEP'] === '1' ? 20_000 : 400;

it('a body that was changed anywhere is refused or is a request of the era and on the list', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async (all) => {
      const answer = await rawExchange(server.port, request(edited(Buffer.from(BODY), all)));
      expect([200, 202, 400, 404]).toContain(statusOf(answer));
    }),
    { numRuns: runs },
  );
  const reached = protocol.exchanges.map(({ method, client }) => `${client.era} ${method}`);
  expect(reached.filter((what) => what !== 'modern server/discover')).toEqual([]);
});

it('a request that was changed anywhere never brings the server down, and is never taken for something else', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async (all) => {
      await rawExchange(server.port, edited(request(BODY), all), 50);
    }),
    { numRuns: runs / 4 },
  );
  expect(statusOf(await rawExchange(server.port, request(BODY)))).toBe(200);
  expect(new Set(protocol.exchanges.map(({ method }) => method))).toEqual(new Set(['server/discover']));
});
