import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findNetworkFileSystem, prepareStoreFile } from './prepare-store-file.ts';

let folder = '';
const modeOf = (path: string): number => statSync(path).mode & 0o777;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-place-')));
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('makes the file and its folders for their owner alone', () => {
  const file = prepareStoreFile(join(folder, 'a', 'b', 'store.db'));
  expect(file).toBe(join(folder, 'a', 'b', 'store.db'));
  expect([modeOf(join(folder, 'a')), modeOf(join(folder, 'a', 'b')), modeOf(file)]).toEqual([
    0o700, 0o700, 0o600,
  ]);
});

it('leaves a folder as it is and takes a file that others may read for itself', () => {
  mkdirSync(join(folder, 'shared'));
  chmodSync(join(folder, 'shared'), 0o755);
  for (const name of ['store.db', 'store.db-wal', 'store.db-shm']) {
    writeFileSync(join(folder, 'shared', name), '');
    chmodSync(join(folder, 'shared', name), 0o644);
  }
  const file = prepareStoreFile(join(folder, 'shared', 'store.db'));
  expect(modeOf(join(folder, 'shared'))).toBe(0o755);
  expect([file, `${file}-wal`, `${file}-shm`].map(modeOf)).toEqual([0o600, 0o600, 0o600]);
});

it('has one path however it is spelled', () => {
  mkdirSync(join(folder, 'real'));
  symlinkSync(join(folder, 'real'), join(folder, 'link'));
  const file = prepareStoreFile(join(folder, 'link', '..', 'link', 'store.db'));
  expect(file).toBe(join(folder, 'real', 'store.db'));
  symlinkSync(file, join(folder, 'other.db'));
  expect(prepareStoreFile(join(folder, 'other.db'))).toBe(file);
  expect(existsSync(join(folder, 'other.db-wal'))).toBe(false);
});

it('says where it cannot be', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => prepareStoreFile(join(folder, 'file', 'store.db'))).toThrow(
    expect.objectContaining({ code: 'STORE_PLACE' }),
  );
});

it('tells network file systems from local ones, also where their number came as a negative one', () => {
  expect([0x6969, 0xff534d42, 0xff534d42 | 0, 0x01021997].map(findNetworkFileSystem)).toEqual([
    'NFS',
    'CIFS',
    'CIFS',
    '9P',
  ]);
  // ext4, xfs, btrfs, tmpfs, overlay
  expect([0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630].map(findNetworkFileSystem)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
