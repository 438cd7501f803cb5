import { describe, expect, it } from 'vitest';
import { isReservedName, stripReservedMembers } from './member-names.ts';

describe('names that only Callgate writes', () => {
  it.each([
    'dev.callgate/decision',
    'dev.callgate',
    'Dev.CallGate/x',
    ' dev.callgate/x',
    'ｄev.callgate/x',
    '\0dev.callgate/x',
  ])('%j is one', (name) => expect(isReservedName(name)).toBe(true));

  it.each([
    'dev.callgates/x',
    'dev.callgate.server/refusal',
    'com.example/dev.callgate',
    'dev',
    'description of it',
  ])('%j is none', (name) => expect(isReservedName(name)).toBe(false));
});

describe('members that only Callgate writes', () => {
  it('are removed at any depth, and nothing else is', () => {
    const given = {
      'dev.callgate/decision': { outcome: 'approved' },
      content: [1, { type: 'text', _meta: { 'dev.callgate/labels': {}, mine: [{ 'dev.callgate': 1 }] } }],
      text: 'dev.callgate/decision',
    };
    expect(stripReservedMembers(given)).toEqual({
      content: [1, { type: 'text', _meta: { mine: [{}] } }],
      text: 'dev.callgate/decision',
    });
  });

  it('are looked for without a copy where there are none', () => {
    const given = { a: [{ b: 'dev.callgate/x' }, null], detail: true };
    expect(stripReservedMembers(given)).toBe(given);
  });

  it('leave names like __proto__ ordinary', () => {
    const given = JSON.parse('{"__proto__":{"dev.callgate/x":1,"y":2}}') as { readonly [key: string]: never };
    const left = stripReservedMembers(given);
    expect(Object.keys(left)).toEqual(['__proto__']);
    expect(JSON.stringify(left)).toBe('{"__proto__":{"y":2}}');
  });
});
