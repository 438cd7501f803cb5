import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PendingCall } from '@callgate/gate';
import { openKeys } from '@callgate/gate';
import { signTail } from '@callgate/gate/audit';
import { openSqliteReader, openSqliteStore } from '@callgate/gate/sqlite';
import type { StoreReader } from '@callgate/gate/store';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../../gate/test/control-office.ts';
import { tempHome } from '../../operations/test/gate-processes.ts';
import { BIN, ensureBuilt } from './fixtures/run-callgate.ts';
import type { GateHome } from './gate-home.ts';
import { openGateHome } from './gate-home.ts';

const WITHIN_MS = 60_000;

beforeAll(ensureBuilt, 2 * WITHIN_MS);

const MAIL = call('send_mail', { to: 'bob@example.com', body: 'at ten' });
const OTHER = call('send_mail', { to: 'ann@example.com', body: 'at two' });
const DELETE = call('delete_note', { id: '1' }, { context: 'c2' });

const run = (home: GateHome, request: typeof MAIL) =>
  home.gate.run(request, async (dispatchable) => {
    dispatchable.take();
    return { type: 'result', result: {} };
  });

const hold = async ({ gate }: GateHome, request: typeof MAIL): Promise<PendingCall> =>
  (await gate.hold(request)) as PendingCall;

const approve = async ({ gate }: GateHome, id: string, more: object = {}): Promise<void> => {
  const binding = (await gate.desk.question(id))?.binding ?? '';
  await gate.desk.vote({
    call: id,
    subject: 'local',
    verdict: 'approve',
    via: 'console',
    binding,
    opened: true,
    ...more,
  });
};

const removeStore = (folder: string): void => {
  for (const name of readdirSync(folder))
    if (name.startsWith('callgate.db')) rmSync(join(folder, name), { recursive: true });
};

const reading = async <T>(database: string, work: (read: StoreReader) => Promise<T>): Promise<T> => {
  const { read, close } = await openSqliteReader(database);
  try {
    return await work(read);
  } finally {
    await close();
  }
};

/** A backup of a gate that has an approved call, a waiting one and a grant; then the approval is used and all is lost. */
const lostHome = async () => {
  const home = await openGateHome();
  await run(home, call('read_note', { id: 'n1' }));
  const [approved, waiting, granted] = [
    await hold(home, MAIL),
    await hold(home, OTHER),
    await hold(home, DELETE),
  ];
  await approve(home, approved.call);
  await approve(home, granted.call, { grant: { kind: 'session', uses: 5, endsInMs: 3_600_000 } });
  const backup = join(home.folder, 'monday.backup');
  const made = await home.callgate('store', 'backup', '--to', backup);
  expect([made.code, made.err]).toEqual([0, '']);
  expect(made.out).toContain('verified');
  const sent = await home.gate.resume(approved.ticket, MAIL);
  expect(sent.state).toBe('dispatching');
  await home.gate.settle(sent as never, { type: 'result', result: {} });
  await signTail({ store: home.store, keys: home.keys, path: join(home.folder, 'callgate.anchors') });
  await home.close();
  removeStore(home.folder);
  return { home, approved, waiting, backup };
};

/** Nothing else is noted. */
const NO_SETTINGS = /^note: Disabled tools, [^\n]*\n$/;

const restore = (home: GateHome, backup: string, ...more: readonly string[]) =>
  home.callgate('store', 'restore', '--from', backup, '--reason', 'the disk broke', ...more);

describe('callgate store restore', () => {
  it(
    'never revives a used approval, a waiting call or a grant, and the audit log tells of it',
    async () => {
      const { home, approved, waiting, backup } = await lostHome();
      const restored = await restore(home, backup);
      expect([restored.code, restored.err]).toEqual([0, expect.stringMatching(NO_SETTINGS)]);
      await reading(home.database, async (read) => {
        for (const { call: id } of [approved, waiting])
          expect(await read.call(id)).toMatchObject({
            state: 'withdrawn',
            fault: { code: 'STORE_RESTORED' },
          });
        const grants = await read.grants({ limit: 10 }, { live: false, now: 0 });
        expect(grants.items).toMatchObject([{ revoked: { by: 'local', reason: 'the disk broke' } }]);
        expect((await read.alerts({ limit: 1 })).items).toMatchObject([
          { code: 'STORE_RESTORED', message: expect.stringContaining('the disk broke') },
        ]);
      });
      const again = await openGateHome('balanced', home.folder);
      expect((await again.gate.resume(approved.ticket, MAIL)).state).toBe('withdrawn');
      await again.close();
      const verified = await home.callgate('audit', 'verify', '--json');
      expect(JSON.parse(verified.out)).toMatchObject({ problems: [] });
      // what was remembered of the lost entries is kept aside
      expect(readdirSync(home.folder).filter((name) => /^callgate\.anchors\.\d+$/.test(name))).toHaveLength(
        1,
      );
      expect(readdirSync(home.folder).filter((name) => name.startsWith('restoring-'))).toEqual([]);
      const second = await restore(home, backup);
      expect(second.err).toMatch(/^error\[COPY_NOT_EMPTY\]/);
    },
    WITHIN_MS,
  );

  it(
    'needs the private key, from its copy or from a backup that has it',
    async () => {
      const home = await openGateHome();
      await run(home, call('read_note', { id: 'n1' }));
      const [without, withKey] = [join(home.folder, 'a.backup'), join(home.folder, 'b.backup')];
      await home.callgate('store', 'backup', '--to', without);
      const told = await home.callgate('store', 'backup', '--to', withKey, '--with-key');
      expect(told.out).toContain('private key is in it');
      const secret = readFileSync(join(home.folder, 'callgate.key'), 'utf8');
      const { signing } = JSON.parse(secret) as { signing: string };
      expect(readFileSync(without).includes(signing)).toBe(false);
      expect(readFileSync(withKey).includes(signing)).toBe(true);
      const elsewhere = await openGateHome();
      await elsewhere.close();
      removeStore(elsewhere.folder);
      expect((await restore(elsewhere, without)).err).toMatch(/^error\[BACKUP_KEY\].*another key/);
      rmSync(join(elsewhere.folder, 'callgate.key'));
      expect((await restore(elsewhere, without)).err).toMatch(/^error\[BACKUP_KEY\].*none at/);
      expect(existsSync(elsewhere.database)).toBe(false);
      rmSync(join(elsewhere.folder, 'callgate.key.pub'));
      const restored = await restore(elsewhere, withKey);
      expect([restored.code, restored.err]).toEqual([0, expect.stringMatching(NO_SETTINGS)]);
      expect(openKeys(join(elsewhere.folder, 'callgate.key')).id).toBe(home.keys.id);
      const verified = await elsewhere.callgate('audit', 'verify', '--json');
      expect(JSON.parse(verified.out)).toMatchObject({ verdict: 'intact' });
    },
    WITHIN_MS,
  );

  it(
    'places no key of a backup that was changed, nor of one that is not restored',
    async () => {
      const home = await openGateHome();
      await run(home, call('read_note', { id: 'n1' }));
      const [backup, changed] = [join(home.folder, 'a.backup'), join(home.folder, 'b.backup')];
      await home.callgate('store', 'backup', '--to', backup, '--with-key');
      cpSync(backup, changed);
      const db = new DatabaseSync(changed);
      db.exec("UPDATE record SET bytes = CAST(replace(CAST(bytes AS TEXT), 'n1', 'n2') AS BLOB)");
      db.close();
      const folder = tempHome();
      const to = join(folder, 'callgate.db');
      expect((await restore(home, changed, '--to', to)).err).toMatch(/^error\[BACKUP_UNVERIFIED\]/);
      expect(readdirSync(folder)).toEqual([]);
      expect((await restore(home, backup, '--to', to)).code).toBe(0);
      for (const name of readdirSync(folder))
        if (!name.startsWith('callgate.db')) rmSync(join(folder, name), { recursive: true });
      expect((await restore(home, backup, '--to', to)).err).toMatch(/^error\[COPY_NOT_EMPTY\]/);
      expect(readdirSync(folder).filter((name) => !name.startsWith('callgate.db'))).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'leaves the anchors of a home alone where it has another store',
    async () => {
      const home = await openGateHome();
      await run(home, call('read_note', { id: 'n1' }));
      const backup = join(home.folder, 'monday.backup');
      await home.callgate('store', 'backup', '--to', backup);
      await run(home, call('read_note', { id: 'n2' }));
      const path = join(home.folder, 'callgate.anchors');
      await signTail({ store: home.store, keys: home.keys, path });
      const before = readFileSync(path, 'utf8');
      const trial = join(home.folder, 'trial.db');
      const restored = await restore(home, backup, '--to', trial);
      const beside = readdirSync(home.folder).find((name) => name.includes('.restored-')) ?? '';
      expect(restored.code).toBe(0);
      expect(restored.err).toContain(beside);
      expect(beside).toMatch(/^callgate\.anchors\.restored-\d+$/);
      expect(readFileSync(path, 'utf8')).toBe(before);
      const verify = ['audit', 'verify', '--db', trial, '--anchor', join(home.folder, beside), '--json'];
      expect(JSON.parse((await home.callgate(...verify)).out)).toMatchObject({ verdict: 'intact' });
    },
    WITHIN_MS,
  );

  it(
    'refuses what was changed, what is no backup, and a reason that is empty',
    async () => {
      const { home, backup } = await lostHome();
      const changed = join(home.folder, 'changed.backup');
      cpSync(backup, changed);
      const db = new DatabaseSync(changed);
      db.exec("UPDATE calls SET state = 'approved' WHERE state = 'held'");
      db.close();
      expect((await restore(home, changed)).err).toMatch(/^error\[BACKUP_UNVERIFIED\]/);
      expect(existsSync(home.database)).toBe(false);
      expect((await restore(home, join(home.folder, 'callgate.key'))).err).toMatch(/^error\[BACKUP_FILE\]/);
      expect((await restore(home, join(home.folder, 'none'))).err).toMatch(/^error\[BACKUP_FILE\]/);
      const empty = await home.callgate('store', 'restore', '--from', backup, '--reason', ' ');
      expect(empty.err).toMatch(/^error\[WHO_AND_WHY\]/);
      expect(existsSync(home.database)).toBe(false);
    },
    WITHIN_MS,
  );
});

describe('callgate store backup', () => {
  it(
    'has every entry up to a moment, while calls are made',
    async () => {
      const home = await openGateHome();
      const stopped = new AbortController();
      const calls = (async () => {
        for (let n = 0; !stopped.signal.aborted; n += 1) await run(home, call('read_note', { id: `n${n}` }));
      })();
      for (const name of ['one', 'two']) {
        const made = await home.callgate('store', 'backup', '--to', join(home.folder, name), '--json');
        expect(JSON.parse(made.out)).toMatchObject({ verified: true, withKey: false });
      }
      stopped.abort();
      await calls;
    },
    WITHIN_MS,
  );

  it('replaces nothing, and no gate opens a backup as a store', async () => {
    const home = await openGateHome();
    const backup = join(home.folder, 'b.backup');
    await home.callgate('store', 'backup', '--to', backup);
    const again = await home.callgate('store', 'backup', '--to', backup);
    expect(again.err).toMatch(/^error\[BACKUP_EXISTS\]/);
    await expect(openSqliteStore({ path: backup, keys: home.keys })).rejects.toMatchObject({
      code: 'STORE_FOREIGN',
    });
  });

  it('is refused where the audit log was changed', async () => {
    const home = await openGateHome();
    await run(home, call('read_note', { id: 'n1' }));
    await home.close();
    const db = new DatabaseSync(home.database);
    db.exec("UPDATE record SET bytes = CAST(replace(CAST(bytes AS TEXT), 'n1', 'n2') AS BLOB) WHERE seq = 2");
    db.close();
    const made = await home.callgate('store', 'backup', '--to', join(home.folder, 'b.backup'));
    expect(made.err).toMatch(/^error\[BACKUP_UNVERIFIED\]/);
    expect(readdirSync(home.folder).filter((name) => name.startsWith('b.backup'))).toEqual([]);
  });
});

/** Runs a command and kills it after some time, unless it ended before. */
const killAfter = async (folder: string, ms: number, args: readonly string[]): Promise<void> => {
  const child = spawn(process.execPath, [BIN, ...args], {
    env: { PATH: process.env['PATH'] ?? '', CALLGATE_HOME: folder },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  await Promise.race([ended, sleep(ms)]);
  child.kill('SIGKILL');
  await ended;
};

const MOMENTS = process.env['CALLGATE_DEEP'] === '1' ? 40 : 3;

describe('a command that is killed half-way', () => {
  it(
    'leaves no backup or a whole one, and no store or a whole one with nothing revived',
    async () => {
      const { home, approved, backup } = await lostHome();
      const folder = tempHome();
      for (const name of ['callgate.key', 'callgate.key.pub', 'callgate.anchors'])
        cpSync(join(home.folder, name), join(folder, name));
      const database = join(folder, 'callgate.db');
      // from a moment when nothing was done to one when all was done
      const began = performance.now();
      await killAfter(folder, WITHIN_MS, ['store', 'restore', '--from', backup, '--reason', 'drill']);
      const whole = performance.now() - began;
      for (let moment = 1; moment <= MOMENTS; moment += 1) {
        removeStore(folder);
        cpSync(join(home.folder, 'callgate.anchors'), join(folder, 'callgate.anchors'));
        const ms = (whole * (moment + MOMENTS)) / (2 * MOMENTS + 1);
        await killAfter(folder, ms, ['store', 'restore', '--from', backup, '--reason', 'drill']);
        const again = await home.callgate(
          'store',
          'restore',
          '--from',
          backup,
          '--reason',
          'x',
          '--to',
          database,
        );
        expect(again.code === 0 || again.err.startsWith('error[COPY_NOT_EMPTY]')).toBe(true);
        await reading(database, async (read) => {
          expect(await read.call(approved.call)).toMatchObject({ state: 'withdrawn' });
        });
        const copy = join(folder, `kill-${moment}.backup`);
        await killAfter(folder, ms, ['store', 'backup', '--to', copy]);
        if (existsSync(copy)) {
          const checked = await home.callgate(
            'store',
            'restore',
            '--from',
            copy,
            '--reason',
            'x',
            '--to',
            join(folder, `${moment}.db`),
          );
          expect([checked.code, checked.err]).toEqual([0, expect.stringMatching(/^note: /)]);
        }
      }
    },
    3 * WITHIN_MS,
  );
});
