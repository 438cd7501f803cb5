import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findHostContexts, isHostGone } from './host-contexts.ts';
import type { ProcessTable } from './process-table.ts';
import {
  installationName,
  openProcessTable,
  readProcStat,
  readPs,
  readWindowsList,
} from './process-table.ts';

const opened = (): ProcessTable => {
  const table = openProcessTable();
  if (table === undefined) throw new Error('processes cannot be listed here');
  return table;
};

describe('the processes of this machine', () => {
  it('have parents, times and programs', () => {
    const table = opened();
    const own = table.find(process.pid);
    expect(own).toMatchObject({ pid: process.pid, parent: process.ppid });
    expect(own?.program).toContain('node');
    expect(table.find(process.ppid)?.start).toBeLessThanOrEqual(own?.start ?? 0);
    expect(table.find(2 ** 30)).toBeUndefined();
    expect(opened().machine).toBe(table.machine);
  });

  it('name a host that can be told from the next process with its id', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    onTestFinished(() => void child.kill());
    const table = opened();
    const [host = '', ...ancestors] = findHostContexts(table, child.pid ?? 0, ['run']) ?? [];
    const start = `host:${table.installation ?? '0'}:${table.machine}`;
    expect(host).toBe(`${start}:${process.pid}:${table.find(process.pid)?.start}`);
    expect(findHostContexts(table, process.pid, ['run'])?.[0]).toBe(ancestors[0]);
    expect(isHostGone(table, host)).toBe(false);
    expect(isHostGone(table, `${host}0`)).toBe(true);
    expect(isHostGone(table, 'host:000000000000:000000000000:1:1')).toBe(false);
    expect(isHostGone(table, 'host:nonsense')).toBe(false);
    const gone = `${start}:${child.pid}:${table.find(child.pid ?? 0)?.start}`;
    expect(isHostGone(table, gone)).toBe(false);
    const ended = new Promise((resolve) => {
      child.once('close', resolve);
    });
    child.stdin.end();
    await ended;
    expect(isHostGone(opened(), gone)).toBe(true);
    expect(findHostContexts(undefined, process.pid, [])).toBeUndefined();
  });
});

describe('a host of an earlier start of the machine', () => {
  const none = { find: () => undefined };
  const table: ProcessTable = { installation: 'aa', machine: 'b2', ...none };

  it('is gone, and one of another machine on the same store is not', () => {
    expect(isHostGone(table, 'host:aa:b1:7:1')).toBe(true);
    expect(isHostGone(table, 'host:ab:b1:7:1')).toBe(false);
    expect(isHostGone(table, 'host:0:b1:7:1')).toBe(false);
  });

  it('is not told from another machine where a machine has no id of its own', () => {
    const unknown: ProcessTable = { installation: undefined, machine: 'b2', ...none };
    expect(isHostGone(unknown, 'host:0:b1:7:1')).toBe(false);
    expect(isHostGone(unknown, 'host:0:b2:7:1')).toBe(true);
  });

  it('is found by the id that the machine keeps', () => {
    const id = installationName('0123456789abcdef0123456789abcdef\n');
    expect(id).toMatch(/^[0-9a-f]{12}$/);
    expect(installationName('"IOPlatformUUID" = "01234567-89AB-CDEF-0123-456789ABCDEF"')).toMatch(
      /^[0-9a-f]{12}$/,
    );
    expect(installationName('uninitialized\n')).toBeUndefined();
  });
});

describe('what the systems write', () => {
  it('is read from /proc, whatever a process calls itself', () => {
    const fields = `S 7 ${Array.from({ length: 17 }, () => '0').join(' ')} 4711 0`;
    expect(readProcStat(`9 (a) 1 (b) ${fields}`)).toEqual({
      pid: 9,
      parent: 7,
      start: 4711,
      name: 'a) 1 (b',
    });
    expect(readProcStat(`9 (dead) ${fields.replace('S', 'Z')}`)).toBeUndefined();
    expect(readProcStat('nonsense')).toBeUndefined();
  });

  it('is read from ps', () => {
    const programs = [
      '    1     0 Mon Nov 16 08:00:00 2026 /sbin/launchd',
      '  501     1 Mon Nov 16 09:15:02 2026 /Applications/Claude.app/Contents/MacOS/Claude',
      'nonsense',
    ].join('\n');
    const found = readPs(
      programs,
      '    1 /sbin/launchd\n  501 /Applications/Claude.app/Contents/MacOS/Claude -x\n?',
    );
    expect([...found.keys()]).toEqual([1, 501]);
    expect(found.get(501)).toEqual({
      pid: 501,
      parent: 1,
      start: Date.UTC(2026, 10, 16, 9, 15, 2),
      program: 'claude',
      command: '/Applications/Claude.app/Contents/MacOS/Claude -x',
    });
  });

  it('is read from the list of Windows', () => {
    const found = readWindowsList(
      '44\t4\t134000000000000000\tCursor.exe\tC:\\Cursor.exe --x\r\nnonsense\r\n',
    );
    expect(found.get(44)).toEqual({
      pid: 44,
      parent: 4,
      start: 134_000_000_000_000_000,
      program: 'cursor',
      command: 'C:\\Cursor.exe --x',
    });
    expect(found.size).toBe(1);
  });
});
