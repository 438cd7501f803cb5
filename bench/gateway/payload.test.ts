import { expect, it } from 'vitest';
import { carriesPayload, payload } from './payload.ts';

const answer = (text: string): string =>
  JSON.stringify({ id: 1, result: { content: [{ type: 'text', text }] } });

it.each([100, 100_000])('a payload has %i bytes and is known again in an answer', (bytes) => {
  expect(Buffer.byteLength(payload(bytes))).toBe(bytes);
  expect(carriesPayload(answer(payload(bytes)), bytes)).toBe(true);
});

it('a refusal and a shorter payload are not taken for it', () => {
  expect(carriesPayload(answer(`This call was refused. ${'Ask somebody. '.repeat(50)}`), 100)).toBe(false);
  expect(carriesPayload(answer(payload(100)), 100_000)).toBe(false);
});
