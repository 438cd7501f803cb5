import { canonical } from '@callgate/core';
import { expect, it } from 'vitest';
import { sampleDecision } from '../../../test/harness/store-suite/samples.ts';
import { sharedJson, storedJson } from './stored-json.ts';

it('is the canonical text, for what is shared too', () => {
  const value = { b: 1, a: ['ü', null] };
  expect(storedJson(value)).toBe(canonical(value));
  expect(sharedJson(value)).toBe('{"a":["\\u00fc",null],"b":1}');
  expect(sharedJson(sampleDecision)).toBe(storedJson(sampleDecision));
  expect(sharedJson(sampleDecision)).toBe(storedJson(sampleDecision));
});

it('does not remember what can still change', () => {
  const value = { a: 1 };
  expect(sharedJson(value)).toBe('{"a":1}');
  value.a = 2;
  expect(sharedJson(value)).toBe('{"a":2}');
});

it('refuses what is not JSON', () => {
  expect(() => storedJson({ a: undefined })).toThrow(expect.objectContaining({ code: 'JSON_NOT_CANONICAL' }));
});
