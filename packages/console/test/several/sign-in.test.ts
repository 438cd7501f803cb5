import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { digestSecret } from '@callgate/http';
import { Cluster } from '../../../cluster/test/postgres/cluster.ts';
import type { TestConsoleOptions } from '../test-console.ts';
import { bareWeb } from '../serve/bare-web.ts';
import { openPageEventStream } from '../serve/page-event-stream.ts';
import { createShiftedClock } from '../serve/shifted-clock.ts';
import type { ConsolePair } from './console-pair.ts';
import {
  changeOperation,
  codeIn,
  cookiesOf,
  readOperation,
  openConsolePair,
  postJson,
  responseText,
  signInAt,
} from './console-pair.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let cluster: Cluster;
const opened: ConsolePair[] = [];

beforeAll(async () => {
  cluster = await Cluster.start();
});
afterAll(() => cluster.remove());
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const several = async (options: TestConsoleOptions = {}): Promise<ConsolePair> => {
  const both = await openConsolePair(cluster, { web: bareWeb(), ...options });
  opened.push(both);
  return both;
};

const until = (check: () => Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: 20_000, interval: 50 });

/** Somebody who can do everything with the database, and has no key. */
const asOwner = async <T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> => {
  const sql = postgres(cluster.url(), { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
};

const schemaOf = ({ database }: ConsolePair): string => new URL(database).searchParams.get('schema') ?? '';

const people = {
  all: [{ subject: 'ann', groups: ['ops'], active: true }],
  selfApproval: false,
};

describe('a link', () => {
  it('of one console signs in at the other', async () => {
    const { one, two } = await several({ people });
    const { cookie } = await signInAt(two, 'ann', one);
    expect((await readOperation(two, 'me', cookie)).body).toMatchObject({
      caller: { subject: 'ann', role: 'approver', groups: ['ops'] },
    });
  });

  it('signs in once, at however many consoles it is tried at once', async () => {
    const { one, two } = await several();
    for (let round = 0; round < 5; round += 1) {
      const code = codeIn(await one.console.link('local'));
      const tries = await Promise.all([one, two, one, two].map((at) => postJson(at, '/sign-in', { code })));
      expect(tries.map(responseText).toSorted()).toEqual(['200', ...Array(3).fill('401 CONSOLE_LINK_OVER')]);
    }
  });

  it('of the command line on one machine signs in at the console of another, once', async () => {
    const made = new Map([['a-code-of-the-command-line', 'ann']]);
    const { one, two } = await several({ people });
    const beside = await opened[0]?.open({
      people,
      settings: {
        spend: (code) => {
          const subject = made.get(code);
          made.delete(code);
          return subject;
        },
      },
    });
    if (beside === undefined) throw new Error('nothing is open');
    const [code = ''] = made.keys();
    expect(responseText(await postJson(two, '/sign-in/pass-on', { code }))).toBe('401 CONSOLE_LINK_OVER');
    expect(responseText(await postJson(beside, '/sign-in/pass-on', { code: 'another' }))).toBe(
      '401 CONSOLE_LINK_OVER',
    );
    const passed = await postJson(beside, '/sign-in/pass-on', { code });
    expect([responseText(passed), passed.headers.get('set-cookie')]).toEqual(['200', null]);
    const tries = await Promise.all([one, two, beside].map((at) => postJson(at, '/sign-in', { code })));
    expect(tries.map(responseText).toSorted()).toEqual(['200', ...Array(2).fill('401 CONSOLE_LINK_OVER')]);
    const [cookie = ''] = tries.flatMap((each) => (each.status === 200 ? cookiesOf(each) : []));
    expect((await readOperation(one, 'me', cookie)).body).toMatchObject({ caller: { subject: 'ann' } });
  });

  it('is over at all of them after ten minutes', async () => {
    const clock = createShiftedClock();
    const { one, two } = await several({ clock });
    const code = codeIn(await one.console.link('local'));
    clock.forward(10 * MINUTE_MS);
    expect(responseText(await postJson(two, '/sign-in', { code }))).toBe('401 CONSOLE_LINK_OVER');
  });
});

describe('somebody who is signed in', () => {
  it('is so at every console, with the same token and the same role', async () => {
    const { one, two } = await several({ people, roles: { ann: 'operator' } });
    const ann = await signInAt(one, 'ann');
    const [here, there] = [
      await readOperation(one, 'me', ann.cookie),
      await readOperation(two, 'me', ann.cookie),
    ];
    expect(there.body).toMatchObject({ caller: { subject: 'ann', role: 'operator' }, csrf: ann.csrf });
    expect(there.body).toEqual(here.body);
    expect(responseText(await changeOperation(two, 'record.verify', { ...ann, csrf: 'x' }))).toBe(
      '403 CONSOLE_CSRF',
    );
    expect(responseText(await changeOperation(two, 'record.verify', ann))).toBe('200');
  });

  it('is signed out everywhere by signing out anywhere, and what is open ends', async () => {
    const { one, two } = await several();
    const local = await signInAt(one);
    expect((await readOperation(two, 'me', local.cookie)).status).toBe(200);
    const streams = [
      await openPageEventStream(one.console.local, local.cookie),
      await openPageEventStream(two.console.local, local.cookie),
    ];
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    expect(responseText(await changeOperation(one, 'me.leave', local))).toBe('200');
    await Promise.all(streams.map(({ ended }) => ended));
    expect(responseText(await readOperation(one, 'me', local.cookie))).toBe('401 CONSOLE_SIGN_IN');
    expect(responseText(await readOperation(two, 'me', local.cookie))).toBe('401 CONSOLE_SIGN_IN');
  });

  it('is signed out at a console that remembers them and has nothing open', async () => {
    const { one, two } = await several();
    const local = await signInAt(two);
    await changeOperation(one, 'me.leave', local);
    await until(async () =>
      expect(responseText(await readOperation(two, 'me', local.cookie))).toBe('401 CONSOLE_SIGN_IN'),
    );
  });

  it('has another sign-in of the same browser ended everywhere', async () => {
    const { one, two } = await several();
    const before = await signInAt(one);
    const stream = await openPageEventStream(two.console.local, before.cookie);
    const code = codeIn(await one.console.link('local'));
    const [cookie = ''] = cookiesOf(await postJson(one, '/sign-in', { code }, { cookie: before.cookie }));
    await stream.ended;
    expect(responseText(await readOperation(two, 'me', before.cookie))).toBe('401 CONSOLE_SIGN_IN');
    expect((await readOperation(two, 'me', cookie)).status).toBe(200);
  });

  it('is not idle at one console while the other is used, and is at both when neither is', async () => {
    const clock = createShiftedClock();
    const { one, two } = await several({ clock });
    const { cookie } = await signInAt(one);
    expect((await readOperation(two, 'me', cookie)).status).toBe(200);
    for (let hours = 0; hours < 21; hours += 7) {
      clock.forward(7 * HOUR_MS);
      expect((await readOperation(one, 'me', cookie)).status).toBe(200);
    }
    expect((await readOperation(two, 'me', cookie)).status).toBe(200);
    clock.forward(8 * HOUR_MS);
    expect(responseText(await readOperation(two, 'me', cookie))).toBe('401 CONSOLE_SIGN_IN');
    expect(responseText(await readOperation(one, 'me', cookie))).toBe('401 CONSOLE_SIGN_IN');
  });

  it('is so for a week at most, wherever they are seen', async () => {
    const clock = createShiftedClock();
    const { one, two } = await several({ clock });
    const { cookie } = await signInAt(one);
    for (let hours = 0; hours < 7 * 24 - 7; hours += 7) {
      clock.forward(7 * HOUR_MS);
      expect((await readOperation((hours / 7) % 2 === 0 ? two : one, 'me', cookie)).status).toBe(200);
    }
    clock.forward(7 * HOUR_MS);
    expect(responseText(await readOperation(two, 'me', cookie))).toBe('401 CONSOLE_SIGN_IN');
  });

  it('is one of so many over all consoles: whoever was not seen for longest is out', async () => {
    const clock = createShiftedClock();
    const { one, two } = await several({ clock, settings: { limits: { sessions: 3 } } });
    const first = await signInAt(one);
    clock.forward(MINUTE_MS);
    const second = await signInAt(two);
    clock.forward(MINUTE_MS);
    const third = await signInAt(one);
    clock.forward(MINUTE_MS);
    expect((await readOperation(two, 'me', first.cookie)).status).toBe(200);
    clock.forward(MINUTE_MS);
    const fourth = await signInAt(two);
    await until(async () => {
      const found = await Promise.all(
        [first, second, third, fourth].map(
          async ({ cookie }) => (await readOperation(one, 'me', cookie)).status,
        ),
      );
      expect(found).toEqual([200, 401, 200, 200]);
    });
  });

  it('stays so when the console they came in by is stopped, and finds one that was started later', async () => {
    const { one, two, open } = await several();
    const { cookie } = await signInAt(one);
    await one.console.close();
    expect((await readOperation(two, 'me', cookie)).status).toBe(200);
    const three = await open();
    expect((await readOperation(three, 'me', cookie)).status).toBe(200);
  });
});

describe('the database', () => {
  it('has nothing in it that signs anybody in', async () => {
    const both = await several({ people });
    const { one, two } = both;
    const schema = schemaOf(both);
    const { cookie, csrf } = await signInAt(one, 'ann');
    const code = codeIn(await two.console.link('ann'));
    const notes = await asOwner((sql) => sql`SELECT kind, name, owner, sealed FROM ${sql(schema)}.notes`);
    expect(notes.map(({ kind }) => String(kind)).toSorted()).toEqual([
      'sign-in',
      'sign-in-link',
      'sign-in-link',
    ]);
    const text = JSON.stringify(notes);
    for (const secret of [cookie.split('=')[1] ?? '', csrf, code, 'ann']) {
      expect(secret).not.toBe('');
      expect(text).not.toContain(secret);
    }
    for (const { name, sealed } of notes)
      for (const guessed of [name, sealed].map(String)) {
        const asCookie = `${cookie.split('=')[0]}=${guessed}`;
        expect(responseText(await readOperation(two, 'me', asCookie))).toBe('401 CONSOLE_SIGN_IN');
        expect(responseText(await postJson(two, '/sign-in', { code: guessed.slice(0, 200) }))).toBe(
          '401 CONSOLE_LINK_OVER',
        );
      }
  });

  it('that was copied into a store of somebody else signs nobody in there', async () => {
    const [ours, theirs] = [await several(), await several()];
    const { cookie } = await signInAt(ours.one);
    const code = codeIn(await ours.one.console.link('local'));
    const [from, to] = [schemaOf(ours), schemaOf(theirs)];
    await asOwner((sql) => sql`INSERT INTO ${sql(to)}.notes SELECT * FROM ${sql(from)}.notes`);
    const renamed = cookie.replace(/^[^=]+/, `__Host-callgate-session-${new URL(theirs.balancer.url).port}`);
    expect(responseText(await readOperation(theirs.one, 'me', renamed))).toBe('401 CONSOLE_SIGN_IN');
    expect((await postJson(theirs.one, '/sign-in', { code })).headers.get('set-cookie')).toBeNull();
    expect((await readOperation(ours.two, 'me', cookie)).status).toBe(200);
  });

  it('makes nobody somebody else, whoever writes in it', async () => {
    const both = await several({ roles: { vera: 'viewer' } });
    const [vera, local] = [await signInAt(both.one, 'vera'), await signInAt(both.one)];
    const names = [vera, local].map(({ cookie }) => digestSecret(cookie.split('=')[1] ?? ''));
    const schema = schemaOf(both);
    await asOwner(
      (sql) => sql`
        UPDATE ${sql(schema)}.notes SET version = version + 1000,
          sealed = (SELECT sealed FROM ${sql(schema)}.notes WHERE name = ${names[1] ?? ''})
        WHERE name = ${names[0] ?? ''}`,
    );
    expect(responseText(await readOperation(both.two, 'me', vera.cookie))).toBe('401 CONSOLE_SIGN_IN');
    expect((await readOperation(both.two, 'me', local.cookie)).status).toBe(200);
  });
});
