import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Gate, Keys, PendingCall } from '@callgate/gate';
import { createGate, memoryKeys, openKeys, systemClock } from '@callgate/gate';
import { readArchiveNotes, signArchiveNote, signTail } from '@callgate/gate/audit';
import { dropArchived } from '@callgate/gate/sql';
import { openSqliteReader, openSqliteStore } from '@callgate/gate/sqlite';
import type { Store } from '@callgate/gate/store';
import { presetPolicy } from '@callgate/policy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, catalogueOf } from '../../gate/test/control-office.ts';
import { tempHome } from '../../operations/test/gate-processes.ts';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { BIN, ResidentCallgate, ensureBuilt } from './fixtures/run-callgate.ts';

const WITHIN_MS = 60_000;
const DEEP = process.env['CALLGATE_DEEP'] === '1';
/** Calls a month: two entries each. */
const CALLS = DEEP ? 170_000 : 40;

const resident = new ResidentCallgate();
beforeAll(ensureBuilt, 2 * WITHIN_MS);
afterAll(async () => {
  await resident.stop();
  rmSync(template, { recursive: true, force: true });
});

const environment = (folder: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  CALLGATE_HOME: folder,
  NO_COLOR: '1',
});

interface AuditHome {
  readonly folder: string;
  readonly database: string;
  /** A call that waited all the time, and one that ended under a session of its own. */
  readonly waiting: string;
  readonly kept: string;
  callgate(...args: readonly string[]): Promise<CommandResult>;
}

const run = (gate: Gate, request: ReturnType<typeof call>) =>
  gate.run(request, async (dispatchable) => {
    dispatchable.take();
    return { type: 'result', result: { note: 'a note' } };
  });

/** Makes calls in August, September and October, as if time had passed. */
const fill = async (gate: Gate, store: Store, clock: { at: number }, sign: () => Promise<unknown>) => {
  let [waiting, kept] = ['', ''];
  for (const month of ['2026-08', '2026-09', '2026-10']) {
    clock.at = Date.parse(`${month}-03T10:00:00Z`);
    if (waiting === '') {
      waiting = ((await gate.begin(call('send_mail', { to: 'a@b.c', body: 'x' }))) as PendingCall).call;
      kept = (await run(gate, call('read_note', { id: 'k' }, { context: 'matter-7' }))).call;
    }
    for (let from = 0; from < CALLS; from += 100)
      await Promise.all(
        Array.from({ length: Math.min(100, CALLS - from) }, (_, index) => {
          clock.at += 10;
          return run(gate, call('read_note', { id: `${month}-${from + index}` }));
        }),
      );
    await gate.sweep();
    await sign();
  }
  clock.at = Date.parse('2026-11-01T10:00:00Z');
  await run(gate, call('read_note', { id: 'november' }));
  await store.read.head();
  return { waiting, kept };
};

/** A home whose audit log goes from August to November. */
const makeHome = async (folder: string): Promise<Pick<AuditHome, 'waiting' | 'kept'>> => {
  const keys = openKeys(join(folder, 'callgate.key'));
  const time = { at: Date.parse('2026-08-01T00:00:00Z') };
  const clock: Clock = { ...systemClock, now: () => time.at, after: () => () => {} };
  const store = await openSqliteStore({ path: join(folder, 'callgate.db'), keys, clock, durable: false });
  const gate = await createGate({
    policy: presetPolicy('balanced'),
    store,
    catalogue: catalogueOf(),
    keys,
    clock,
    limits: { sweepMs: null, approvalMs: 400 * 86_400_000 },
  });
  const path = join(folder, 'callgate.anchors');
  const made = await fill(gate, store, time, () => signTail({ store, keys, path }));
  await gate.close();
  await signTail({ store, keys, path });
  await store.close();
  return made;
};

let template: string;
let made: Pick<AuditHome, 'waiting' | 'kept'>;
beforeAll(
  async () => {
    template = mkdtempSync(join(tmpdir(), 'callgate-archive-'));
    made = await makeHome(template);
  },
  DEEP ? 30 * WITHIN_MS : WITHIN_MS,
);

const home = (): AuditHome => {
  const folder = tempHome();
  rmSync(folder, { recursive: true });
  cpSync(template, folder, { recursive: true });
  return {
    ...made,
    folder,
    database: join(folder, 'callgate.db'),
    callgate: (...args) => resident.run(args, { env: environment(folder) }),
  };
};

const archivesIn = ({ folder }: AuditHome): readonly string[] =>
  existsSync(join(folder, 'archives'))
    ? readdirSync(join(folder, 'archives')).map((name) => join(folder, 'archives', name))
    : [];

const verified = async (at: AuditHome, ...args: readonly string[]): Promise<Record<string, unknown>> => {
  const { out, err } = await at.callgate('audit', 'verify', ...args, '--json');
  expect(err).toBe('');
  const [report] = [JSON.parse(out)].flat() as readonly Record<string, unknown>[];
  return report ?? {};
};

const entriesIn = async ({ database }: AuditHome): Promise<number> => {
  const { read, close } = await openSqliteReader(database);
  const rows = await read.rows(1, 10_000_000);
  await close();
  return rows.length;
};

describe('callgate audit archive', () => {
  it(
    'moves the entries of months to files, and log and archives verify, together and each by itself',
    async () => {
      const at = home();
      const before = await verified(at);
      expect(before).toMatchObject({ problems: [] });
      const done = await at.callgate('audit', 'archive', '--before', '2026-10');
      expect([done.code, done.err]).toEqual([0, '']);
      expect(done.out.trimEnd().split('\n')).toEqual([
        expect.stringMatching(
          /^Archived 2026-08, entries 1 to \d+, verified: .*2026-08-[0-9a-f]{12}\.callgate-archive$/,
        ),
        expect.stringMatching(/^Archived 2026-09, entries \d+ to \d+, verified: /),
      ]);
      // what is left: October, what waits, what is in force
      expect(await entriesIn(at)).toBeLessThan(Number(before['rows']) / 2);
      const after = await verified(at);
      expect(after).toMatchObject({ verdict: 'unknown', gaps: ['archives'], problems: [], calls: CALLS + 2 });
      expect(Number(after['archived'])).toBeGreaterThan(CALLS);
      const archives = archivesIn(at);
      const whole = await verified(at, ...archives);
      expect(whole).toMatchObject({ verdict: 'intact', problems: [], calls: before['calls'] });
      expect(whole['archived']).toBeUndefined();
      // a machine with nothing but archives and the public key
      const elsewhere = tempHome();
      const key = join(at.folder, 'callgate.key.pub');
      const alone = await resident.run(['audit', 'verify', ...archives, '--key', key, '--json'], {
        env: environment(elsewhere),
      });
      expect(JSON.parse(alone.out)).toMatchObject([
        { verdict: 'unknown', problems: [], gaps: ['anchors'] },
        { verdict: 'unknown', problems: [], gaps: ['anchors'] },
      ]);
      const shown = await at.callgate('inbox', '--json');
      expect(shown.out).toContain(at.waiting);
      const again = await at.callgate('audit', 'archive', '--before', '2026-10');
      expect(again.out).toContain('Nothing from before 2026-10');
    },
    DEEP ? 30 * WITHIN_MS : WITHIN_MS,
  );

  it(
    'goes on while a gate makes calls and decides as before',
    async () => {
      const at = home();
      const keys = openKeys(join(at.folder, 'callgate.key'));
      const store = await openSqliteStore({ path: at.database, keys, durable: false });
      const policy = presetPolicy('balanced');
      const gate = await createGate({ policy, store, catalogue: catalogueOf(), keys });
      const over = new AbortController();
      const states = new Set<string>();
      let calls = 0;
      const calling = (async () => {
        for (; !over.signal.aborted; calls += 1)
          states.add((await run(gate, call('read_note', { id: `now-${calls}` }))).state);
      })();
      const done = await at.callgate('audit', 'archive', '--before', '2026-11');
      over.abort();
      await calling;
      expect([done.code, done.err]).toEqual([0, '']);
      expect([...states]).toEqual(['done']);
      expect(calls).toBeGreaterThan(0);
      await gate.close();
      await store.close();
      for (const files of [[], archivesIn(at)])
        expect(await verified(at, ...files)).toMatchObject({ problems: [] });
    },
    WITHIN_MS,
  );

  it(
    'leaves what a legal hold names, until it ends',
    async () => {
      const at = home();
      const session = '["local","matter-7"]';
      const added = await at.callgate('audit', 'hold', 'add', '--session', session, '--reason', 'matter 7');
      expect([added.code, added.err]).toEqual([0, '']);
      await at.callgate('audit', 'archive', '--before', '2026-11');
      expect((await at.callgate('audit', at.kept, '--json')).out).toContain('matter-7');
      const listed = await at.callgate('audit', 'hold', '--json');
      const { holds } = JSON.parse(listed.out) as { holds: readonly { id: string }[] };
      expect(holds).toMatchObject([{ kind: 'session', value: session, reason: 'matter 7' }]);
      expect(await verified(at)).toMatchObject({ gaps: ['archives'], problems: [] });
      const ended = await at.callgate('audit', 'hold', 'remove', holds[0]?.id ?? '', '--reason', 'closed');
      expect(ended.code).toBe(0);
      await at.callgate('audit', 'archive', '--before', '2026-11');
      expect((await at.callgate('audit', at.kept)).err).toMatch(/^error\[/);
      const archives = archivesIn(at);
      expect(await verified(at)).toMatchObject({ gaps: ['archives'], problems: [] });
      expect(await verified(at, ...archives)).toMatchObject({ verdict: 'intact', problems: [] });
    },
    WITHIN_MS,
  );

  it('refuses months to come, a broken log, a hold of nothing, and another archive in its place', async () => {
    const at = home();
    for (const month of ['2026-13', 'october', '2999-01'])
      expect((await at.callgate('audit', 'archive', '--before', month)).err).toMatch(
        /^error\[ARCHIVE_MONTH\]/,
      );
    expect((await at.callgate('audit', 'hold', 'add', '--reason', 'x')).err).toMatch(
      /^error\[HOLD_SUBJECT\]/,
    );
    expect((await at.callgate('audit', 'hold', 'remove', 'x', '--reason', 'x')).err).toMatch(
      /^error\[HOLD_UNKNOWN\]/,
    );
    await at.callgate('audit', 'archive', '--before', '2026-09');
    const [archive = ''] = archivesIn(at);
    await at.callgate('audit', 'archive', '--before', '2026-10');
    const later = archivesIn(at).find((path) => path !== archive) ?? '';
    const anew = home();
    await anew.callgate('audit', 'archive', '--before', '2026-09');
    cpSync(archive, join(anew.folder, 'archives', basename(later)));
    expect((await anew.callgate('audit', 'archive', '--before', '2026-10')).err).toMatch(
      /^error\[ARCHIVE_EXISTS\]/,
    );
    const db = new DatabaseSync(at.database);
    db.exec(
      "UPDATE record SET bytes = CAST(replace(CAST(bytes AS TEXT), '2026-10-', '2026-11-') AS BLOB) WHERE seq > 200",
    );
    db.close();
    expect((await at.callgate('audit', 'archive', '--before', '2026-11')).err).toMatch(
      /^error\[ARCHIVE_UNVERIFIED\]/,
    );
  });

  it('shows what was changed in an archive, and what was dropped without one', async () => {
    const at = home();
    const dropped = home();
    const db = new DatabaseSync(dropped.database);
    db.exec("UPDATE record SET bytes = x'', call = '' WHERE seq BETWEEN 10 AND 20");
    db.close();
    expect(await verified(dropped)).toMatchObject({ verdict: 'broken' });
    await at.callgate('audit', 'archive', '--before', '2026-11');
    const archives = archivesIn(at);
    const [archive = ''] = archives;
    const changed = new DatabaseSync(archive);
    changed.exec(
      "UPDATE record SET bytes = CAST(replace(CAST(bytes AS TEXT), 'auto', 'none') AS BLOB) WHERE seq = 12",
    );
    changed.close();
    expect(await verified(at, ...archives)).toMatchObject({ verdict: 'broken' });
    const moved = new DatabaseSync(at.database);
    moved.exec("UPDATE record SET bytes = x'', call = '' WHERE seq = (SELECT max(seq) - 1 FROM record)");
    moved.close();
    expect(await verified(at)).toMatchObject({ verdict: 'broken' });
  });

  it('keeps archives of several stores apart, and verifies each with its own store', async () => {
    const at = home();
    const other = tempHome();
    mkdirSync(other, { recursive: true });
    await makeHome(other);
    const folder = join(at.folder, 'archives');
    const archiveTo = ['audit', 'archive', '--before', '2026-09', '--to', folder];
    await at.callgate('audit', 'archive', '--before', '2026-09');
    const [own = ''] = archivesIn(at);
    const done = await resident.run(archiveTo, { env: environment(other) });
    expect([done.code, done.err]).toEqual([0, '']);
    const foreign = archivesIn(at).find((path) => path !== own) ?? '';
    expect(await verified(at, own)).toMatchObject({ verdict: 'intact', problems: [] });
    const key = join(other, 'callgate.key.pub');
    expect(await verified(at, foreign, '--key', key)).toMatchObject({
      verdict: 'unknown',
      problems: [],
      file: foreign,
    });
    // another store of the same name that went another way
    const forked = home();
    const db = new DatabaseSync(own);
    db.exec("UPDATE record SET hash = x'00' WHERE seq = (SELECT max(seq) FROM record)");
    db.close();
    mkdirSync(join(forked.folder, 'archives'));
    cpSync(own, join(forked.folder, 'archives', basename(own)));
    const refused = await forked.callgate('audit', 'archive', '--before', '2026-09');
    expect(refused.err).toMatch(/^error\[ARCHIVE_EXISTS\]/);
  });

  it('heeds a hold that is added while entries are dropped', async () => {
    const at = home();
    const { read, close } = await openSqliteReader(at.database);
    const { seq: to } = await read.head();
    let looks = 0;
    await dropArchived(at.database, to, {
      archives: [{ from: 1, to, require: async () => {} }],
      refuse: () => {
        throw new Error('no archive');
      },
      readHolds: async () => {
        const { seq } = await read.head();
        const { holds } = await readArchiveNotes(read, undefined);
        looks += 1;
        // just after the last look before the first batch
        if (looks === 2) await at.callgate('audit', 'hold', 'add', '--call', at.kept, '--reason', 'x');
        return { seq, held: { session: [], principal: [], call: holds.map(({ value }) => value) } };
      },
    });
    expect(looks).toBe(3);
    expect(await read.call(at.kept)).toBeDefined();
    expect((await read.callsAfter('', 100)).length).toBeLessThan(CALLS);
    await close();
  });

  it('drops nothing where the archive is gone or was changed, also after a hold', async () => {
    const at = home();
    await at.callgate('audit', 'hold', 'add', '--principal', 'local', '--reason', 'x');
    const rows = await entriesIn(at);
    await at.callgate('audit', 'archive', '--before', '2026-09');
    expect(await entriesIn(at)).toBeGreaterThanOrEqual(rows);
    const listed = await at.callgate('audit', 'hold', '--json');
    const { holds } = JSON.parse(listed.out) as { holds: readonly { id: string }[] };
    await at.callgate('audit', 'hold', 'remove', holds[0]?.id ?? '', '--reason', 'closed');
    const kept = await entriesIn(at);
    const [archive = ''] = archivesIn(at);
    renameSync(archive, `${archive}.away`);
    for (const content of ['gone', 'changed']) {
      if (content === 'changed') {
        cpSync(`${archive}.away`, archive);
        const db = new DatabaseSync(archive);
        db.exec('DELETE FROM record WHERE seq = 12');
        db.close();
      }
      const refused = await at.callgate('audit', 'archive', '--before', '2026-09');
      expect(refused.err).toMatch(/^error\[ARCHIVE_MISSING\]/);
      expect(await entriesIn(at)).toBe(kept);
    }
    renameSync(`${archive}.away`, archive);
    const done = await at.callgate('audit', 'archive', '--before', '2026-09');
    expect([done.code, done.err]).toEqual([0, '']);
    expect(await entriesIn(at)).toBeLessThan(kept);
    expect(await verified(at, archive)).toMatchObject({ verdict: 'intact', problems: [] });
  });

  it('is believed only with the signature of the key, and never about entries that stay', async () => {
    const at = home();
    await at.callgate('audit', 'hold', 'add', '--call', at.kept, '--reason', 'x');
    const erase = async (signer?: Pick<Keys, 'sign'>): Promise<string> => {
      const erased = home();
      const keys = openKeys(join(erased.folder, 'callgate.key'));
      const store = await openSqliteStore({ path: erased.database, keys, durable: false });
      const { seq: to, hash } = await store.read.head();
      const head = Buffer.from(hash).toString('hex');
      const note = { from: 1, to, month: '2026-10', file: 'x', digest: '0'.repeat(64), head };
      const lasting = createHash('sha256').digest('hex');
      const archive = { ...signArchiveNote(signer ?? keys, { ...note, lasting }) };
      const detail = { code: 'AUDIT_ARCHIVED', message: '', archive };
      const entry = {
        event: 'operator',
        outcome: 'allowed',
        principal: 'local',
        tool: '',
        call: null,
      } as const;
      await store.transact((tx) => tx.append({ ...entry, detail }));
      await store.close();
      const db = new DatabaseSync(erased.database);
      db.exec(`UPDATE record SET bytes = x'', call = '' WHERE seq <= ${to}`);
      for (const table of ['votes', 'call_details', 'calls', 'grants']) db.exec(`DELETE FROM ${table}`);
      db.close();
      return JSON.stringify((await verified(erased))['problems']);
    };
    expect(await erase(memoryKeys())).toContain('ROW_SEQ');
    expect(await erase()).not.toContain('ROW_SEQ');
    // a true note, and an entry that stays is blanked
    await at.callgate('audit', 'archive', '--before', '2026-11');
    expect(await verified(at)).toMatchObject({ verdict: 'unknown', problems: [] });
    const blanked = new DatabaseSync(at.database);
    const { changes } = blanked
      .prepare("UPDATE record SET bytes = x'', call = '' WHERE event = 'opened' AND seq < 10")
      .run();
    blanked.close();
    expect(changes).toBeGreaterThan(0);
    const found = await verified(at);
    expect(found).toMatchObject({ verdict: 'broken' });
    expect(JSON.stringify(found['problems'])).toContain('archives leave in the store');
  });

  it('shows entries that are missing in an archive, in the middle and at its end', async () => {
    const at = home();
    await at.callgate('audit', 'archive', '--before', '2026-09');
    const [archive = ''] = archivesIn(at);
    for (const which of ['BETWEEN 12 AND 14', '> 40']) {
      const copy = `${archive}.copy`;
      cpSync(archive, copy);
      const db = new DatabaseSync(copy);
      db.exec(`DELETE FROM record WHERE seq ${which}`);
      db.close();
      const found = await verified(at, copy);
      expect(found).toMatchObject({ verdict: 'broken' });
      for (const code of ['ARCHIVE_DIGEST', 'ROW_SEQ'])
        expect(JSON.stringify(found['problems'])).toContain(code);
    }
    expect(await verified(at, archive)).toMatchObject({ verdict: 'intact', problems: [] });
  });

  it('is not told to hold by options alone, and says when a hold matches nothing', async () => {
    const at = home();
    for (const args of [
      ['--session', 's', '--reason', 'x'],
      ['--reason', 'x'],
      ['remove', 'x', '--call', 'c'],
    ])
      expect((await at.callgate('audit', 'hold', ...args)).err).toMatch(/^error\[HOLD_SUBJECT\]/);
    for (const [kind, value, isThere] of [
      ['--session', '["local","matter-7"]', true],
      ['--session', 'matter-7', false],
      ['--principal', 'nobody', false],
      ['--call', at.kept, true],
      ['--call', 'nothing', false],
    ] as const) {
      const added = await at.callgate('audit', 'hold', 'add', kind, value, '--reason', 'x');
      expect(added.code).toBe(0);
      expect(added.err).toEqual(isThere ? '' : expect.stringMatching(/^note: no call/));
    }
  });

  it(
    'that is killed half-way leaves a log that verifies, and the next run ends it',
    async () => {
      const at = home();
      const began = performance.now();
      await killAfter(home().folder, WITHIN_MS);
      const whole = performance.now() - began;
      for (let moment = 1; moment <= (DEEP ? 20 : 3); moment += 1) {
        await killAfter(at.folder, (whole * (moment + 4)) / 8);
        const archives = archivesIn(at).filter((path) => path.endsWith('.callgate-archive'));
        for (const files of [archives, []])
          expect(await verified(at, ...files)).toMatchObject({ problems: [] });
      }
      const done = await at.callgate('audit', 'archive', '--before', '2026-11');
      expect([done.code, done.err]).toEqual([0, '']);
      expect(await verified(at, ...archivesIn(at))).toMatchObject({ verdict: 'intact', problems: [] });
    },
    DEEP ? 30 * WITHIN_MS : 2 * WITHIN_MS,
  );
});

const killAfter = async (folder: string, ms: number): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [BIN, 'audit', 'archive', '--before', '2026-11'], {
    env: environment(folder),
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  await Promise.race([ended, sleep(ms)]);
  child.kill('SIGKILL');
  await ended;
};
