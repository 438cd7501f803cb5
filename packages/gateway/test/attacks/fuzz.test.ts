import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { JsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { seededRandom } from '@callgate/gate/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedFor } from '../../../core/test/specification/seed.ts';
import { defaultServerConfig } from '../../src/config/defaults.ts';
import { rawExchange, statusOf } from '../http-client.ts';
import type { Agent } from './agents.ts';
import { RECENT_PROTOCOLS, HttpAgent, AGENT_PROTOCOLS, StdioAgent } from './agents.ts';
import type { Arena } from './arena.ts';
import { UPSTREAM_KINDS, arena } from './arena.ts';
import type { FuzzedServer } from './fuzzed-server.ts';
import { fuzzedServer } from './fuzzed-server.ts';
import type { Random } from './mutate.ts';
import { anyObject, mutateBytes, pick } from './mutate.ts';
import { expectNoFaults } from './arena-opener.ts';
import { disagreements, installGo, readers } from './readers/read-everywhere.ts';

const TOTAL = process.env['CALLGATE_DEEP'] === '1' ? 500_000 : 1500;
const SHARE = { bodies: TOTAL * 0.4, heads: TOTAL * 0.2, frames: TOTAL * 0.2, answers: TOTAL * 0.2 } as const;
const SEED = seedFor('fuzz');

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const megabytes = (): { readonly heap: number; readonly resident: number } => {
  collect();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: (heapUsed + external) / 2 ** 20, resident: rss / 2 ** 20 };
};

const rejections: unknown[] = [];
const onRejection = (reason: unknown): void => {
  rejections.push(reason);
};

let place: Arena;
let random: Random;

beforeAll(async () => {
  installGo();
  console.log(`fuzz: CALLGATE_SEED=${SEED}, ${TOTAL} messages, read by ${[...readers().keys()].join(', ')}`);
  if (!readers().has('go')) console.log('fuzz: go is not there, so nobody looks at what it would read');
  process.on('unhandledRejection', onRejection);
  random = seededRandom(SEED);
  place = await arena(UPSTREAM_KINDS[0] ?? { transport: 'stdio', era: 'legacy' });
});

afterAll(async () => {
  process.off('unhandledRejection', onRejection);
  expectNoFaults(rejections.map((reason) => `seed ${SEED}: nobody caught ${String(reason)}`));
});

const NAMES = ['read_note', 'read_note', 'write_note', 'big', 'undescribed', 'READ_NOTE'];
let ids = 0;

/** A request that would mostly be served. */
const request = (agent: Agent): { readonly text: string; readonly method: string; readonly name: string } => {
  const name = pick(random, NAMES);
  const method =
    random() < 0.9
      ? 'tools/call'
      : pick(random, ['tools/list', 'prompts/get', 'resources/read', 'ping', 'tasks/get']);
  const params: JsonObject =
    method === 'tools/call'
      ? {
          name,
          arguments:
            name === 'big' ? { bytes: 10 } : { ...(random() < 0.2 ? { id: 'x' } : {}), ...anyObject(random) },
        }
      : method === 'resources/read'
        ? { uri: 'note://one' }
        : {};
  return { text: agent.text((ids += 1), method, params), method, name };
};

const inParallel = async (count: number, width: number, work: () => Promise<void>): Promise<void> => {
  let left = count;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (left > 0) {
        left -= 1;
        await work();
      }
    }),
  );
};

/** The most it may have grown since the first tenth of the work. */
const within = async (count: number, work: (count: number) => Promise<void>): Promise<void> => {
  await work(Math.ceil(count / 10));
  const before = megabytes();
  await work(Math.floor((count * 9) / 10));
  const after = megabytes();
  expect(after.heap - before.heap, `seed ${SEED}: heap in MiB`).toBeLessThan(32);
  expect(after.resident - before.resident, `seed ${SEED}: resident in MiB`).toBeLessThan(128);
};

const isServed = async (): Promise<void> => {
  for (const speech of RECENT_PROTOCOLS) {
    const agent = await place.agent(speech);
    expect((await agent.call('read_note', { id: 'after' })).result, `seed ${SEED}`).toMatchObject({
      content: [{}],
    });
  }
};

describe('messages that were changed anywhere', () => {
  it(`${SHARE.bodies} bodies over HTTP: each has an answer, and the gateway goes on`, async () => {
    const agents = (await Promise.all(
      AGENT_PROTOCOLS.slice(4).map((speech) => place.agent(speech)),
    )) as HttpAgent[];
    await within(SHARE.bodies, (count) =>
      inParallel(count, 16, async () => {
        const agent = pick(random, agents);
        const { text, method, name } = request(agent);
        const { status } = await agent.client.send(
          'POST',
          mutateBytes(random, Buffer.from(text)) as unknown as string,
          agent.headers({ method, ...(method === 'tools/call' ? { name } : {}) }),
        );
        expect([200, 202, 400, 404, 413], `seed ${SEED}: ${status}`).toContain(status);
      }),
    );
    await isServed();
  });

  it(`${SHARE.heads} heads over HTTP: none is taken for something else`, async () => {
    const agents = (await Promise.all(
      AGENT_PROTOCOLS.slice(4).map((speech) => place.agent(speech)),
    )) as HttpAgent[];
    await within(SHARE.heads, (count) =>
      inParallel(count, 32, async () => {
        const agent = pick(random, agents);
        const { text, method, name } = request(agent);
        const body = Buffer.from(text);
        const headers = {
          host: `127.0.0.1:${place.port}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          connection: 'close',
          'content-length': String(body.length),
          ...agent.headers({ method, name }),
        };
        const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}`);
        if (random() < 0.3) lines.push(pick(random, lines));
        if (random() < 0.2)
          lines.push(
            pick(random, [
              'transfer-encoding: chunked',
              'content-encoding: gzip',
              'expect: 100-continue',
              'upgrade: h2c',
              'connection: upgrade',
              'te: trailers',
              'origin: null',
            ]),
          );
        const head = mutateBytes(random, Buffer.from(`POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`));
        const status = statusOf(await rawExchange(place.port, Buffer.concat([head, body]), 60));
        expect(
          status === 0 ||
            status === 100 ||
            (status >= 200 && status < 500) ||
            status === 501 ||
            status === 505,
          `seed ${SEED}: ${status}`,
        ).toBe(true);
      }),
    );
    await isServed();
  });

  it(`${SHARE.frames} lines over stdio: every one is answered or dropped, and the next is read`, async () => {
    const agents = (await Promise.all(
      AGENT_PROTOCOLS.slice(0, 4).map((speech) => place.agent(speech)),
    )) as StdioAgent[];
    await within(SHARE.frames, async (count) => {
      for (let done = 0; done < count; done += 40) {
        const agent = pick(random, agents);
        for (let more = 0; more < 40; more += 1)
          agent.write(
            Buffer.concat([mutateBytes(random, Buffer.from(request(agent).text)), Buffer.from('\n')]),
          );
        expect((await agent.call('read_note', { id: `line-${done}` })).result, `seed ${SEED}`).toMatchObject({
          content: [{}],
        });
        agent.loose();
      }
      for (const agent of agents) expect(agent.faults).toEqual([]);
    });
    await isServed();
  });

  it('everything that was forwarded is read alike by all programs, and had its own intent', async () => {
    const forwarded = place.upstream
      .bytes()
      .split('\n')
      .filter((line) => line !== '');
    expect(forwarded.length).toBeGreaterThan(TOTAL / 50);
    expect(disagreements(forwarded).slice(0, 5), `seed ${SEED}`).toEqual([]);
    expectNoFaults(await place.close());
  });
});

const isStrict = (bytes: Uint8Array): boolean => {
  try {
    parseStrict(bytes, { bytes: 16e6, depth: 64, keys: 2e5, string: 16e6, array: 1e6 });
    return true;
  } catch {
    return false;
  }
};

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';
const TYPES = [JSON_TYPE, JSON_TYPE, JSON_TYPE, STREAM_TYPE, 'application/json; charset=utf-8', 'text/plain'];
const STATUSES = [200, 200, 200, 200, 400, 500, 202];

describe('answers that were changed anywhere', () => {
  let server: FuzzedServer;
  let fuzzed: Arena;

  beforeAll(async () => {
    server = await fuzzedServer();
    const reach = { kind: 'http', url: server.url, headers: {} } as const;
    const more = [{ ...defaultServerConfig('fuzzed', reach), trust: 'trusted' as const }];
    fuzzed = await arena(UPSTREAM_KINDS[0] ?? { transport: 'stdio', era: 'legacy' }, { more });
  });

  afterAll(async () => {
    expectNoFaults(await fuzzed.close());
    server.close();
  });

  it(`${SHARE.answers} answers: each call ends, and what cannot be read strictly is an error`, async () => {
    const agents = await Promise.all(RECENT_PROTOCOLS.map((speech) => fuzzed.agent(speech)));
    let calls = 0;
    await within(SHARE.answers, (count) =>
      inParallel(count, 16, async () => {
        const n = (calls += 1);
        const failure = { error: { code: -32_000, message: 'x', data: anyObject(random) } };
        const success = {
          result: { content: [{ type: 'text', text: 'x' }], structuredContent: anyObject(random) },
        };
        const good = { jsonrpc: '2.0', id: 777_777, ...(random() < 0.1 ? failure : success) };
        const body = mutateBytes(random, Buffer.from(JSON.stringify(good)));
        const type = pick(random, TYPES);
        const bytes =
          type === STREAM_TYPE ? Buffer.concat([Buffer.from('data: '), body, Buffer.from('\n\n')]) : body;
        server.answers.set(n, { bytes, type, status: pick(random, STATUSES) });
        const { result, error } = await pick(random, agents).call('fuzzed__read', { n });
        const passedOn = result !== undefined && result['isError'] !== true;
        const what = `seed ${SEED}: ${body.toString('latin1')}`;
        if (passedOn) expect(isStrict(body) || type === STREAM_TYPE, what).toBe(true);
        expect(result ?? error, what).toBeDefined();
      }),
    );
  });
});
