import { expect, it } from 'vitest';
import type { Reply } from '../wire/json-rpc.ts';
import type { DenialPlace } from './explain-denial.ts';
import { explainDenial } from './explain-denial.ts';

const TIGHT: DenialPlace = { writes: false, network: false, refusesRights: false, onCopies: false };

const failed = (text: string, isError = true): Reply => ({
  type: 'result',
  result: { content: [{ type: 'text', text }], isError },
});

const noteOf = (text: string, place: Partial<DenialPlace> = {}): unknown => {
  const reply = explainDenial(failed(text), { ...TIGHT, ...place });
  return reply.type === 'result' ? (reply.result['content'] as { text: string }[])[1]?.text : undefined;
};

it.each<readonly [string, string, Partial<DenialPlace>]>([
  ["EROFS: read-only file system, open '/notes/a'", 'changes no files', {}],
  ['[Errno 30] Read-only file system', 'outside of its folders', { writes: true }],
  ['getaddrinfo EAI_AGAIN example.com', 'has no network', {}],
  ['[Errno -3] Temporary failure in name resolution', 'has no network', {}],
  ['curl: (6) Could not resolve host: x', 'has no network', {}],
  ['EACCES: permission denied', 'changes no files', { refusesRights: true }],
  ["EXDEV: cross-device link not permitted, rename 'a'", 'renamed', { onCopies: true, writes: true }],
])('an error that the sandbox makes is explained: %s', (text, note, place) => {
  expect(noteOf(text, place)).toContain('Blocked by contract');
  expect(noteOf(text, place)).toContain(note);
});

it('other errors, and what only tells of one, stay as they are', () => {
  expect(noteOf('no such file')).toBeUndefined();
  expect(noteOf('EACCES: permission denied')).toBeUndefined();
  expect(noteOf('getaddrinfo ENOTFOUND example.com', { network: true })).toBeUndefined();
  expect(noteOf('EXDEV: cross-device link')).toBeUndefined();
  const fine = failed('the manual says EROFS', false);
  expect(explainDenial(fine, TIGHT)).toBe(fine);
  for (const result of [
    { isError: true },
    { isError: true, content: 'EROFS' },
    { isError: true, content: [1] },
  ]) {
    const odd: Reply = { type: 'result', result };
    expect(explainDenial(odd, TIGHT)).toBe(odd);
  }
});

it('an error of the protocol is explained too, with its code', () => {
  expect(explainDenial({ type: 'error', code: -5, message: 'EROFS' }, TIGHT)).toEqual({
    type: 'error',
    code: -5,
    message: expect.stringContaining('EROFS [Blocked by contract'),
  });
});
