import { expect, it } from 'vitest';
import { readKeys } from './read-keys.ts';

const names = (text: string): readonly string[] =>
  readKeys(text).map((key) => (key.key === 'text' ? `'${key.text}'` : key.key));

it('takes what a terminal sends apart into keys, however much comes at once', () => {
  expect(names('ja\r')).toEqual(["'j'", "'a'", 'enter']);
  expect(names('\u001B[A\u001BOB\u001B[6~\u001B[H')).toEqual(['up', 'down', 'page-down', 'home']);
  expect(names('\u001B')).toEqual(['escape']);
  expect(names('\u007F\u0003')).toEqual(['backspace', 'interrupt']);
  expect(names('é日🦊')).toEqual(["'é'", "'日'", "'🦊'"]);
});

it('takes sequences and control characters that nobody knows for no key at all', () => {
  expect(names('\u001B[200~y\u001B[201~')).toEqual(["'y'"]);
  expect(names('\u0001\u009B\t')).toEqual([]);
});
