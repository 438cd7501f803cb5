import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL, describeTool, traceTool } from '@callgate/core';
import { createGate, openKeys, systemClock } from '@callgate/gate';
import { openSqliteReader, openSqliteStore } from '@callgate/gate/sqlite';
import type { CallRequest } from '@callgate/gate';
import type { StoreReader } from '@callgate/gate/store';
import { readerOperations } from '@callgate/operations/record';
import { LOCAL_CALLER, localClient } from '@callgate/operations/socket';
import type { OperationsClient } from '@callgate/operations/socket';
import { loadPolicy } from '@callgate/policy';
import { array, assert, asyncProperty, boolean } from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readStreamedEvent } from '../src/audit/stream/streamed-event.ts';
import { cefLine } from '../src/audit/stream/cef-line.ts';
import { openStreamTarget } from '../src/audit/stream/open-stream-target.ts';
import { ocsfEvent } from '../src/audit/stream/ocsf-event.ts';
import { streamAuditLog } from '../src/audit/stream/stream-audit-log.ts';
import type { StreamPosition } from '../src/audit/stream/stream-position.ts';
import { readPosition, writePosition } from '../src/audit/stream/stream-position.ts';
import type { StreamTarget } from '../src/audit/stream/stream-target.ts';
import { BIN, ensureBuilt, runCallgate } from './fixtures/run-callgate.ts';

const HOME = mkdtempSync(join(tmpdir(), 'callgate-stream-'));
const DB = join(HOME, 'callgate.db');
const SECRET = 'hunter22-canary';
const EVIL = 'a|b=c\\d\u202E\nCEF:0|x';

const loaded = loadPolicy([{ name: 'test.yaml', text: 'extends: balanced' }]);
if (!loaded.ok) throw new Error('the policy is right');
const { policy } = loaded;

const definition: JsonObject = {
  name: 'read',
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: { type: 'object' },
};
const READ = traceTool(describeTool({ server: 'office', trust: 'trusted', definition }), definition, {});

let operations: OperationsClient;
let closeLog: () => Promise<void>;
let read: StoreReader;
let entries = 0;

beforeAll(async () => {
  ensureBuilt();
  const keys = openKeys(join(HOME, 'callgate.key'));
  const store = await openSqliteStore({ path: DB, keys });
  const catalogue = { find: (_: string, __: string, name: string) => (name === 'read' ? READ : undefined) };
  const gate = await createGate({ policy, store, keys, catalogue, limits: { sweepMs: null } });
  const call = (name: string, subject: string): CallRequest =>
    ({
      kind: 'tool',
      server: 'office',
      name,
      arguments: { path: SECRET },
      principal: { ...LOCAL_PRINCIPAL, subject },
      context: 'c',
      authenticated: true,
    }) as CallRequest;
  for (const each of [call('read', 'ada'), call('read', EVIL), call('gone', 'ada')])
    await gate.run(each, async (dispatchable) => {
      dispatchable.take();
      return { type: 'result', result: { content: [{ type: 'text', text: SECRET }] } };
    });
  await store.transact((tx) =>
    tx.append({
      event: 'alert',
      outcome: 'denied',
      principal: 'callgate',
      tool: '',
      call: null,
      detail: { code: 'ODD' },
    }),
  );
  await gate.close();
  await store.close();
  const opened = await openSqliteReader(DB);
  closeLog = opened.close;
  read = opened.read;
  operations = localClient(readerOperations(read, systemClock), LOCAL_CALLER);
  entries = (await operations.ask('record.size', {})).rows;
});

afterAll(() => closeLog());

const START: StreamPosition = { seq: 0, hash: '' };
const numbers = (upTo = entries): readonly number[] => Array.from({ length: upTo }, (_, index) => index + 1);

const streamTo = (target: StreamTarget, more: Partial<Parameters<typeof streamAuditLog>[0]> = {}) =>
  streamAuditLog({
    operations,
    target,
    hashOf: async (seq) => {
      const [hash] = await read.hashes(seq, 1);
      return hash === undefined ? undefined : Buffer.from(hash).toString('hex');
    },
    elapsed: () => 0,
    format: (event) => String(event.seq),
    from: START,
    save: () => Promise.resolve(),
    once: true,
    now: () => Date.now() + 60_000,
    tell: () => undefined,
    signal: new AbortController().signal,
    ...more,
  });

const collecting = (deliver: (seqs: readonly number[]) => void): StreamTarget => ({
  name: 'test',
  deliver: (lines) => Promise.resolve(deliver(lines.map((line) => Number(line.text)))),
});

const audit = (...args: string[]) => runCallgate(['audit', 'stream', '--db', DB, ...args]);

describe('an entry as an event', () => {
  const required = z.looseObject({
    activity_id: z.int(),
    category_uid: z.int(),
    class_uid: z.literal([6003, 2004]),
    type_uid: z.int(),
    time: z.int(),
    severity_id: z.int().min(1).max(5),
    metadata: z.looseObject({
      version: z.literal('1.6.0'),
      uid: z.string(),
      product: z.looseObject({ vendor_name: z.string(), name: z.string() }),
    }),
  });
  const api = z.looseObject({
    class_uid: z.literal(6003),
    actor: z.looseObject({ user: z.looseObject({ uid: z.string().min(1) }) }),
    api: z.looseObject({ operation: z.string().min(1), service: z.looseObject({ name: z.string() }) }),
    src_endpoint: z.looseObject({}),
  });
  const finding = z.looseObject({
    class_uid: z.literal(2004),
    finding_info: z.looseObject({ uid: z.string(), title: z.string() }),
  });

  it('of OCSF has what its class requires, and neither arguments nor results', async () => {
    const lines = await operations.ask('record.entries', { from: 1, limit: 100 });
    const events = lines.map((line) => ocsfEvent(readStreamedEvent(line), '1.0.0'));
    expect(events).toHaveLength(entries);
    for (const event of events) {
      const { class_uid, activity_id, type_uid } = required.parse(event);
      expect(type_uid).toBe(class_uid * 100 + activity_id);
      expect(() => (class_uid === 6003 ? api : finding).parse(event)).not.toThrow();
    }
    expect(JSON.stringify(events)).not.toContain(SECRET);
    const done = events.find((event) => event['activity_name'] === 'done');
    expect(done).toMatchObject({ action: 'Allowed', status: 'Success', api: { operation: 'read' } });
    const blocked = events.find((event) => event['activity_name'] === 'blocked');
    expect(blocked).toMatchObject({ action: 'Denied', disposition: 'Blocked', severity: 'Low' });
    const alert = events.find((event) => event['class_uid'] === 2004);
    expect(alert).toMatchObject({ finding_info: { title: 'ODD' }, severity: 'High' });
  });

  it('of CEF keeps to one line whatever a name holds', async () => {
    const lines = await operations.ask('record.entries', { from: 1, limit: 100 });
    const events = lines.map(readStreamedEvent);
    for (const line of events.map((event) => cefLine(event, '1.0.0'))) {
      expect(line).toMatch(/^CEF:0\|Callgate\|Callgate\|1\.0\.0\|[a-z-]+\|[a-z-]+\|\d+\|[^\n\r\u202E]*$/);
      expect(line).not.toContain(SECRET);
    }
    const evil = events.find(({ principal }) => principal === EVIL);
    if (evil === undefined) throw new Error('somebody had that name');
    const user = / suser=(.*?) destinationServiceName=/.exec(cefLine(evil, '1'))?.[1] ?? '';
    expect(user).toContain(String.raw`a|b\=c\\`);
  });
});

describe('a stream', () => {
  it('delivers every entry at least once and in order, however often a delivery fails or it is stopped', async () => {
    await assert(
      asyncProperty(array(boolean(), { maxLength: 6 }), async (fates) => {
        const seen: number[] = [];
        let kept: StreamPosition = START;
        let next = 0;
        for (let run = 0; run <= fates.length; run += 1) {
          const target = collecting((seqs) => {
            const taken = fates[next] === undefined ? seqs : seqs.slice(0, 2);
            const fails = fates[next] !== undefined;
            next += 1;
            seen.push(...taken);
            if (fails) throw new Error('gone');
          });
          await streamTo(target, {
            from: kept,
            save: (position) => {
              kept = position;
              return Promise.resolve();
            },
          }).catch(() => undefined);
        }
        expect([...new Set(seen)]).toEqual(numbers());
        expect(kept.seq).toBe(entries);
      }),
      { numRuns: 20 },
    );
  });

  it('refuses a log that is not the one it delivered', async () => {
    const target = collecting(() => undefined);
    const code = (from: StreamPosition) => streamTo(target, { from }).catch((error: unknown) => error);
    expect(await code({ seq: entries + 1, hash: 'a'.repeat(64) })).toMatchObject({ code: 'STREAM_LOG' });
    expect(await code({ seq: 2, hash: 'a'.repeat(64) })).toMatchObject({ code: 'STREAM_LOG' });
  });

  it('says which entries it could not deliver, and goes on past archived ones that it delivered', async () => {
    const withGap: OperationsClient = {
      ...operations,
      ask: (async (name: 'record.entries', params: { readonly from: number; readonly limit: number }) =>
        (await operations.ask(name, params)).filter(({ seq }) => seq < 2 || seq > 3)) as never,
    };
    const seen: number[] = [];
    const target = collecting((seqs) => void seen.push(...seqs));
    await expect(streamTo(target, { operations: withGap })).rejects.toMatchObject({
      code: 'STREAM_ARCHIVED',
      message: 'Entries 2 to 3 are no longer in the store and were not delivered',
    });
    expect(seen).toEqual([]);
    const [third] = await read.hashes(3, 1);
    const hash = Buffer.from(third ?? '').toString('hex');
    await streamTo(target, { operations: withGap, from: { seq: 3, hash } });
    expect(seen).toEqual(numbers().slice(3));
  });

  it('goes on where the clock goes back', async () => {
    const seen: number[] = [];
    let elapsed = 0;
    await streamTo(
      collecting((seqs) => void seen.push(...seqs)),
      { now: () => 0, elapsed: () => (elapsed += 1000) },
    );
    expect(seen).toEqual(numbers());
  });

  it('waits for entries that may not be synced yet', async () => {
    const seen: number[] = [];
    const stop = new AbortController();
    const streaming = streamTo(
      collecting((seqs) => void seen.push(...seqs)),
      { now: () => 0, signal: stop.signal },
    );
    stop.abort();
    await streaming;
    expect(seen).toEqual([]);
  });

  it('keeps its position as a whole, and takes a damaged one for none of its own', async () => {
    const path = join(HOME, 'positions', 'p.json');
    expect(await readPosition(path)).toBeUndefined();
    await writePosition(path, { seq: 3, hash: 'b'.repeat(64) });
    expect(await readPosition(path)).toEqual({ seq: 3, hash: 'b'.repeat(64) });
    writeFileSync(path, '{"v":1,"seq":');
    await expect(readPosition(path)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  });
});

describe('a file', () => {
  it('gets each entry once over several runs, and loses nothing that was in it', async () => {
    const path = join(HOME, 'out.jsonl');
    const position = ['--position', join(HOME, 'file-position.json')];
    expect(await audit('--to', path, '--once', ...position)).toMatchObject({ code: 0, err: '' });
    const whole = readFileSync(path, 'utf8');
    const sequences = (content: string): unknown =>
      content
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { metadata: { sequence: number } }).metadata.sequence);
    expect(sequences(whole)).toEqual(numbers());
    appendFileSync(path, '{"torn":');
    await streamTo(openStreamTarget(path, undefined), { from: START });
    expect(readFileSync(path, 'utf8')).toBe(`${whole}{"torn":\n${numbers().join('\n')}\n`);
  });
});

const listen = async (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> => {
  const server = createServer(answer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
};
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;

describe('an HTTP receiver', () => {
  it('gets entries again after refusals, and its authorization', async () => {
    const bodies: string[] = [];
    const authorizations = new Set<string | undefined>();
    const statuses = [503, 302, 400];
    const server = await listen((request, response) => {
      authorizations.add(request.headers.authorization);
      void text(request).then((body) => {
        bodies.push(body);
        const status = statuses.shift() ?? 204;
        response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
      });
    });
    const told: unknown[] = [];
    const stop = new AbortController();
    await streamTo(openStreamTarget(`http://127.0.0.1:${portOf(server)}/in`, 'Bearer abc'), {
      once: false,
      signal: stop.signal,
      tell: (failure) => void told.push(failure),
      save: () => Promise.resolve(stop.abort()),
    });
    expect(new Set(bodies)).toEqual(new Set([`${numbers().join('\n')}\n`]));
    expect(bodies).toHaveLength(4);
    expect([...authorizations]).toEqual(['Bearer abc']);
    expect(told).toEqual([expect.objectContaining({ code: 'STREAM_FAILED' }), undefined]);
  });

  it('gets all entries although the stream was killed before it answered', async () => {
    const seen: string[] = [];
    const first = Promise.withResolvers<void>();
    const server = await listen((request, response) => {
      void text(request).then((body) => {
        seen.push(body);
        if (seen.length > 1) response.writeHead(200).end();
        first.resolve();
      });
    });
    const args = [
      '--to',
      `http://127.0.0.1:${portOf(server)}/`,
      '--format',
      'json',
      '--position',
      join(HOME, 'killed.json'),
    ];
    const child = spawn(process.execPath, [BIN, 'audit', 'stream', '--db', DB, ...args], { stdio: 'ignore' });
    await first.promise;
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await audit(...args, '--once')).toMatchObject({ code: 0 });
    expect(seen).toHaveLength(2);
    expect(seen[1]).toBe(seen[0]);
    expect(seen[1]?.trimEnd().split('\n')).toHaveLength(entries);
    // nothing is left, and nothing is sent
    expect(await audit(...args, '--once')).toMatchObject({ code: 0 });
    expect(seen).toHaveLength(2);
  });

  it.each([
    ['http://siem.example/in', 'STREAM_TARGET'],
    ['gopher://x', 'STREAM_TARGET'],
    ['https://user:hunter22-canary@siem.example/in', 'STREAM_TARGET'],
    ['syslog:', 'STREAM_TARGET'],
  ])('is refused at %s', async (to, code) => {
    const { code: status, err } = await audit('--to', to, '--once');
    expect(status).toBe(1);
    expect(err).toContain(code);
    expect(err).not.toContain(SECRET);
  });
});

describe('a syslog receiver', () => {
  const listenSyslog = async (take: (socket: Socket) => void): Promise<string> => {
    const server = createSocketServer({ allowHalfOpen: true }, take).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `syslog://127.0.0.1:${portOf(server)}`;
  };

  it('gets framed messages, and has them when it closes its side', async () => {
    let got = '';
    const to = await listenSyslog((socket) => {
      void text(socket).then((all) => {
        got += all;
        socket.end();
      });
    });
    await streamTo(openStreamTarget(to, undefined));
    for (const seq of numbers()) {
      const [size = ''] = got.split(' ', 1);
      const start = size.length + 1;
      const message = got.slice(start, start + Number(size));
      expect(message).toMatch(new RegExp(`^<\\d+>1 \\S+ \\S+ callgate \\d+ audit - ${seq}$`));
      got = got.slice(start + Number(size));
    }
    expect(got).toBe('');
  });

  it('that breaks the connection has nothing', async () => {
    const to = await listenSyslog((socket) => void socket.resetAndDestroy());
    await expect(streamTo(openStreamTarget(to, undefined))).rejects.toThrow('ECONNRESET');
  });
});
