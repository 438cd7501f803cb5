import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { queryDatabase } from '../../cluster/test/query-database.ts';
import { Cluster } from '../../cluster/test/postgres/cluster.ts';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import type { CommandResult } from './fixtures/run-callgate.ts';
import type { CallgateSession } from './gateway-folder.ts';
import { GatewayFolder } from './gateway-folder.ts';

const WITHIN_MS = 120_000;

let cluster: Cluster;
beforeAll(async () => {
  ensureBuilt();
  cluster = await Cluster.start();
}, WITHIN_MS);
afterAll(() => cluster.remove());

const database = (): string => `${cluster.url()}?schema=t${randomBytes(6).toString('hex')}`;

const machine = (like?: GatewayFolder): GatewayFolder => {
  const place = new GatewayFolder();
  mkdirSync(place.home, { recursive: true, mode: 0o700 });
  if (like !== undefined)
    for (const name of ['callgate.key', 'callgate.key.pub'])
      cpSync(join(like.home, name), join(place.home, name));
  return place;
};

const args = (place: GatewayFolder, store: string): readonly string[] => [
  'up',
  '-c',
  place.write(
    'c.yaml',
    JSON.stringify({ servers: { one: place.entry }, http: { port: 0, auth: 'none' }, console: false }),
  ),
  '--store',
  store,
];

const up = async (
  place: GatewayFolder,
  store: string,
): Promise<{ readonly session: CallgateSession; readonly url: string }> => {
  const session = place.start(args(place, store));
  const [, url = ''] = await session.said(/(http:\/\/[^ ,"]+)\/mcp/);
  return { session, url };
};

const fails = (place: GatewayFolder, store: string): Promise<CommandResult> =>
  place.callgate(...args(place, store));

const stop = async (session: CallgateSession): Promise<void> => {
  session.signal('SIGTERM');
  await session.ended;
};

it(
  'a password on the command line is taken, warned about once and shown nowhere',
  async () => {
    const place = machine();
    const store = database().replace('callgate@', 'callgate:open-sesame@');
    const { session } = await up(place, store);
    await stop(session);
    expect(session.err.split('STORE_PASSWORD_SHOWN')).toHaveLength(2);
    const verified = await place.callgate('audit', 'verify', '--db', store);
    const copied = await place.callgate(
      'store',
      'copy',
      '--from',
      store,
      '--to',
      join(place.folder, 'copy.db'),
    );
    expect([verified.code, copied.code]).toEqual([0, 0]);
    for (const { out, err } of [session, verified, copied]) expect(`${out}${err}`).not.toContain('sesame');
    for (const { err } of [verified, copied]) expect(err).toContain('STORE_PASSWORD_SHOWN');
  },
  WITHIN_MS,
);

it(
  'a machine with another key is not let in, and hears what to do',
  async () => {
    const store = database();
    const { session } = await up(machine(), store);
    const { code, err } = await fails(machine(), store);
    expect([code, err]).toEqual([1, expect.stringContaining('STORE_KEY')]);
    expect(err).toContain('callgate.key');
    await stop(session);
  },
  WITHIN_MS,
);

it(
  'what the database has lost stops gates on every machine until it is accepted, which stands in the record',
  async () => {
    const store = database();
    const place = machine();
    const { session, url } = await up(place, store);
    await queryDatabase(
      store,
      "INSERT INTO losses (found_at, found_by, what) VALUES (1, 'another', 'row 7 of the record')",
    );
    await session.said(/"STORE_LOST"/);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ state: 'lost' })]);
    const status = await place.callgate('status');
    expect(status.out).toContain('LOST since');
    await stop(session);

    const other = machine(place);
    expect(await fails(other, store)).toMatchObject({ code: 1, err: expect.stringContaining('STORE_LOST') });
    const unexplained = await other.callgate('accept', '--lost-entries', '--store', store);
    expect([unexplained.code, unexplained.err]).toEqual([1, expect.stringContaining('--reason is required')]);
    const accept = ['accept', '--lost-entries', '--store', store, '--reason', 'the disk is gone'] as const;
    const accepted = await other.callgate(...accept);
    expect([accepted.code, accepted.err]).toEqual([0, '']);
    expect(accepted.out).toContain('Accepted: row 7 of the record');
    expect((await other.callgate(...accept)).out).toContain('Nothing is missing');
    const record = await other.callgate('audit', '--export', '-', '--format', 'jsonl', '--db', store);
    expect([record.code, record.err]).toEqual([0, '']);
    expect(record.out.split('the disk is gone')).toHaveLength(2);
    const again = await up(other, store);
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
    await stop(again.session);
  },
  WITHIN_MS,
);
