import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EMPTY_LOG_HEAD, hashEntry } from '../src/record/chain-entry.ts';
import { openSqliteStore } from '../src/store/sqlite/index.ts';
import { suiteKeys } from './harness/store-suite/under-test.ts';

const deep = process.env['CALLGATE_DEEP'] === '1';
const CHILD = fileURLToPath(new URL('store-sqlite-child.ts', import.meta.url));
const node = (mode: string, folder: string, size: number): readonly string[] => [
  process.execPath,
  '--conditions=@callgate/source',
  CHILD,
  mode,
  folder,
  String(size),
];
const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-faults-'));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

const promised = z.strictObject({ promised: z.number() });

interface WriterOutput {
  /** The rows that were promised. */
  readonly rows: ReadonlySet<number>;
  /** Everything else, in order. */
  readonly rest: readonly unknown[];
}

const read = (lines: readonly string[]): WriterOutput => {
  const all = lines.filter((line) => line.endsWith('}')).map((line): unknown => JSON.parse(line));
  return {
    rows: new Set(all.flatMap((each) => promised.safeParse(each).data?.promised ?? [])),
    rest: all.filter((each) => !promised.safeParse(each).success),
  };
};

const run = (command: string, ...args: readonly string[]): WriterOutput => {
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return read(stdout.split('\n'));
};

/** What is in the file afterwards: whole rows, one after the other, and all that were promised. */
const expectKept = async ({ rows }: WriterOutput, mayBeMore: number): Promise<void> => {
  const store = await openSqliteStore({ path: join(folder, 'store.db'), keys: suiteKeys() });
  const kept = await store.read.rows(1, 1_000_000);
  let { hash } = EMPTY_LOG_HEAD;
  for (const [index, row] of kept.entries()) {
    expect(row.seq).toBe(index + 1);
    hash = hashEntry(row.seq, hash, row.bytes);
    expect(Buffer.from(row.hash).equals(hash)).toBe(true);
  }
  const last = Math.max(0, ...rows);
  expect(kept.length).toBeGreaterThanOrEqual(last);
  expect(kept.length).toBeLessThanOrEqual(last + mayBeMore);
  await store.close();
};

const BROKEN = [
  { refused: ['STORE_UNKNOWN', 'STORE_UNKNOWN'] },
  { again: 'STORE_BROKEN', broken: 'STORE_UNKNOWN' },
];

const canTrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true']).status === 0;

describe('a store on a storage that fails', () => {
  const small = `mount -t tmpfs -o size=3000k none "$0" && exec "$@"`;
  const canMount =
    spawnSync('unshare', ['-Urm', 'sh', '-c', 'mount -t tmpfs none "$0"', tmpdir()]).status === 0;

  it.skipIf(!canMount)('refuses while the disk is full and goes on when it is not', () => {
    const { rows, rest } = run('unshare', '-Urm', 'sh', '-c', small, folder, ...node('full', folder, 3000));
    expect(rows.size).toBeGreaterThan(5);
    expect(rest).toEqual([
      { refused: 'STORE_FULL' },
      { again: 'STORE_FULL' },
      { broken: null, head: rows.size - 1 },
      { withSpace: 'written' },
      { rows: rows.size },
    ]);
    expect(Math.max(...rows)).toBe(rows.size);
  });

  it('is broken where a write fails for another reason, and keeps what it promised', async () => {
    const limited = `trap '' XFSZ; ulimit -f 1500; exec ${quoted(node('failing', folder, 3000))}`;
    const said = run('sh', '-c', limited);
    expect(said.rest).toEqual(BROKEN);
    expect(said.rows.size).toBeGreaterThan(5);
    await expectKept(said, 2);
  });

  const places = deep ? Array.from({ length: 60 }, (_, index) => index + 9) : [12, 19];

  it.skipIf(!canTrace).each(places)(
    'is broken where sync %i fails, and keeps what it promised',
    async (place) => {
      const fault = `inject=fsync,fdatasync:error=EIO:when=${place}`;
      const options = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fsync,fdatasync', '-e', fault];
      const said = run('strace', ...options, ...node('failing', folder, 500));
      expect(said.rest).toEqual(BROKEN);
      await expectKept(said, 2);
    },
  );
});

/** Rows of a page each: the log is moved after 1,000 of them, then by a thread. */
const PAGE = 6000;
const BEFORE_THE_THREAD = 1200;

describe('a store whose log is moved by a thread', () => {
  it.skipIf(!canTrace)(
    'is broken where the thread cannot sync the file, and keeps what it promised',
    async () => {
      // nobody else calls fdatasync on it
      const fault = ['-P', join(folder, 'store.db'), '-e', 'inject=fdatasync:error=EIO'];
      const options = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fdatasync', ...fault];
      const said = run('strace', ...options, ...node('writing', folder, PAGE));
      expect(said.rest).toEqual([
        { refused: Array.from({ length: 8 }, () => expect.stringMatching(/^STORE_(?:UNKNOWN|BROKEN)$/)) },
      ]);
      expect(said.rows.size).toBeGreaterThan(BEFORE_THE_THREAD);
      await expectKept(said, 8);
    },
  );

  it('has kept its promises when it is killed meanwhile', { timeout: 60_000 }, async () => {
    const path = join(folder, 'store.db');
    const [command = '', ...args] = node('writing', folder, PAGE);
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => {
      child.once('exit', (_, signal) => resolve(signal));
    });
    const lines: string[] = [];
    let size = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      if (lines.length === BEFORE_THE_THREAD) ({ size } = statSync(path));
      // the file grows while its log is moved
      if (lines.length > BEFORE_THE_THREAD && statSync(path).size > size) child.kill('SIGKILL');
    }
    expect(await ended).toBe('SIGKILL');
    await expectKept(read(lines), 1000);
  });
});

describe('a process that is killed while it writes', () => {
  it.each(Array.from({ length: deep ? 100 : 3 }, (_, index) => index))(
    'has kept its promises (%i)',
    async (index) => {
      const [command = '', ...args] = node('writing', folder, 500);
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = new Promise((resolve) => {
        child.once('exit', (_, signal) => resolve(signal));
      });
      const lines: string[] = [];
      for await (const line of createInterface({ input: child.stdout })) {
        lines.push(line);
        if (lines.length === 20 + index * 7) child.kill('SIGKILL');
      }
      expect(await ended).toBe('SIGKILL');
      const said = read(lines);
      expect(said.rows.size).toBeGreaterThanOrEqual(20);
      await expectKept(said, 1000);
    },
  );
});
