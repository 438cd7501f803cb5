import { canonical } from '@callgate/core';
import { expect, it } from 'vitest';
import { sampleDecision } from '../../../test/harness/store-suite/samples.ts';
import { toSharedJson, toStoredJson } from './stored-json.ts';

it('is the canonical text, for what is shared too', () => {
  const value = { b: 1, a: ['ü', null] };
  expect(toStoredJson(value)).toBe(canonical(value));
  expect(toSharedJson(value)).toBe('{"a":["\\u00fc",null],"b":1}');
  expect(toSharedJson(sampleDecision)).toBe(toStoredJson(sampleDecision));
  expect(toSharedJson(sampleDecision)).toBe(toStoredJson(sampleDecision));
});

it('does not remember what can still change', () => {
  const value = { a: 1 };
  expect(toSharedJson(value)).toBe('{"a":1}');
  value.a = 2;
  expect(toSharedJson(value)).toBe('{"a":2}');
});

it('refuses what is not JSON', () => {
  expect(() => toStoredJson({ a: undefined })).toThrow(
    expect.objectContaining({ code: 'JSON_NOT_CANONICAL' }),
  );
});
