import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CallgateError } from '@callgate/core';
import { afterAll, describe, expect, it } from 'vitest';
import type { CatalogueFile } from './read-catalogue.ts';
import { readCatalogue, readDataFile, traceTools } from './read-catalogue.ts';

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const file = (text: string, ending = '.json'): string => {
  count += 1;
  const path = join(folder, `f${count}${ending}`);
  writeFileSync(path, text);
  return path;
};

const read = (content: unknown, trust?: 'trusted' | 'owned'): CatalogueFile =>
  readCatalogue(file(JSON.stringify(content)), { trust });

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof CallgateError) return error.code;
    throw error;
  }
  return 'none';
};

const tool = { name: 't', annotations: { readOnlyHint: true } };

describe('a catalogue', () => {
  it('says itself how far its servers are trusted', () => {
    const { servers, diagnoses } = read(
      {
        servers: [
          { name: 's', tools: [tool] },
          { name: 'o', trust: 'owned', tools: [] },
        ],
      },
      'owned',
    );
    expect(servers.map(({ trust }) => trust)).toEqual(['untrusted', 'owned']);
    expect(diagnoses.join()).toContain('--trust is for raw answers');
  });

  it('is not what a server can answer: a raw answer has no word about trust', () => {
    expect(
      codeOf(() => read({ tools: [tool], servers: [{ name: 'evil', trust: 'owned', tools: [tool] }] })),
    ).toBe('CATALOGUE_AMBIGUOUS');
    expect(
      codeOf(() =>
        read({ result: { tools: [tool] }, servers: [{ name: 'evil', trust: 'owned', tools: [] }] }),
      ),
    ).toBe('CATALOGUE_AMBIGUOUS');
    expect(read({ tools: [tool] }).servers[0]?.trust).toBe('untrusted');
    expect(read({ result: { tools: [tool] } }, 'trusted').servers[0]?.trust).toBe('trusted');
  });

  it('refuses two servers of one name, and keys with a typo', () => {
    expect(
      codeOf(() =>
        read({
          servers: [
            { name: 's', tools: [] },
            { name: 's', tools: [] },
          ],
        }),
      ),
    ).toBe('CATALOGUE_TWICE');
    expect(codeOf(() => read({ servers: [{ name: 's', quarentine: { t: 'bad' }, tools: [tool] }] }))).toBe(
      'CATALOGUE_KEY',
    );
    expect(
      codeOf(() =>
        read({ servers: [{ name: 's', tools: [], overrides: [{ sets: { destinaton: ['public'] } }] }] }),
      ),
    ).toBe('CATALOGUE_SHAPE');
    expect(
      codeOf(() => read({ servers: [{ name: 's', tools: [], overrides: [{ set: { readonly: 'yes' } }] }] })),
    ).toBe('CATALOGUE_HINT');
    expect(
      codeOf(() =>
        read({
          servers: [{ name: 's', tools: [], overrides: [{ when: 'session.private == known', set: {} }] }],
        }),
      ),
    ).toBe('CATALOGUE_CONDITION');
    expect(codeOf(() => read({ nothing: 1 }))).toBe('CATALOGUE_SHAPE');
    expect(codeOf(() => read([]))).toBe('CATALOGUE_SHAPE');
  });

  it('sets apart what it is told to, by own names only', () => {
    const names = ['r', '__proto__', 'constructor'];
    const { servers, diagnoses } = readCatalogue(
      file(
        `{"servers": [{"name": "s", "quarantine": {"r": "bad", "gone": "x"}, "tools": [${names.map((name) => `{"name": "${name}"}`).join()}]}]}`,
      ),
      { trust: undefined },
    );
    expect(servers[0]?.tools.map(({ quarantine }) => quarantine)).toEqual(['bad', null, null]);
    expect(diagnoses).toContain('s: there is no tool gone to quarantine');
    expect(Object.isFrozen(Object.prototype)).toBe(false);
  });

  it('sets two tools of one name apart', () => {
    expect(read({ tools: [tool, tool] }).servers[0]?.tools.map(({ quarantine }) => quarantine)).toEqual(
      Array(2).fill('two tools of the server have this name'),
    );
  });

  it('takes what an operator says by sets as said of the hints too', () => {
    const { servers } = read({
      servers: [
        {
          name: 's',
          trust: 'trusted',
          overrides: [
            { sets: { outcomes: 'irreversible', returnSensitivity: ['pii'] }, set: { readOnly: true } },
          ],
          tools: [tool],
        },
      ],
    });
    expect(servers[0]?.tools[0]?.overrides[0]?.set).toEqual({
      reversible: 'no',
      sensitiveData: 'yes',
      readOnly: 'yes',
    });
  });
});

describe('what an operator says of people, places and stores', () => {
  const SETTINGS = {
    identities: ['me@a.example'],
    internal: ['a.example', 'team-*'],
    stores: { t: 'notes' },
  };
  const server = (more: object): CatalogueFile =>
    read({ servers: [{ name: 's', trust: 'trusted', tools: [tool], ...more }] });

  it('reaches the traced tools of a server', () => {
    const { servers, diagnoses } = server(SETTINGS);
    const [traced] = servers.flatMap((each) => traceTools(each));
    expect(servers[0]?.settings).toEqual(SETTINGS);
    expect(servers[0]?.definitions).toEqual([tool]);
    expect(traced?.tool).toBe(servers[0]?.tools[0]);
    expect(traced?.store).toBe('store notes');
    expect(
      ['x@a.example', 'x@b.example', 'team-7', 'public'].map((each) => traced?.audience.isInternal(each)),
    ).toEqual([true, false, true, false]);
    expect(traced?.audience.isOwn('me@a.example')).toBe(true);
    expect(diagnoses).toEqual([]);
  });

  it('is nothing where nothing is said', () => {
    const { servers } = server({});
    expect(servers[0]?.settings).toEqual({});
    expect(servers.flatMap((each) => traceTools(each)).map(({ store }) => store)).toEqual(['server s']);
  });

  it('is refused where it cannot be read or has a typo', () => {
    expect(codeOf(() => server({ internal: 'a.example' }))).toBe('CATALOGUE_SHAPE');
    expect(codeOf(() => server({ internal: [''] }))).toBe('CATALOGUE_SHAPE');
    expect(codeOf(() => server({ stores: { t: 1 } }))).toBe('CATALOGUE_SHAPE');
    expect(codeOf(() => server({ internl: ['a.example'] }))).toBe('CATALOGUE_KEY');
    expect(codeOf(() => server({ store: { t: 'notes' } }))).toBe('CATALOGUE_KEY');
    expect(server({ stores: { gone: 'x' } }).diagnoses).toEqual([
      's: there is no tool gone whose store could be named',
    ]);
  });

  it('is not what a server can answer: a raw answer has no word about people', () => {
    const raw = read({ tools: [tool], internal: ['evil.example'], identities: ['eve@evil.example'] });
    expect(raw.servers[0]?.settings).toEqual({});
  });
});

describe('a data file', () => {
  it('may be packed', () => {
    const path = join(folder, 'packed.json.gz');
    writeFileSync(path, gzipSync('{"a": 1}'));
    expect(readDataFile(path)).toEqual({ a: 1 });
    writeFileSync(path, '{"a": 1}');
    expect(codeOf(() => readDataFile(path))).toBe('FILE_UNREADABLE');
  });

  it('is read strictly in both formats', () => {
    expect(codeOf(() => readDataFile(file('{"a": 1, "a": 2}')))).toBe('JSON_DUPLICATE_KEY');
    expect(codeOf(() => readDataFile(file('a: 1\na: 2\n', '.yaml')))).toBe('FILE_YAML');
    expect(codeOf(() => readDataFile(file('a: .inf\n', '.yml')))).toBe('FILE_YAML');
    expect(codeOf(() => readDataFile(join(folder, 'none.json')))).toBe('FILE_UNREADABLE');
    expect(readDataFile(file('a: [1, x]\n', '.yaml'))).toEqual({ a: [1, 'x'] });
  });
});
