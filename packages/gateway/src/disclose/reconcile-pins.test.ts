import { digestDefinition } from '@callgate/core/disclose';
import { describe, expect, it } from 'vitest';
import { tool } from '../../test/disclose/catalogue-harness.ts';
import type { PinCandidate } from './reconcile-pins.ts';
import { MAX_PINS, judgeDrift, reconcilePins } from './reconcile-pins.ts';
import type { Pin } from './pin-store.ts';

const entry = (name: string, more: Partial<PinCandidate> = {}): PinCandidate => {
  const definition = more.definition ?? tool(name);
  return {
    kind: 'tool',
    name,
    digest: digestDefinition(definition).digest,
    definition,
    apart: false,
    ...more,
  };
};

describe('drift', () => {
  const prompt = { name: 'p', arguments: [{ name: 'city', required: true }], _meta: { a: 1 } };

  it.each([
    ['another argument', { ...prompt, arguments: [{ name: 'town', required: true }] }],
    ['an argument that need not be given', { ...prompt, arguments: [{ name: 'city', required: false }] }],
    ['no arguments', { name: 'p', _meta: { a: 1 } }],
    ['a description', { ...prompt, description: 'new' }],
    ['a part nobody knows', { ...prompt, novel: 'x' }],
  ])('of a prompt is %s', (_, now) => {
    expect(judgeDrift('prompt', prompt, now).type).toBe('drifted');
  });

  it('of a prompt is not another _meta', () => {
    expect(judgeDrift('prompt', prompt, { ...prompt, _meta: { a: 2 } }).type).toBe('harmless');
  });

  it('of a template is another type of what it gives', () => {
    const template = { name: 't', uriTemplate: 'a:{x}', mimeType: 'text/plain' };
    expect(judgeDrift('template', template, { ...template, mimeType: 'text/html' }).type).toBe('drifted');
  });

  it('is told with the first few places, and nothing that could be taken for our own words', () => {
    const before = tool('a', { a: 1 });
    const now = {
      ...before,
      title: 'x',
      description: 'y',
      inputSchema: { 'ev\u202eil\n': 1, type: 'string' },
    };
    const verdict = judgeDrift('tool', before, now);
    expect(verdict.type === 'drifted' && verdict.words).toMatch(/ and \d+ more$/);
    expect(verdict.type === 'drifted' && verdict.words).not.toMatch(/[\u202e\n]/);
  });
});

describe('settling', () => {
  it('pins what is new, unless it is set apart or there is no room', () => {
    const { puts, settled } = reconcilePins(new Map(), [entry('a'), entry('b', { apart: true })], 7);
    expect(settled.map(({ type }) => type)).toEqual(['new', 'unpinned']);
    expect(puts).toEqual([
      { kind: 'tool', name: 'a', digest: entry('a').digest, definition: tool('a'), firstSeen: 7 },
    ]);
    const full = new Map(Array.from({ length: MAX_PINS }, (_, index) => [`tool x${index}`, puts[0] as Pin]));
    expect(reconcilePins(full, [entry('a')], 7)).toMatchObject({ puts: [], settled: [{ type: 'full' }] });
  });

  it('remembers when a tool was first seen, whatever becomes of it', () => {
    const first = reconcilePins(new Map(), [entry('a')], 7).puts[0] as Pin;
    const pins = new Map([['tool a', first]]);
    const harmless = entry('a', { definition: tool('a', { execution: { taskSupport: 'optional' } }) });
    expect(reconcilePins(pins, [harmless], 9).puts).toEqual([
      { ...first, digest: harmless.digest, definition: harmless.definition },
    ]);
    const drifted = entry('a', { definition: tool('a', { title: 'T' }) });
    const [pin] = reconcilePins(pins, [drifted], 9).puts;
    expect(pin).toEqual({
      ...first,
      changed: { digest: drifted.digest, definition: drifted.definition, at: 9 },
    });
    const after = new Map([['tool a', pin as Pin]]);
    expect(reconcilePins(after, [drifted], 11)).toMatchObject({
      puts: [],
      settled: [{ type: 'drifted', news: false }],
    });
    expect(reconcilePins(after, [entry('a')], 11).puts).toEqual([first]);
  });

  it('does not pin anything harmless while the name is in doubt', () => {
    const first = reconcilePins(new Map(), [entry('a')], 7).puts[0] as Pin;
    const harmless = entry('a', { definition: tool('a', { extra: 1 }), apart: true });
    expect(reconcilePins(new Map([['tool a', first]]), [harmless], 9)).toMatchObject({
      puts: [],
      settled: [{ type: 'pinned' }],
    });
  });
});
