import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { RunningProcess } from './running-process.ts';
import { programName } from './running-process.ts';

/** The processes of this machine, as far as this user sees them. */
export interface ProcessTable {
  /** Names the machine, whenever it was started; undefined where nobody can tell it from another. */
  readonly installation: string | undefined;
  /** Names the machine since it was started, and the space its process ids belong to. */
  readonly machine: string;
  find(pid: number): RunningProcess | undefined;
}

const MACHINE_LENGTH = 12;

const machineName = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, MACHINE_LENGTH);

/** From the id that a machine keeps. */
export const installationName = (written: string): string | undefined => {
  const [id] = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/i.exec(written) ?? [];
  return id === undefined ? undefined : machineName('installation', id);
};

const tryOr = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

/** `stat` of /proc, and the rest. What has ended and was not waited for yet is gone. */
export const readProcStat = (
  stat: string,
):
  | { readonly pid: number; readonly parent: number; readonly start: number; readonly name: string }
  | undefined => {
  const [, pid = '', name = '', rest = ''] = /^(\d+) \((.*)\) (.*)$/s.exec(stat) ?? [];
  const fields = rest.trim().split(' ');
  const [state = '', parent = ''] = fields;
  const start = fields[19] ?? '';
  if (pid === '' || start === '' || state === 'Z' || state === 'X') return undefined;
  return { pid: Number(pid), parent: Number(parent), start: Number(start), name };
};

/** The space of process ids that a machine starts with. Containers have others, and share images with their ids. */
const FIRST_SPACE = 'pid:[4026531836]';

const procTable = (space = tryOr(() => readlinkSync('/proc/self/ns/pid'), '')): ProcessTable => ({
  installation:
    space === FIRST_SPACE
      ? installationName(tryOr(() => readFileSync('/etc/machine-id', 'utf8'), ''))
      : undefined,
  machine: machineName(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), space),
  find: (pid) => {
    const read = tryOr(() => readProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8')), undefined);
    if (read === undefined) return undefined;
    const { parent, start, name } = read;
    const program = programName(tryOr(() => readlinkSync(`/proc/${pid}/exe`), name));
    const command = tryOr(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8'), '');
    const input = tryOr(() => readlinkSync(`/proc/${pid}/fd/0`), '');
    return {
      pid,
      parent,
      start,
      program,
      command: command.replaceAll('\0', ' ').trim(),
      ...(/^(?:pipe|socket):/.test(input) ? { input } : {}),
    };
  },
});

const PS_LINE = /^\s*(\d+)\s+(\d+)\s+(\w{3}\s+\w{3}\s+\d+\s+[\d:]+\s+\d{4})\s+(.*)$/;

/** Lines of `ps -o pid=,ppid=,lstart=,…=` in the C locale. */
export const readPs = (programs: string, commands: string): ReadonlyMap<number, RunningProcess> => {
  const commandOf = new Map(
    commands.split('\n').flatMap((line) => {
      const [, pid, command = ''] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid === undefined ? [] : [[Number(pid), command.trim()] as const];
    }),
  );
  return new Map(
    programs.split('\n').flatMap((line) => {
      const [, id, parent, started = '', path = ''] = PS_LINE.exec(line) ?? [];
      const pid = Number(id);
      const start = Date.parse(`${started} UTC`);
      if (id === undefined || Number.isNaN(start)) return [];
      const command = commandOf.get(pid) ?? '';
      return [
        [pid, { pid, parent: Number(parent), start, program: programName(path.trim()), command }] as const,
      ];
    }),
  );
};

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    timeout: 10_000,
    maxBuffer: 64 * 1_048_576,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });

const psTable = (): ProcessTable => {
  const all = readPs(
    run('/bin/ps', ['-axo', 'pid=,ppid=,lstart=,comm=']),
    run('/bin/ps', ['-axo', 'pid=,command=']),
  );
  return {
    installation: installationName(run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'])),
    machine: machineName(run('/usr/sbin/sysctl', ['-n', 'kern.bootsessionuuid']).trim()),
    find: (pid) => all.get(pid),
  };
};

const WINDOWS_LIST =
  'Get-CimInstance Win32_Process | ForEach-Object { ' +
  '"$($_.ProcessId)`t$($_.ParentProcessId)`t$($_.CreationDate.ToFileTimeUtc())`t$($_.Name)`t$($_.CommandLine)" }';

/** Lines of process id, parent, time of creation, program and command, separated by tabs. */
export const readWindowsList = (text: string): ReadonlyMap<number, RunningProcess> =>
  new Map(
    text.split(/\r?\n/).flatMap((line) => {
      const [id = '', parent = '', started = '', name = '', ...command] = line.split('\t');
      if (!/^\d+$/.test(id) || !/^\d+$/.test(started)) return [];
      const pid = Number(id);
      return [
        [
          pid,
          {
            pid,
            parent: Number(parent),
            start: Number(started),
            program: programName(name),
            command: command.join(' '),
          },
        ] as const,
      ];
    }),
  );

const windowsTable = (): ProcessTable => {
  const all = readWindowsList(
    run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', WINDOWS_LIST]),
  );
  // its name stays when it is started again, and times tell its processes apart
  return { installation: undefined, machine: machineName(hostname()), find: (pid) => all.get(pid) };
};

/** Undefined where processes cannot be listed. */
export const openProcessTable = (): ProcessTable | undefined =>
  tryOr(() => {
    if (process.platform === 'linux') return procTable();
    return process.platform === 'win32' ? windowsTable() : psTable();
  }, undefined);
