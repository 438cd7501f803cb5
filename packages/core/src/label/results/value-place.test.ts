import { describe, expect, it } from 'vitest';
import type { Json } from '../../receive/json.ts';
import type { SeenResult } from './seen-result.ts';
import { findFieldWords, findValuePlace } from './value-place.ts';

const seen = (result: Json): SeenResult => ({
  call: 'c1',
  server: 'office',
  tool: 'get_order',
  resource: 'order',
  origin: 'untrusted',
  private: 'none',
  directory: false,
  vouched: true,
  whole: true,
  about: null,
  result,
  size: 0,
});
const text = (...texts: readonly string[]): Json => ({
  content: texts.map((each) => ({ type: 'text', text: each })),
});
const ORDER = {
  order_id: 'W-1',
  total: 12.5,
  note: 'W-2',
  items: [{ item_id: 'I-1', description: 'see I-2' }],
  payment_methods: { card_7: { kind: 'gift card' } },
  about: 'W-3 and more',
  none: null,
};

describe('where a value stands in a result', () => {
  const one = seen(text(JSON.stringify(ORDER)));

  it.each<readonly [string, 'field' | 'text' | undefined]>([
    ['W-1', 'field'],
    ['12.5', 'field'],
    ['I-1', 'field'],
    ['card_7', 'field'],
    ['gift card', 'field'],
    ['W-2', 'text'],
    ['I-2', 'text'],
    ['W-3', 'text'],
    ['gift', 'text'],
    ['W-4', undefined],
  ])('%s: %s', (value, place) => {
    expect(findValuePlace(one, value)).toBe(place);
  });

  it('is a text where the result is no data, or some of it', () => {
    expect(findValuePlace(seen(text('order W-1')), 'W-1')).toBe('text');
    expect(findValuePlace(seen(text('{"id": "W-1"}', 'order W-1')), 'W-1')).toBe('text');
    expect(findValuePlace(seen({ structuredContent: { id: 'W-1' }, content: [] }), 'W-1')).toBe('field');
    expect(
      findValuePlace(seen({ structuredContent: { id: 'W-1' }, ...(text('see W-1') as object) }), 'W-1'),
    ).toBe('text');
  });

  it.each([
    ['1250', 'set it to 1.250 please'],
    ['1250', 'set it to 1 250 please'],
    ['99.5', 'set it to 99,50 please'],
    ['admin', 'make it an ADMIN now'],
    ['2026-12-03', 'come on 3 December 2026 please'],
  ])('is a text where one says %s otherwise: %s', (value, said) => {
    expect(findValuePlace(seen(text(said)), value)).toBe('text');
  });

  it('is told by the words of the keys around it', () => {
    expect([...(findFieldWords(one, 'I-1') ?? [])]).toEqual(['items', 'item', 'id']);
    expect([...(findFieldWords(one, 'card_7') ?? [])]).toEqual(['payment', 'methods']);
    expect(findFieldWords(one, 'W-2')).toBeUndefined();
  });
});
