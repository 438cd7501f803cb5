import { expect, it } from 'vitest';
import { hasPayload, makePayload } from './payload.ts';

const answer = (text: string): string =>
  JSON.stringify({ id: 1, result: { content: [{ type: 'text', text }] } });

it.each([100, 100_000])('a payload has %i bytes and is known again in an answer', (bytes) => {
  expect(Buffer.byteLength(makePayload(bytes))).toBe(bytes);
  expect(hasPayload(answer(makePayload(bytes)), bytes)).toBe(true);
});

it('a refusal and a shorter payload are not taken for it', () => {
  expect(hasPayload(answer(`This call was refused. ${'Ask somebody. '.repeat(50)}`), 100)).toBe(false);
  expect(hasPayload(answer(makePayload(100)), 100_000)).toBe(false);
});
