import { HINTS, HINT_NAMES } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { TOOL_FORMATS } from '../packages/manifest/src/convert/tool-formats.ts';
import { measureSurvival, survivalCell } from './survival-table.ts';

const rows = measureSurvival();
const VENDORS = TOOL_FORMATS.filter((format) => format !== 'mcp');

describe('what survives a conversion and the way back', () => {
  it('is everything but conditions, through MCP', () => {
    const notKept = rows.filter(({ fates }) => survivalCell(fates.mcp) !== 'kept').map(({ what }) => what);
    expect(notKept).toEqual(['conditions']);
  });

  it.each(HINT_NAMES)(
    'is the value of %s that asks for care, through every vendor, and not the other',
    (name) => {
      const row = rows.find(({ what }) => what === `hints.${name}`);
      const relaxing = String(HINTS[name].relaxing === 'yes');
      for (const vendor of VENDORS)
        expect(row?.fates[vendor]).toEqual({
          [relaxing]: 'lost',
          [String(relaxing !== 'true')]: 'in words',
        });
    },
  );

  it('is the output schema where the vendor has a field for it', () => {
    const fates = rows.find(({ what }) => what === 'outputSchema')?.fates;
    expect(TOOL_FORMATS.map((format) => fates?.[format]['']).join(' ')).toBe('kept kept lost lost kept');
  });

  it('is told in few words', () => {
    expect(survivalCell({ a: 'kept', b: 'kept' })).toBe('kept');
    expect(survivalCell({ a: 'lost', b: 'in words', c: 'kept' })).toBe('`c` kept; `b` in words');
  });
});
