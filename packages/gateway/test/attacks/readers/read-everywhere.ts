import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

/** What one program makes of each line. */
type Reader = (lines: readonly string[]) => readonly string[];

const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');

const bits = (value: number): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value + 0);
  return bytes.toString('hex');
};

const normal = (value: unknown): string => {
  if (value === null || value === undefined || typeof value === 'boolean')
    return JSON.stringify(value ?? null);
  if (typeof value === 'number') return `n${bits(value)}`;
  if (typeof value === 'string') return `s${hex(value)}`;
  if (Array.isArray(value)) return `[${value.map(normal).join(',')}]`;
  const members = Object.entries(value).map(([key, item]) => [hex(key), normal(item)] as const);
  return `{${members
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, item]) => `${key}:${item}`)
    .join(',')}}`;
};

interface Message {
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly arguments?: unknown };
}

/**
 * A realm for each line: V8 13.6 takes `{"a":0,"\""…}` for `{"a":0,"\\"…}` in a realm that has read the latter before, as
 * any key with an escape whose spelling begins with a key of the same length that stood there earlier.
 */
const parseAlone = (line: string): unknown => runInNewContext('JSON.parse(line)', { line }) as unknown;

const byNode: Reader = (lines) =>
  lines.map((line) => {
    const { method = '', params = {} } = parseAlone(line) as Message;
    const name = typeof params.name === 'string' ? params.name : '';
    return createHash('sha256')
      .update(normal([method, name, params.arguments]))
      .digest('hex');
  });

const by =
  (command: string, args: readonly string[]): Reader =>
  (lines) => {
    const { stdout, status, error } = spawnSync(command, args, {
      input: `${lines.join('\n')}\n`,
      encoding: 'latin1',
      maxBuffer: 1 << 30,
    });
    if (status !== 0) throw new Error(`${command} did not read: ${error?.message ?? String(status)}`);
    return stdout.trimEnd().split('\n');
  };

const isThere = (command: string, args: readonly string[]): boolean => spawnSync(command, args).status === 0;

const HERE = import.meta.dirname;

/** Where everything has to be tried, Go is installed if it is missing and may be. */
export const installGo = (): void => {
  const wanted = process.env['CI'] === 'true' || process.env['CALLGATE_DEEP'] === '1';
  if (!wanted || process.getuid?.() !== 0 || isThere('go', ['version'])) return;
  spawnSync('apt-get', ['install', '-y', '-qq', 'golang-go'], { timeout: 300_000 });
};

/** The programs that are there, by name. */
export const readers = (): ReadonlyMap<string, Reader> => {
  const found = new Map<string, Reader>([['node', byNode]]);
  if (isThere('python3', ['--version'])) found.set('python', by('python3', [join(HERE, 'read.py')]));
  if (isThere('go', ['version'])) found.set('go', by('go', ['run', join(HERE, 'read.go')]));
  return found;
};

/** Lines that programs read differently. */
export const disagreements = (lines: readonly string[]): readonly string[] => {
  const read = [...readers()].map(([name, reader]) => [name, reader(lines)] as const);
  return lines.flatMap((line, at) => {
    const each = read.map(([name, digests]) => `${name} ${digests[at] ?? 'nothing'}`);
    return new Set(read.map(([, digests]) => digests[at])).size === 1
      ? []
      : [`${line.slice(0, 300)}: ${each.join(', ')}`];
  });
};
