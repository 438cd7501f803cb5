import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileOwner } from './refuse-writable-by-others.ts';
import { findOtherWriter } from './refuse-writable-by-others.ts';

let folder = '';
let file = '';
let owner: FileOwner;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-others-'));
  file = join(folder, 'callgate.yaml');
  writeFileSync(file, 'servers: {}\n', { mode: 0o644 });
  chmodSync(file, 0o644);
  owner = { uid: statSync(file).uid, trusted: null };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const codeOf = (path: string, who: FileOwner | null = owner): string | undefined =>
  findOtherWriter(path, who)?.code;

describe.skipIf(process.platform === 'win32')('a file that others', () => {
  it('may only read is relied on', () => {
    expect(codeOf(file)).toBeUndefined();
    chmodSync(file, 0o444);
    expect(codeOf(file)).toBeUndefined();
  });

  it('can write is refused, with what to run', () => {
    chmodSync(file, 0o666);
    const problem = findOtherWriter(file, owner);
    expect(problem?.code).toBe('FILE_WRITABLE_BY_OTHERS');
    expect(problem?.message).toContain('mode 666');
    expect(problem?.help).toContain(`chmod go-w ${file}`);
  });

  it('could replace, because they can write its folder, is refused', () => {
    chmodSync(folder, 0o777);
    expect(findOtherWriter(file, owner)?.help).toContain(`chmod go-w ${folder}`);
    chmodSync(folder, 0o1777);
    expect(codeOf(file)).toBeUndefined();
  });

  it('of a group with others in it can write is refused', () => {
    chmodSync(file, 0o664);
    const strangers = { uid: 4_000_001, trusted: owner.uid };
    expect(codeOf(file, strangers)).toBe('FILE_WRITABLE_BY_OTHERS');
  });

  it('can write by the group of root is refused where others are in it, and relied on where none is', () => {
    chmodSync(file, 0o664);
    const { gid } = statSync(file);
    const accounts = { users: join(folder, 'passwd'), groups: join(folder, 'group') };
    const of = { ...owner, accounts };
    writeFileSync(accounts.users, `ada:x:${owner.uid}:${gid}::/:\nroot:x:0:0::/:\n`);
    writeFileSync(accounts.groups, `wheel:x:${gid}:ada,root\n`);
    expect(codeOf(file, of)).toBeUndefined();
    writeFileSync(accounts.groups, `wheel:x:${gid}:ada,eve\n`);
    expect(codeOf(file, of)).toBe('FILE_WRITABLE_BY_OTHERS');
    writeFileSync(accounts.groups, `wheel:x:${gid}:\n`);
    writeFileSync(accounts.users, `ada:x:${owner.uid}:${gid}::/:\neve:x:4000002:${gid}::/:\n`);
    expect(codeOf(file, of)).toBe('FILE_WRITABLE_BY_OTHERS');
  });

  it('own is refused, unless the operator names them', () => {
    // files of root are always relied on: another owner is one that this test can make
    const stranger = { uid: 4_000_001, trusted: null };
    if (owner.uid === 0) return expect(codeOf(file, stranger)).toBeUndefined();
    expect(codeOf(file, stranger)).toBe('FILE_OF_ANOTHER_USER');
    expect(codeOf(file, { ...stranger, trusted: owner.uid })).toBeUndefined();
  });

  it('can write by a link to it is refused', () => {
    const open = join(folder, 'open');
    mkdirSync(open, { mode: 0o777 });
    chmodSync(open, 0o777);
    const target = join(open, 'real.yaml');
    writeFileSync(target, '');
    const link = join(folder, 'link.yaml');
    symlinkSync(target, link);
    expect(codeOf(link)).toBe('FILE_WRITABLE_BY_OTHERS');
    const back = join(open, 'back.yaml');
    symlinkSync(file, back);
    expect(codeOf(back)).toBe('FILE_WRITABLE_BY_OTHERS');
  });

  it('is not there at all is nobody’s', () => {
    expect(codeOf(join(folder, 'none.yaml'))).toBeUndefined();
    expect(codeOf(join(file, 'none.yaml'))).toBeUndefined();
  });
});

it('nothing is checked where there are no owners', () => {
  chmodSync(file, 0o666);
  expect(codeOf(file, null)).toBeUndefined();
});
