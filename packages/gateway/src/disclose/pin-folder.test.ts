import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestDefinition } from '@callgate/core/disclose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lists, serverConfig, openCatalogue, tool } from '../../test/disclose/catalogue-harness.ts';
import { PinFolder } from './pin-folder.ts';
import type { Pin, PinStore } from './pin-store.ts';
import { MemoryPinStore, acceptChangedPins } from './pin-store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-pins-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const pin = (name: string, more: Partial<Pin> = {}): Pin => {
  const definition = tool(name);
  return {
    kind: 'tool',
    name,
    digest: digestDefinition(definition).digest,
    definition,
    firstSeen: 5,
    ...more,
  };
};

const BOOKS: readonly (readonly [string, () => PinStore])[] = [
  ['in memory', () => new MemoryPinStore()],
  ['in a folder', () => new PinFolder(join(folder, 'pins'))],
];

it('pins whose file is gone are pinned still, and are written again', () => {
  const book = new PinFolder(join(folder, 'pins'));
  const there = openCatalogue([serverConfig('s')], { pins: book });
  const isQuarantined = (): boolean => there.catalogue.find('tool', 's', 'delete')?.tool.quarantine !== null;
  there.catalogue.update('s', lists({ tool: [tool('delete', { annotations: { destructiveHint: true } })] }));
  expect(isQuarantined()).toBe(false);
  rmSync(join(folder, 'pins'), { recursive: true });
  there.catalogue.update('s', lists({ tool: [tool('delete', { annotations: { readOnlyHint: true } })] }));
  expect(isQuarantined()).toBe(true);
  expect(readdirSync(join(folder, 'pins'))).toHaveLength(1);
});

describe.each(BOOKS)('pins %s', (_, open) => {
  it('are kept by alias and what it stands for', () => {
    const book = open();
    expect(book.read('s', 'one').size).toBe(0);
    book.change('s', 'one', () => [pin('a')]);
    book.change('s', 'one', (pins) => (pins.has('tool a') ? [pin('b')] : []));
    expect([...book.read('s', 'one').values()]).toEqual([pin('a'), pin('b')]);
    expect(book.read('s', 'two').size).toBe(0);
    expect(book.read('S', 'one').size).toBe(0);
  });

  it('take what is shown now where somebody accepts it', () => {
    const book = open();
    const changed = { digest: pin('x').digest, definition: pin('x').definition, at: 9 };
    book.change('s', 'one', () => [pin('a', { changed }), pin('b', { changed }), pin('c')]);
    expect(acceptChangedPins(book, 's', 'one', new Set(['a', 'c']))).toHaveLength(1);
    const after = book.read('s', 'one');
    expect(after.get('tool a')).toEqual({
      ...pin('a'),
      digest: changed.digest,
      definition: changed.definition,
    });
    expect(after.get('tool b')?.changed).toEqual(changed);
  });

  it('are forgotten where somebody wants to begin anew', () => {
    const book = open();
    book.change('s', 'one', () => [pin('a')]);
    book.forget('s', 'one');
    expect(book.read('s', 'one').size).toBe(0);
  });
});

const onlyFile = (): string => join(folder, readdirSync(folder)[0] ?? '');

describe('pins in a folder', () => {
  it('outlive the process', () => {
    new PinFolder(folder).change('s', 'one', () => [pin('a')]);
    expect([...new PinFolder(folder).read('s', 'one').values()]).toEqual([pin('a')]);
    expect(new PinFolder(folder).list()).toEqual([
      { server: 's', identity: 'one', pins: new Map([['tool a', pin('a')]]) },
    ]);
  });

  it('are not written where nothing changed', () => {
    const book = new PinFolder(folder);
    book.change('s', 'one', () => [pin('a')]);
    const before = readdirSync(folder);
    book.change('s', 'one', () => []);
    expect(readdirSync(folder)).toEqual(before);
  });

  const DAMAGE: readonly (readonly [string, (text: string) => string])[] = [
    ['cut off', (text) => text.slice(0, 40)],
    ['empty', () => ''],
    ['no JSON', () => 'pins'],
    ['of another kind', () => '{"v":2}'],
    ['changed inside a definition', (text) => text.replace('does a', 'does b')],
    ['given another digest', (text) => text.replace(/sha256:[0-9a-f]{4}/, 'sha256:0000')],
    ['of another server', (text) => text.replace('"server":"s"', '"server":"t"')],
    ['doubled', (text) => text.replace(/"pins":\[(.*)\]/, '"pins":[$1,$1]')],
  ];
  it.each(DAMAGE)('set everything of their server apart where the file is %s', (_, damage) => {
    const book = new PinFolder(folder);
    const first = openCatalogue([serverConfig('s')], { pins: book });
    const definitions = { tool: [tool('a')], prompt: [{ name: 'p' }], resource: [{ uri: 'a:b', name: 'r' }] };
    first.catalogue.update('s', lists(definitions));
    expect(first.catalogue.find('tool', 's', 'a')?.tool.quarantine).toBeNull();
    writeFileSync(onlyFile(), damage(readFileSync(onlyFile(), 'utf8')));
    for (const pins of [book, new PinFolder(folder)]) {
      const { catalogue, codes, news } = openCatalogue([serverConfig('s', { trust: 'owned' })], { pins });
      catalogue.update('s', lists({ ...definitions, tool: [tool('a'), tool('new')] }));
      for (const [kind, name] of [
        ['tool', 'a'],
        ['tool', 'new'],
        ['prompt', 'p'],
        ['resource', 'a:b'],
      ] as const)
        expect(catalogue.find(kind, 's', name)?.tool).toMatchObject({
          quarantine: expect.stringContaining('are unknown'),
          server: { trust: 'untrusted' },
        });
      expect(codes()).toEqual(['PINS_DAMAGED']);
      expect(news.map(({ code }) => code)).toEqual(['PINS_DAMAGED']);
    }
    expect(() => book.forget('s', 'sha256:one')).not.toThrow();
    first.catalogue.refresh();
    expect(first.catalogue.find('tool', 's', 'a')?.tool.quarantine).toBeNull();
  });

  it('set everything apart where they cannot be written', () => {
    writeFileSync(join(folder, 'f'), '');
    const { catalogue, codes } = openCatalogue([serverConfig('s')], {
      pins: new PinFolder(join(folder, 'f')),
    });
    catalogue.update('s', lists({ tool: [tool('a')] }));
    expect(catalogue.find('tool', 's', 'a')?.tool.quarantine).not.toBeNull();
    expect(codes()).toEqual(['PINS_DAMAGED']);
  });

  it('are shared by gateways that run beside each other', () => {
    const one = openCatalogue([serverConfig('s')], { pins: new PinFolder(folder) });
    const two = openCatalogue([serverConfig('s')], { pins: new PinFolder(folder) });
    one.catalogue.update('s', lists({ tool: [tool('a')] }));
    two.catalogue.update('s', lists({ tool: [tool('a', { description: 'other' }), tool('b')] }));
    expect(two.catalogue.find('tool', 's', 'a')?.tool.quarantine).not.toBeNull();
    one.catalogue.update('s', lists({ tool: [tool('a'), tool('b', { description: 'other' })] }));
    expect(one.catalogue.find('tool', 's', 'b')?.tool.quarantine).not.toBeNull();
  });
});
