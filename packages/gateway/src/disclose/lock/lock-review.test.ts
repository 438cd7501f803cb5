import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolReview } from '@callgate/core/disclose';
import { digestDefinition } from '@callgate/core/disclose';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lists, serverConfig, openCatalogue, tool } from '../../../test/disclose/catalogue-harness.ts';
import { serverIdentity } from '../../config/server-identity.ts';
import { MemoryPinStore } from '../pin-store.ts';
import { writeLock } from './write-lock.ts';
import type { Lock, LockAdvice } from './read-lock.ts';
import { readLock } from './read-lock.ts';
import { applyLock } from './apply-lock.ts';
import type { LockInput } from './make-lock.ts';
import { makeLock } from './make-lock.ts';

const IDENTITY = serverIdentity(serverConfig('s').reach);
const NAMES = ['add', 'drop', 'find', 'list', 'send'];
const definitionOf = (name: string): ReturnType<typeof tool> =>
  tool(name, name === 'find' ? { annotations: { readOnlyHint: true } } : {});

const ADVICE: LockAdvice = {
  suggestions: {
    readOnly: { value: 'yes', confidence: 0.95, because: 'the name begins with `find`' },
    destructive: { value: 'no', confidence: 0.87, because: 'it: "only", {reads} # they say' },
  },
  doubts: ['claims/conflict: these claims cannot all be true: a, b'],
};

const toLock = (more: Partial<LockInput> = {}): LockInput => {
  const pins = new MemoryPinStore();
  const { catalogue } = openCatalogue([serverConfig('s')], { pins });
  catalogue.update('s', lists({ tool: NAMES.map(definitionOf) }, IDENTITY));
  return {
    server: 's',
    identity: IDENTITY,
    pins: pins.read('s', IDENTITY),
    reviews: [],
    overrides: [],
    advise: () => ADVICE,
    ...more,
  };
};

const MAKER = { by: 'bob', at: '2026-02-01T00:00:00.000Z' };

const reviewOf = (name: string, more: Partial<ToolReview> = {}): ToolReview => ({
  definition: digestDefinition(definitionOf(name)).digest,
  set: { readOnly: 'yes', destructive: 'no', openWorld: 'no' },
  by: 'ann',
  at: '2026-01-31T12:00:00Z',
  reason: `read ${name}`,
  ...more,
});

const read = (text: string): Lock => {
  const outcome = readLock('callgate.lock.yaml', text);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
  return outcome.lock;
};

describe('a reviewed lock', () => {
  it('says what was suggested, why to look twice, and how a decision stands to both, one line a hint', () => {
    const lock = makeLock(
      [toLock({ reviews: [reviewOf('find', { set: { readOnly: 'yes', destructive: 'yes' } })] })],
      null,
      MAKER,
    );
    const text = writeLock(lock);
    expect(read(text)).toEqual(lock);
    expect(writeLock(read(text))).toBe(text);
    const lines = text
      .slice(text.indexOf('find:'), text.indexOf('list:'))
      .split('\n')
      .map((line) => line.trim());
    expect(lines).toContain(
      'readOnly: { value: yes, confidence: 0.95, because: the name begins with `find` }',
    );
    expect(lines).toContain('destructive: against the suggestion (no, 0.87), not claimed');
    expect(lines).toContain('readOnly: as suggested (0.95), claimed');
    expect(lines.filter((line) => line.startsWith('destructive:'))).toHaveLength(3);
  });

  it('keeps what was told when somebody looked, until the definition is another', () => {
    const before = makeLock([toLock()], null, MAKER);
    const later = makeLock([toLock({ advise: () => ({ doubts: ['new'] }) })], before, MAKER);
    expect(later).toEqual(before);
    const pins = new Map(toLock().pins);
    const find = pins.get('tool find');
    if (find !== undefined)
      pins.set('tool find', { ...find, digest: digestDefinition(definitionOf('add')).digest });
    const changed = makeLock([toLock({ pins, advise: () => ({ doubts: ['new'] }) })], before, MAKER);
    expect(changed.servers['s']?.tools['find']).toMatchObject({ doubts: ['new'] });
    expect(changed.servers['s']?.tools['find']).not.toHaveProperty('suggestions');
  });

  it('takes the later of two reviews of one definition', () => {
    const first = makeLock(
      [toLock({ reviews: [reviewOf('add', { at: '2026-03-01T00:00:00Z', by: 'later' })] })],
      null,
      MAKER,
    );
    const again = makeLock([toLock({ reviews: [reviewOf('add', { by: 'earlier' })] })], first, MAKER);
    expect(again.servers['s']?.tools['add']?.classification?.by).toBe('later');
  });

  it('of an older version is still read, and gets suggestions when it is written again', () => {
    const old = `version: 1\nservers:\n  s:\n    identity: ${IDENTITY}\n    tools:\n      add:\n        definition: ${digestDefinition(definitionOf('add')).digest}\n        classification:\n          set:\n            readOnly: no\n          by: ann\n          at: 2026-01-31T12:00:00Z\n          why: read it\n`;
    const again = makeLock([toLock()], read(old), MAKER);
    expect(again.servers['s']?.tools['add']).toMatchObject({
      suggestions: ADVICE.suggestions,
      classification: { set: { readOnly: 'no' }, by: 'ann' },
      evidence: { readOnly: 'against the suggestion (yes, 0.95), not claimed' },
    });
  });

  it.each(NAMES.flatMap((one, at) => NAMES.slice(at + 1).map((other): [string, string] => [one, other])))(
    'merges where two branches reviewed %s and %s',
    (one, other) => {
      const folder = mkdtempSync(join(tmpdir(), 'callgate-merge-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const base = makeLock([toLock()], null, MAKER);
      const branch = (...names: readonly string[]): string =>
        writeLock(makeLock([toLock({ reviews: names.map((name) => reviewOf(name)) })], base, MAKER));
      const file = (name: string, text: string): string => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const merged = spawnSync(
        'git',
        [
          'merge-file',
          '-p',
          file('ours', branch(one)),
          file('base', writeLock(base)),
          file('theirs', branch(other)),
        ],
        { encoding: 'utf8' },
      );
      expect(merged.status).toBe(0);
      expect(merged.stdout).toBe(branch(one, other));
    },
  );

  it('decides nothing by its suggestions, even where it was accepted', () => {
    const lock = makeLock([toLock()], null, MAKER);
    const { catalogue } = openCatalogue(applyLock([serverConfig('s')], lock));
    catalogue.update('s', lists({ tool: NAMES.map(definitionOf) }, IDENTITY));
    for (const name of NAMES) expect(catalogue.find('tool', 's', name)?.tool.reviews).toEqual([]);
  });

  it('decides nothing about any other definition', () => {
    const lock = makeLock([toLock({ reviews: [reviewOf('add')] })], null, MAKER);
    const { catalogue } = openCatalogue(applyLock([serverConfig('s')], lock));
    catalogue.update('s', lists({ tool: [definitionOf('add')] }, IDENTITY));
    expect(catalogue.find('tool', 's', 'add')?.mutates).toBe(false);
    catalogue.update('s', lists({ tool: [{ ...definitionOf('add'), novel: 1 }] }, IDENTITY));
    expect(catalogue.find('tool', 's', 'add')?.mutates).toBe(true);
  });
});
