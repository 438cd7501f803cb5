import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { VersionedFile } from './versioned-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-state-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a file that several processes change', () => {
  it('is not there until something is written, and then is one file that nobody else may read', () => {
    const file = new VersionedFile(join(folder, 'deep', 'er'), 'x');
    expect(file.read()).toEqual({ version: 0, text: null });
    file.change(() => 'one');
    file.change((text) => `${text} two`);
    expect(file.read()).toEqual({ version: 2, text: 'one two' });
    const names = readdirSync(join(folder, 'deep', 'er'));
    expect(names).toEqual(['x.2.json']);
    if (process.platform !== 'win32')
      expect(statSync(join(folder, 'deep', 'er', 'x.2.json')).mode & 0o777).toBe(0o600);
  });

  it('is left alone where there is nothing to change', () => {
    const file = new VersionedFile(folder, 'x');
    file.change(() => 'one');
    file.change(() => null);
    expect(file.read()).toEqual({ version: 1, text: 'one' });
  });

  it('is asked again where somebody else was first', () => {
    const file = new VersionedFile(folder, 'x');
    const seen: (string | null)[] = [];
    file.change((text) => {
      if (seen.push(text) === 1) new VersionedFile(folder, 'x').change(() => 'theirs');
      return `${text}+mine`;
    });
    expect(seen).toEqual([null, 'theirs']);
    expect(file.read().text).toBe('theirs+mine');
  });

  it('does not fall for a number that is free again', () => {
    const file = new VersionedFile(folder, 'x');
    file.change(() => 'a');
    const seen: (string | null)[] = [];
    file.change((text) => {
      if (seen.push(text) === 1)
        for (const each of ['b', 'c', 'd'])
          new VersionedFile(folder, 'x').change((before) => `${before}${each}`);
      return `${text}!`;
    });
    expect(seen).toEqual(['a', 'abcd']);
    expect(file.read().text).toBe('abcd!');
    expect(readdirSync(folder)).toEqual(['x.5.json']);
  });

  it('does not take files of other names for its own', () => {
    for (const name of ['x.y.json', 'x.01.json', 'x.7.json.bak', 'xx.9.json', 'x.1.json.0abc.draft'])
      writeFileSync(join(folder, name), 'no');
    expect(new VersionedFile(folder, 'x').read().text).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('says so where it cannot be written', () => {
    // nothing keeps root out of a folder but the kernel's own
    const shut = process.getuid?.() === 0 ? '/proc' : folder;
    chmodSync(folder, 0o500);
    expect(() => new VersionedFile(shut, 'x').change(() => 'one')).toThrow(/Cannot write/);
    chmodSync(folder, 0o700);
  });

  it('says so where its folder is a file', () => {
    writeFileSync(join(folder, 'f'), '');
    expect(() => new VersionedFile(join(folder, 'f'), 'x').read()).toThrow(/Cannot look for/);
  });

  it('loses no change of any of several processes', { timeout: 60_000 }, async () => {
    const processes = 3;
    const each = process.env['CALLGATE_DEEP'] === '1' ? 200 : 25;
    const source = JSON.stringify(join(import.meta.dirname, 'versioned-file.ts'));
    const script = `import { VersionedFile } from ${source};
      const file = new VersionedFile(${JSON.stringify(folder)}, 'x');
      for (let i = 0; i < ${each}; i += 1) {
        const word = process.argv[1] + i + ' ';
        file.change((text) => (text?.includes(word) ? null : (text ?? '') + word));
      }`;
    const done = await Promise.all(
      Array.from({ length: processes }, (_, index) => {
        const child = spawn(
          process.execPath,
          ['--conditions=@callgate/source', '--input-type=module', '-e', script, '--', `p${index}-`],
          { stdio: ['ignore', 'ignore', 'inherit'] },
        );
        return new Promise((resolve) => child.on('exit', resolve));
      }),
    );
    expect(done).toEqual(Array.from({ length: processes }, () => 0));
    const words = new VersionedFile(folder, 'x').read().text?.trim().split(' ') ?? [];
    const wanted = Array.from({ length: processes }, (_, p) =>
      Array.from({ length: each }, (__, i) => `p${p}-${i}`),
    );
    expect(words.toSorted()).toEqual(wanted.flat().toSorted());
  });
});
