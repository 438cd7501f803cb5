import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lists, serverConfig, openCatalogue, tool } from '../../test/disclose/catalogue-harness.ts';
import { TRUST_AS_WRITTEN, TrustFile } from './trust-file.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'callgate-trust-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('trust', () => {
  it('belongs to the first command or url it was said of', () => {
    expect(new TrustFile(folder).trustOf('s', 'trusted', 'one')).toEqual({ trust: 'trusted', problem: null });
    const later = new TrustFile(folder);
    expect(later.trustOf('s', 'trusted', 'one').trust).toBe('trusted');
    expect(later.trustOf('s', 'trusted', 'two')).toMatchObject({
      trust: 'untrusted',
      problem: expect.stringContaining('another command or URL'),
    });
    expect(later.trustOf('other', 'trusted', 'two').trust).toBe('trusted');
    expect(later.trustOf('s', 'trusted', 'one').trust).toBe('trusted');
  });

  it('moves to another one where the operator accepts it', () => {
    const book = new TrustFile(folder);
    book.trustOf('s', 'owned', 'one');
    book.accept('s', 'owned', 'two');
    expect(book.trustOf('s', 'owned', 'two').trust).toBe('owned');
    expect(book.trustOf('s', 'owned', 'one').trust).toBe('untrusted');
  });

  it('is bound anew where the operator says something else of the alias', () => {
    const book = new TrustFile(folder);
    book.trustOf('s', 'trusted', 'one');
    expect(book.trustOf('s', 'owned', 'two').trust).toBe('owned');
    expect(book.trustOf('s', 'trusted', 'two').trust).toBe('untrusted');
  });

  it('is not remembered of servers nobody trusts', () => {
    new TrustFile(folder).trustOf('s', 'untrusted', 'one');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['', '{}', 'x', '{"v":1,"trusted":[{}]}'])(
    'is nobody’s where what was trusted cannot be read: %j',
    (text) => {
      new TrustFile(folder).trustOf('s', 'trusted', 'one');
      writeFileSync(join(folder, readdirSync(folder)[0] ?? ''), text);
      expect(new TrustFile(folder).trustOf('s', 'trusted', 'one')).toMatchObject({
        trust: 'untrusted',
        problem: expect.stringContaining('unknown what was trusted'),
      });
    },
  );

  it('stands as it is written where the command stands beside it', () => {
    expect(TRUST_AS_WRITTEN.trustOf('s', 'owned', 'any')).toEqual({ trust: 'owned', problem: null });
  });

  it('makes the catalogue believe, and its loss is told once and seen', () => {
    const trust = new TrustFile(folder);
    const { catalogue, news, codes } = openCatalogue([serverConfig('s', { trust: 'trusted' })], { trust });
    const look = tool('look', { annotations: { readOnlyHint: true } });
    expect(catalogue.trustOf('s')).toBe('untrusted');
    catalogue.update('s', lists({ tool: [look] }, 'one'));
    expect(catalogue.trustOf('s')).toBe('trusted');
    expect(catalogue.find('tool', 's', 'look')?.mutates).toBe(false);
    catalogue.update('s', lists({ tool: [look] }, 'two'));
    catalogue.update('s', lists({ tool: [look] }, 'two'));
    expect(catalogue.trustOf('s')).toBe('untrusted');
    expect(catalogue.find('tool', 's', 'look')).toMatchObject({ mutates: true, tool: { quarantine: null } });
    expect(codes()).toEqual(['TRUST_UNBOUND']);
    expect(news.at(-1)?.message).toMatch(/: callgate accept \S+ --trust$/);
    expect(news.filter(({ code }) => code === 'TRUST_UNBOUND')).toHaveLength(1);
    trust.accept('s', 'trusted', 'two');
    catalogue.refresh('s');
    expect(catalogue.find('tool', 's', 'look')?.mutates).toBe(false);
  });
});
