import type { Json, JsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manyLives } from '../../test/record-memory.ts';
import { CanonicalScanner } from './canonical-scanner.ts';
import { ENTRY_LIMITS, parseEntry } from './entry-schema.ts';
import { ENTRY_PART, EntryScanner } from './entry-scanner.ts';

const DEEP = process.env['CALLGATE_DEEP'] === '1';

/** What the scan stands in for: parse strictly, write again, compare. */
const isCanonical = (bytes: Uint8Array): boolean => {
  try {
    return Buffer.from(canonical(parseStrict(bytes, ENTRY_LIMITS)), 'latin1').equals(bytes);
  } catch {
    return false;
  }
};

const scan = new CanonicalScanner(1);
const scanned = (bytes: Uint8Array): boolean => {
  scan.start(bytes);
  return scan.value(1) && scan.at === bytes.length;
};

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('the scan of canonical text', () => {
  it.each([
    '{}',
    '[]',
    '""',
    '0',
    '-1',
    '1.5',
    '1e-7',
    '123456789012345',
    '9007199254740991',
    'true',
    'null',
    '{"a":1,"b":[{"c":null}]}',
    String.raw`"\u00e9\ud83d\ude00\n\u0001\u007f\"\\"`,
    String.raw`{"a":1,"\u00e9":2}`,
    '9007199254740992',
    '-0',
    '01',
    '1.0',
    '1e5',
    '1E5',
    '+1',
    '1.',
    '.5',
    '-',
    '1e400',
    '0.1e1',
    '00',
    '-01',
    '12345678901234567890',
    '{"b":1,"a":2}',
    '{"a":1,"a":2}',
    '{ }',
    '[1, 2]',
    '[1,]',
    '{"a":1,}',
    '{"a"}',
    '{a:1}',
    '[',
    '{',
    '"',
    '"\\',
    'tru',
    'nul',
    '',
    String.raw`"\/"`,
    String.raw`"\u0041"`,
    String.raw`"\u000a"`,
    String.raw`"\u00E9"`,
    String.raw`"\ud800"`,
    String.raw`"\ude00"`,
    String.raw`"\ud83d\u0041"`,
    String.raw`"\u007e"`,
    String.raw`"\u00"`,
    '"\u007f"',
    '"\u00e9"',
    '"\n"',
    '{}x',
    '{} ',
    String.raw`{"\u00e9":1,"a":2}`,
    String.raw`{"\u007f":1,"~":2}`,
    String.raw`{"~":1,"\u007f":2}`,
    String.raw`{"\"":1,"#":2}`,
    '{"a":1,"aa":2}',
    '{"aa":1,"a":2}',
  ])('agrees with parsing and writing again on %j', (text) => {
    expect(scanned(bytesOf(text))).toBe(isCanonical(bytesOf(text)));
  });

  it('agrees on how deep a value may be', () => {
    for (const depth of [1, 127, 128, 129, 200]) {
      const text = bytesOf('['.repeat(depth) + ']'.repeat(depth));
      expect(scanned(text), String(depth)).toBe(isCanonical(text));
    }
  });

  const json = fc.jsonValue({ noUnicodeString: false, maxDepth: 4 }).filter((value) => {
    try {
      canonical(value as Json);
      return true;
    } catch {
      return false;
    }
  });

  it('takes every canonical text', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(scanned(bytesOf(canonical(value as Json)))).toBe(true);
      }),
      { numRuns: DEEP ? 100_000 : 2000 },
    );
  });

  it('agrees on every canonical text with something changed in it', () => {
    const edit = fc.record({
      at: fc.nat(),
      cut: fc.integer({ min: 0, max: 3 }),
      put: fc.string({
        maxLength: 3,
        unit: fc.constantFrom(...'"\\{}[]:,0123456789-+.eEuabcdfntrls \u007f\u00ff'),
      }),
    });
    let agreedOnRefusal = 0;
    fc.assert(
      fc.property(json, edit, (value, { at, cut, put }) => {
        const text = canonical(value as Json);
        const place = at % (text.length + 1);
        const changed = bytesOf(text.slice(0, place) + put + text.slice(place + cut));
        const expected = isCanonical(changed);
        if (!expected) agreedOnRefusal += 1;
        expect(scanned(changed)).toBe(expected);
      }),
      { numRuns: DEEP ? 500_000 : 5000 },
    );
    expect(agreedOnRefusal).toBeGreaterThan(1000);
  });
});

describe('the scan of a row', () => {
  const { rows } = manyLives(120).recorded;

  it('reads what the schema reads', () => {
    const of = new EntryScanner();
    for (const row of rows) {
      const read = parseEntry(row.bytes);
      expect(of.scan(row.bytes)).toBe(true);
      expect(of.at()).toBe(read.at);
      expect(of.text(ENTRY_PART.event)).toBe(read.event);
      expect(of.text(ENTRY_PART.principal)).toBe(read.principal);
      expect(of.text(ENTRY_PART.tool)).toBe(read.tool);
      expect(of.text(ENTRY_PART.previousHash)).toBe(read.previousHash);
      expect(of.whole(ENTRY_PART.seq)).toBe(read.seq);
      expect(of.has(ENTRY_PART.call) ? of.json(ENTRY_PART.call) : undefined).toBe(read.call);
      expect(of.json(ENTRY_PART.extension)).toEqual(JSON.parse(canonical(read.detail)));
      expect(of.has(ENTRY_PART.from) ? of.json(ENTRY_PART.from) : undefined).toEqual(read.detail['from']);
    }
  });

  it('tells every time that Date can write, and no other', () => {
    const of = new EntryScanner();
    const text = Buffer.from(rows[0]?.bytes ?? []).toString('ascii');
    const timed = (time: string): number => {
      of.scan(bytesOf(text.replace(/"occurred_at":"[^"]*"/, `"occurred_at":"${time}"`)));
      return of.at();
    };
    const times = fc.integer({ min: 0, max: Date.UTC(9999, 11, 31) });
    fc.assert(
      fc.property(times, (at) => {
        expect(timed(new Date(at).toISOString())).toBe(at);
      }),
    );
    for (const wrong of [
      '2026-02-29T00:00:00.000Z',
      '2026-13-01T00:00:00.000Z',
      '2026-01-00T00:00:00.000Z',
      '2026-01-01T24:00:00.000Z',
      '2026-01-01T00:60:00.000Z',
      '2026-01-01T00:00:00Z',
      '2026-01-01T00:00:00.000+',
      '2026-01-01 00:00:00.000Z',
      '',
    ])
      expect(timed(wrong), wrong).toBeNaN();
    expect(timed('2028-02-29T23:59:59.999Z')).toBe(Date.UTC(2028, 1, 29, 23, 59, 59, 999));
  });

  it('refuses canonical text that has not the shape of a row', () => {
    const of = new EntryScanner();
    const value: JsonObject & { readonly extensions: JsonObject } = JSON.parse(
      Buffer.from(rows[0]?.bytes ?? []).toString('ascii'),
    );
    const others: Json[] = [
      { ...value, more: 1 },
      { ...value, tool_name: 1 },
      { ...value, extensions: { ...value.extensions, other: {} } },
      { ...value, extensions: { 'dev.callgate': [] } },
      { ...value, extensions: {} },
      Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'outcome')),
      [],
    ];
    for (const other of others) expect(of.scan(bytesOf(canonical(other)))).toBe(false);
    expect(of.scan(bytesOf(canonical(value)))).toBe(true);
  });
});
