import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findBackups, findClientFiles } from './find-client-files.ts';
import { replaceFile, replaceWithBackup } from './replace-file.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'callgate-init-'));
const bytes = (text: string): Uint8Array => Buffer.from(text);
const modeOf = (path: string): number => statSync(path).mode & 0o777;

it('replaces the content and keeps the mode', () => {
  for (const mode of [0o600, 0o644, 0o664]) {
    const path = join(folder(), 'a.json');
    writeFileSync(path, 'old');
    chmodSync(path, mode);
    replaceFile(path, bytes('old'), bytes('new'));
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(modeOf(path)).toBe(mode);
  }
});

it('keeps a copy for its owner alone', () => {
  const at = folder();
  const path = join(at, 'a.json');
  writeFileSync(path, 'old');
  replaceWithBackup(path, bytes('old'), bytes('new'), join(at, 'b.bak'));
  expect(readFileSync(join(at, 'b.bak'), 'utf8')).toBe('old');
  expect(modeOf(join(at, 'b.bak'))).toBe(0o600);
  expect(readdirSync(at).toSorted()).toEqual(['a.json', 'b.bak']);
});

it('leaves a file that somebody else changed, and nothing beside it', () => {
  const at = folder();
  const path = join(at, 'a.json');
  writeFileSync(path, 'changed');
  expect(() => replaceWithBackup(path, bytes('old'), bytes('new'), join(at, 'b.bak'))).toThrow(
    'Another program changed the file',
  );
  expect(readFileSync(path, 'utf8')).toBe('changed');
  expect(readdirSync(at)).toEqual(['a.json']);
});

it('overwrites no file that is there already', () => {
  const at = folder();
  const path = join(at, 'a.json');
  writeFileSync(path, 'old');
  writeFileSync(join(at, 'b.bak'), 'precious');
  expect(() => replaceWithBackup(path, bytes('old'), bytes('new'), join(at, 'b.bak'))).toThrow(
    'cannot be written',
  );
  expect(readFileSync(join(at, 'b.bak'), 'utf8')).toBe('precious');
  expect(readFileSync(path, 'utf8')).toBe('old');
});

it('follows a link to its file, and tells of one that leads nowhere', () => {
  const at = folder();
  writeFileSync(join(at, 'real.json'), '{}');
  symlinkSync(join(at, 'real.json'), join(at, 'link.json'));
  symlinkSync(join(at, 'gone.json'), join(at, 'dangling.json'));
  const place = (name: string) => ({ client: 'cursor', path: join(at, name), scope: 'user' }) as const;
  const { files, problems } = findClientFiles([
    place('link.json'),
    place('dangling.json'),
    place('none.json'),
  ]);
  expect(files.map(({ path, target }) => [path, target])).toEqual([
    [join(at, 'link.json'), join(at, 'real.json')],
  ]);
  expect(problems).toMatchObject([{ path: join(at, 'dangling.json'), problem: { code: 'FILE_LINK' } }]);
  expect(existsSync(join(at, 'gone.json'))).toBe(false);
});

it('finds the same file once, and files under any name where a star stands', () => {
  const at = folder();
  writeFileSync(join(at, 'one.json'), '{}');
  writeFileSync(join(at, 'two.json'), '{}');
  writeFileSync(join(at, 'two.txt'), '{}');
  const place = (name: string) => ({ client: 'cursor', path: join(at, name), scope: 'user' }) as const;
  const { files } = findClientFiles([place('one.json'), place('*.json'), place('one.json')]);
  expect(files.map(({ path }) => path)).toEqual([join(at, 'one.json'), join(at, 'two.json')]);
});

it('tells of what is no file and no UTF-8, and of a file that was asked for and is not there', () => {
  const at = folder();
  writeFileSync(join(at, 'a.json'), new Uint8Array([0x22, 0xff, 0x22]));
  const place = (path: string) => ({ client: 'cursor', path, scope: 'user' }) as const;
  expect(findClientFiles([place(at), place(join(at, 'a.json'))])).toMatchObject({
    files: [],
    problems: [{ problem: { code: 'FILE_UNREADABLE' } }, { problem: { code: 'CONFIG_ENCODING' } }],
  });
  expect(findClientFiles([place(join(at, 'none'))], true)).toMatchObject({
    problems: [{ problem: { message: 'The file does not exist' } }],
  });
});

it('takes no link for a backup', () => {
  const at = folder();
  const name = 'a.json.callgate-20260314T092653Z-0123456789abcdef.bak';
  writeFileSync(join(at, 'elsewhere'), 'x');
  symlinkSync(join(at, 'elsewhere'), join(at, name));
  expect(findBackups(join(at, 'a.json'))).toEqual([]);
});
