import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseServerName } from './choose-server-name.ts';

const NONE: ReadonlySet<string> = new Set();

it('a plain name stays what it is', () => {
  for (const name of ['fs', 'GitHub', 'my-server', 'a_b', '7'])
    expect(chooseServerName(name, NONE)).toBe(name);
});

it('another name becomes the alias nearest to it', () => {
  expect(chooseServerName('My Server', NONE)).toBe('My-Server');
  expect(chooseServerName('@scope/thing.js', NONE)).toBe('scope-thing-js');
  expect(chooseServerName('a__b', NONE)).toBe('a_b');
  expect(chooseServerName('--trust', NONE)).toBe('trust');
  expect(chooseServerName('Zürich', NONE)).toBe('Zurich');
  expect(chooseServerName('файлы', NONE)).toBe('server');
});

it('no two servers of a file get the same alias', () => {
  expect(chooseServerName('my server', new Set(['my-server']))).toBe('my-server-2');
});

it('is always an alias, and never an option', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff)), (codes) => {
      const written = String.fromCharCode(...codes);
      const name = chooseServerName(written, NONE);
      expect(name).toMatch(/^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9-])?$/);
      expect(name).not.toContain('__');
    }),
  );
});
