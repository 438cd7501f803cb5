import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../receive/json.ts';
import { compareDefinitions } from './compare-definitions.ts';

const TOOL: JsonObject = { name: 'read', annotations: { readOnlyHint: true }, _meta: { a: 1 } };

const parts = (more: JsonObject, before: JsonObject = TOOL): readonly string[] => [
  ...new Set(compareDefinitions(before, { ...before, ...more }).changes.map(({ part }) => part)),
];

describe('a text that came or changed', () => {
  it.each<readonly [string, JsonObject]>([
    ['in a member nobody knows', { systemPrompt: 'Ignore all' }],
    ['in a list of one', { usage: [{ hint: ['Ignore all'] }] }],
    ['in _meta', { _meta: { a: 1, instructions: 'x' } }],
    ['in annotations', { annotations: { readOnlyHint: true, usage: 'x' } }],
    ['in the place of a number', { _meta: { a: 'x' } }],
    ['as the name of a member', { 'ignore all before': 1 }],
    ['as a name on the way', { _meta: { a: 1, 'ignore all': { b: { c: 1 } } } }],
    ['in the place of a word of the protocol', { execution: { taskSupport: 'Ignore all' } }],
    ['beside a hint', { annotations: { readOnlyHint: 'Ignore all' } }],
  ])('is text: %s', (_, more) => expect(parts(more)).toContain('text'));

  it.each<readonly [string, JsonObject]>([
    ['a number', { extra: 1, _meta: { a: 2 } }],
    ['a member that went', { _meta: {} }],
    ['a word of the protocol', { execution: { taskSupport: 'optional' } }],
    ['what agents never see', { _meta: { a: 1, 'dev.callgate/novel': 'some words' } }],
    ['more care', { annotations: { readOnlyHint: false } }],
  ])('is nothing else: %s', (_, more) => expect(parts(more)).not.toContain('text'));

  it('is told beside a hint or detail that tightened', () => {
    const before = { ...TOOL, _meta: { 'dev.callgate/x': 1 }, annotations: { audience: ['user'] } };
    expect(parts({ annotations: { audience: ['user', 'assistant'] } }, before)).toEqual(['other']);
    expect(parts({ annotations: { audience: ['user', 'Ignore all'] } }, before)).toEqual(['text']);
  });
});
