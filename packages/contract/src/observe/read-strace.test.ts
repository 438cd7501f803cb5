import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { PROCESS_END, descriptorTarget, quotedText, quotedTexts, readStrace } from './read-strace.ts';

const NAME = 'q"<b>\n\u001b[31m) = 3 é\\';
const ESCAPED = String.raw`q\"<b>\n\33[31m) = 3 \303\251\\`;
const IN_DESCRIPTOR = String.raw`q\"\74b\76\n\33[31m) = 3 \303\251\\`;

const one = (line: string) => readStrace(`12 1795111134.180856 ${line}\n`)[0];

describe('a log of strace', () => {
  it('is read with process, time, arguments and result', () => {
    const call = one('openat(AT_FDCWD</tmp/w>, "a", O_RDONLY|O_CLOEXEC) = 3</tmp/w/a>');
    expect(call).toEqual({
      pid: 12,
      at: 1795111134180.856,
      name: 'openat',
      args: ['AT_FDCWD</tmp/w>', '"a"', 'O_RDONLY|O_CLOEXEC'],
      ok: true,
      error: null,
      returned: '/tmp/w/a',
    });
    expect(descriptorTarget(call?.args[0])).toBe('/tmp/w');
    expect(one('chdir("w")      = 0')).toMatchObject({ name: 'chdir', ok: true });
    expect(one('unlink("w") = -1 EROFS (Read-only file system)')).toMatchObject({
      ok: false,
      error: 'EROFS',
    });
  });

  it('keeps hostile file names apart from the call that they are in', () => {
    const call = one(`openat(AT_FDCWD</w>, "${ESCAPED}", O_WRONLY|O_CREAT, 0666) = 3</w/${IN_DESCRIPTOR}>`);
    expect(quotedText(call?.args[1])).toBe(NAME);
    expect(call?.args).toHaveLength(4);
    expect(call?.returned).toBe(`/w/${NAME}`);
    expect(descriptorTarget(one(`write(3</w/${IN_DESCRIPTOR}>, "x", 1) = 1`)?.args[0])).toBe(`/w/${NAME}`);
  });

  it('reads any name as it was, in a string and in a descriptor', () => {
    const byte = (value: number): string => `\\${value.toString(8).padStart(3, '0')}`;
    const escape = (name: string): string => [...Buffer.from(name)].map(byte).join('');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (written) => {
        const name = Buffer.from(written).toString();
        const call = one(`rename("${escape(name)}", "b, \\") = 0", 3</${escape(name)}>) = 0`);
        expect(quotedText(call?.args[0])).toBe(name);
        expect(quotedText(call?.args[1])).toBe('b, ") = 0');
        expect(descriptorTarget(call?.args[2])).toBe(`/${name}`);
        expect(call?.ok).toBe(true);
      }),
    );
  });

  it('never throws, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('open(', '<... open resumed>', ''), (text, start) => {
        expect(Array.isArray(readStrace(`1 2.0 ${start}${text}`))).toBe(true);
      }),
    );
  });

  it('joins a call that others interrupted, and takes one that never returned for failed', () => {
    const log = `12 1.000000 openat(AT_FDCWD</w>, "a", O_RDONLY <unfinished ...>
13 1.500000 unlink("b <unfinished ...>") = 0
12 2.000000 <... openat resumed>) = 3</w/a>
13 3.000000 connect(3<TCP:[1]>, {sa_family=AF_INET} <unfinished ...>
`;
    expect(readStrace(log).map(({ pid, at, name, ok }) => [pid, at, name, ok])).toEqual([
      [12, 1000, 'openat', true],
      [13, 1500, 'unlink', true],
      [13, 3000, 'connect', false],
    ]);
    expect(readStrace(log)[0]?.returned).toBe('/w/a');
  });

  it('reads sockets, devices, deleted files and arrays', () => {
    const sent = one('write(9<TCP:[10.0.0.2:58099->1.2.3.4:80]>, "GET /, \\"x\\""..., 900) = 900');
    expect(descriptorTarget(sent?.args[0])).toBe('TCP:[10.0.0.2:58099->1.2.3.4:80]');
    expect(quotedTexts(sent?.args[1] ?? '')).toEqual([{ text: 'GET /, "x"', isCut: true }]);
    expect(one('openat(AT_FDCWD</w>, "n", O_WRONLY) = 3</dev/null<char 1:3>>')?.returned).toBe('/dev/null');
    expect(descriptorTarget(one('write(3</w/b>(deleted), "y", 1) = 1')?.args[0])).toBeNull();
    const run = one('execve("/bin/echo", ["/bin/echo", "h\\"i", "a, b"...], 0x7f /* 39 vars */) = 0');
    expect(quotedTexts(run?.args[1] ?? '').map(({ text }) => text)).toEqual(['/bin/echo', 'h"i', 'a, b']);
  });

  it('skips signals and half lines, and keeps the ends of processes', () => {
    const log = '12 1.0 +++ exited with 0 +++\n12 1.1 --- SIGCHLD {si_pid=2} ---\n12 1.2 open("a';
    expect(readStrace(log).map(({ pid, name }) => [pid, name])).toEqual([[12, PROCESS_END]]);
  });
});
