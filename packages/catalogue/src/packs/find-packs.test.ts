import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CallgateError } from '@callgate/core';
import { afterAll, describe, expect, it } from 'vitest';
import { findPacks } from './find-packs.ts';
import { readPacks } from './read-packs.ts';
import { findShippedFolder, readShippedPacks } from './shipped-packs.ts';

const home = mkdtempSync(join(tmpdir(), 'packs-'));
afterAll(() => rmSync(home, { recursive: true }));

const PACK = `version: 1
server: npm:made-up
serverVersion: 1.0.0
reviewed: { by: somebody, at: 2026-01-31T12:00:00Z }
tools: {}
`;

const put = (path: string, text: string): string => {
  mkdirSync(join(home, path, '..'), { recursive: true });
  writeFileSync(join(home, path), text);
  return join(home, path);
};

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof CallgateError) return error.code;
    throw error;
  }
  return 'none';
};

const namesOf = (reference: string, from = home): readonly string[] =>
  findPacks(reference, from).map(({ name }) => name);

describe('packs in a folder', () => {
  it('are the .yaml and .yml files of that folder, by name, with their whole text', () => {
    put('folder/b.yaml', PACK);
    put('folder/a.yml', PACK);
    put('folder/notes.txt', 'no pack');
    put('folder/deeper/c.yaml', PACK);
    const found = readPacks(join(home, 'folder'));
    expect(found.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(found.every(({ text, outcome }) => text === PACK && outcome.ok)).toBe(true);
  });

  it('are told with their problems where they are not packs', () => {
    put('broken/x.yaml', 'version: 2');
    expect(readPacks(join(home, 'broken')).map(({ outcome }) => outcome.ok)).toEqual([false]);
    expect(codeOf(() => readPacks(join(home, 'nowhere')))).toBe('PACKS_FOLDER');
  });

  it('are UTF-8, and a byte order mark is no part of their text', () => {
    put('marked/a.yaml', `\ufeff${PACK}`);
    expect(readPacks(join(home, 'marked')).map(({ text }) => text)).toEqual([PACK]);
    writeFileSync(put('latin/a.yaml', ''), Buffer.from(PACK.replace('somebody', 'Jérôme'), 'latin1'));
    expect(codeOf(() => readPacks(join(home, 'latin')))).toBe('PACK_UNREADABLE');
  });

  it('are named by a path, of the folder or of one file', () => {
    expect(namesOf('./folder')).toEqual(['a', 'b']);
    expect(namesOf('folder/b.yaml')).toEqual(['b']);
    expect(codeOf(() => namesOf('./folder/zzz.yaml'))).toBe('PACK_UNREADABLE');
  });
});

describe('packs of an npm package', () => {
  const ran = join(home, 'ran');

  put('app/node_modules/@some/packs/package.json', '{"name":"@some/packs","main":"index.js"}');
  put('app/node_modules/@some/packs/index.js', `require('fs').writeFileSync(${JSON.stringify(ran)}, '')`);
  put('app/node_modules/@some/packs/callgate-packs/one.yaml', PACK);
  put('app/node_modules/@some/packs/callgate-packs/two.yaml', PACK);
  mkdirSync(join(home, 'app/src/deep'), { recursive: true });

  it('are found from any folder below the one it is installed in, and nothing of it runs', () => {
    expect(namesOf('npm:@some/packs', join(home, 'app/src/deep'))).toEqual(['one', 'two']);
    expect(namesOf('npm:@some/packs#two', join(home, 'app'))).toEqual(['two']);
    expect(codeOf(() => namesOf('npm:@some/packs#three', join(home, 'app')))).toBe('PACK_UNKNOWN');
    expect(codeOf(() => readPacks(ran))).toBe('PACKS_FOLDER');
  });

  it('lie where its package.json says', () => {
    put('app/node_modules/said/package.json', '{"callgate":{"packs":["data/x.yaml","more"]}}');
    put('app/node_modules/said/data/x.yaml', PACK);
    put('app/node_modules/said/more/y.yaml', PACK);
    put('app/node_modules/said/callgate-packs/unsaid.yaml', PACK);
    expect(namesOf('npm:said', join(home, 'app'))).toEqual(['x', 'y']);
  });

  it('cannot lie outside of it, by a path or by a link', () => {
    put('secret/s.yaml', PACK);
    put('app/node_modules/climbs/package.json', '{"callgate":{"packs":"../../../secret"}}');
    expect(codeOf(() => namesOf('npm:climbs', join(home, 'app')))).toBe('PACKS_PACKAGE_OUTSIDE');
    put('app/node_modules/links/package.json', '{}');
    mkdirSync(join(home, 'app/node_modules/links/callgate-packs'));
    symlinkSync(join(home, 'secret/s.yaml'), join(home, 'app/node_modules/links/callgate-packs/s.yaml'));
    expect(codeOf(() => namesOf('npm:links', join(home, 'app')))).toBe('PACKS_PACKAGE_OUTSIDE');
  });

  it('are refused where the name is none, nothing is installed, or package.json is not readable', () => {
    const app = join(home, 'app');
    expect(codeOf(() => namesOf('npm:../../secret', app))).toBe('PACKS_PACKAGE_NAME');
    expect(codeOf(() => namesOf('npm:..', app))).toBe('PACKS_PACKAGE_NAME');
    expect(codeOf(() => namesOf('npm:not-there', app))).toBe('PACKS_PACKAGE_MISSING');
    put('app/node_modules/odd/package.json', '{"callgate":{"packs":7}}');
    expect(codeOf(() => namesOf('npm:odd', app))).toBe('PACKS_PACKAGE_JSON');
    put('app/node_modules/bare/package.json', '{}');
    expect(codeOf(() => namesOf('npm:bare', app))).toBe('PACKS_PACKAGE_EMPTY');
  });
});

describe('the packs that are shipped', () => {
  it('are named by their bare name', () => {
    expect(namesOf('filesystem')).toEqual(['filesystem']);
    expect(codeOf(() => namesOf('filesistem'))).toBe('PACK_UNKNOWN');
  });

  it('are found from the source, from dist and from a bundle beside which they were put', () => {
    const built = join(home, 'packages/catalogue/dist/packs/shipped-packs.js');
    const bundled = join(home, 'packages/callgate/dist/bundle/main.js');
    const at = (file: string): string => findShippedFolder(pathToFileURL(file).href);
    expect(codeOf(() => at(bundled))).toBe('PACKS_MISSING');
    cpSync(findShippedFolder(), join(home, 'packages/catalogue/packs'), { recursive: true });
    cpSync(findShippedFolder(), join(home, 'packages/callgate/dist/packs'), { recursive: true });
    for (const file of [built, bundled])
      expect(readPacks(at(file)).map(({ name }) => name)).toEqual(readShippedPacks().map(({ name }) => name));
  });
});
