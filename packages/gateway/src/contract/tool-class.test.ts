import type { JsonObject } from '@callgate/core';
import type { Override } from '@callgate/core/disclose';
import { expect, it } from 'vitest';
import { classOfTool } from './tool-class.ts';

const classOf = (
  annotations: JsonObject | undefined,
  overrides: readonly Override[] = [],
  reviews: Parameters<typeof classOfTool>[0]['reviews'] = [],
): string => {
  const definition = { name: 't', inputSchema: {}, ...(annotations === undefined ? {} : { annotations }) };
  const { writes, network } = classOfTool({ definition, digest: 'd', overrides, reviews });
  return `${writes ? 'writes' : 'reads'}${network ? ' online' : ''}`;
};

const READS = { readOnlyHint: true, openWorldHint: false };

it('a tool that claims nothing may do everything', () => {
  expect(classOf(undefined)).toBe('writes online');
  expect(classOf({})).toBe('writes online');
});

it('a claim takes power away, whoever makes it', () => {
  expect(classOf({ readOnlyHint: true })).toBe('reads online');
  expect(classOf({ openWorldHint: false })).toBe('writes');
  expect(classOf(READS)).toBe('reads');
  expect(classOf({ readOnlyHint: false, openWorldHint: true })).toBe('writes online');
});

it('what is no claim takes nothing', () => {
  expect(classOf({ readOnlyHint: 'yes', openWorldHint: 'no' })).toBe('writes online');
  expect(classOf({ readOnlyHint: null })).toBe('writes online');
});

it('people give power and take it', () => {
  expect(classOf(READS, [{ set: { readOnly: 'no' } }])).toBe('writes');
  expect(classOf(READS, [{ set: { openWorld: 'yes' } }])).toBe('reads online');
  expect(classOf({}, [{ set: { readOnly: 'yes', openWorld: 'no' } }])).toBe('reads');
  expect(classOf({}, [], [{ definition: 'd', set: { readOnly: 'yes' } }])).toBe('reads online');
});

it('where people disagree, nothing is kept from a tool that one of them gives it', () => {
  expect(classOf({}, [{ set: { readOnly: 'yes' } }, { set: { readOnly: 'no' } }])).toBe('writes online');
});

it('what was said of another definition counts for nothing', () => {
  expect(classOf({}, [{ set: { readOnly: 'yes' }, definition: 'other' }])).toBe('writes online');
  expect(classOf(READS, [], [{ definition: 'other', set: { readOnly: 'no' } }])).toBe('reads');
});

it('what is said of some calls alone takes nothing from the others', () => {
  const when = { op: 'literal', value: true } as unknown as NonNullable<Override['when']>;
  expect(classOf({}, [{ set: { readOnly: 'yes' }, when }])).toBe('writes online');
  expect(classOf(READS, [{ set: { readOnly: 'no' }, when }])).toBe('writes');
});
