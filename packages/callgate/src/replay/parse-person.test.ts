import { describe, expect, it } from 'vitest';
import { fileWith } from '../../test/fixtures/run-callgate.ts';
import { parsePerson } from './parse-person.ts';

describe('the person of a replay', () => {
  it('approves everything', () => {
    expect(parsePerson('all').approves('s', 'c')).toBe(true);
  });

  it('refuses the calls of an attacker, in every labels file', () => {
    const files = [
      fileWith(JSON.stringify({ one: { suite: 's', attack: ['a'] } })),
      fileWith(JSON.stringify({ two: { suite: 's', attack: ['b'] } })),
    ];
    const person = parsePerson(`except:${files.join(',')}`);
    expect(
      [
        ['one', 'a'],
        ['one', 'b'],
        ['two', 'b'],
        ['three', 'a'],
      ].map(([session = '', call = '']) => person.approves(session, call)),
    ).toEqual([false, true, false, true]);
  });

  it('is not guessed', () => {
    for (const written of ['', 'none', 'except:', 'All'])
      expect(() => parsePerson(written)).toThrow(/^--approve: unknown value/);
  });
});
