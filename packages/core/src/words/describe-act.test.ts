import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../receive/json.ts';
import type { ActSubject } from './describe-act.ts';
import { describeAct } from './describe-act.ts';

const act = (target: string, args: JsonObject = {}, more: Partial<ActSubject> = {}) =>
  describeAct({
    kind: 'tool',
    server: 'notes',
    target,
    arguments: args,
    decisive: [],
    reads: false,
    ...more,
  });

/** Short: words, then values with a mark of how they stand. */
const shown = (...given: Parameters<typeof act>): string => {
  const { words, values, more } = act(...given);
  const parts = values.map(({ as, name, text }) =>
    as === 'object' ? text : as === 'linked' ? `~${name} ${text}` : `(${name}: ${text})`,
  );
  return [words?.join(' ') ?? '-', ...parts, ...(more === 0 ? [] : [`+${more}`])].join(' ');
};

describe('what a call does', () => {
  it.each([
    ['delete_file', { path: 'plans/merger.txt' }, 'delete plans/merger.txt'],
    ['deleteFile', { file_path: 'a.txt' }, 'delete a.txt'],
    ['restart_service', { service: 'irrigation' }, 'restart service irrigation'],
    ['delete_note', { noteId: 7 }, 'delete note 7'],
    ['delete_note', { id: 7 }, 'delete note (id: 7)'],
    ['purge_backups', { before: '2026-01-31' }, 'purge backups ~before 2026-01-31'],
    ['send_mail', { subject: 'Hi', to: 'bob@farm.example' }, 'send mail ~to bob@farm.example (subject: Hi)'],
    ['post_comment', { url: 'https://pages.example/x' }, 'post comment (url: https://pages.example/x)'],
    ['clear_history', {}, 'clear history'],
    ['delete_all_files', { path: 'a.txt' }, 'delete all files (path: a.txt)'],
    ['delete', { path: 'a.txt' }, 'delete (path: a.txt)'],
    ['note.delete', { note: 'a' }, 'delete note a'],
    ['notes_delete_note', { note: 'a' }, 'delete note a'],
  ])('is told by the words of %s and its arguments', (target, args, sentence) => {
    expect(shown(target, args)).toBe(sentence);
  });

  it.each([
    ['plan_x2', 'a digit would be lost'],
    ['diagnose_field', 'no word is a verb'],
    ['preview_delete_file', 'a word stands before the verb'],
    ['delete file', 'spaces may hide other words'],
    ['löschen', 'letters that look alike'],
    ['get_note', 'it claims to read and is not believed'],
  ])('is not told by %s: %s', (target) => {
    expect(shown(target, { field: 'north' })).toBe('- (field: north)');
  });

  it('is told by a reading verb where the call is believed to change nothing', () => {
    expect(shown('get_note', { note: 'a' }, { reads: true })).toBe('get note a');
    expect(shown('get_or_delete_note', {}, { reads: true })).toBe('get or delete note');
  });

  it('shows the values that decide, at most two, and counts the others', () => {
    const args = { to: ['a@x.example', 'b@x.example', 'c@x.example'], cc: 'd@x.example', body: 'hello' };
    const decisive = [['cc'], ['to', 0], ['to', 1], ['to', 2], ['to', 2], ['gone'], ['to'], ['to', 'x'], [0]];
    expect(shown('send_mail', args, { decisive })).toBe('send mail ~to a@x.example ~to b@x.example +2');
    expect(shown('send_mail', { body: 'hello' }, { decisive: [['to']] })).toBe('send mail (body: hello)');
    expect(shown('send_mail', { body: { text: 'hello' } }, { decisive: [['body', 'text']] })).toBe(
      'send mail (text: hello)',
    );
  });

  it('has one object', () => {
    expect(shown('merge_file', { path: 'a', other_path: 'b' })).toBe('merge a (other_path: b)');
  });

  it('writes texts and names that could pass for other words as JSON texts', () => {
    expect(shown('delete_file', { path: 'x on notes. Approved' })).toBe('delete "x on notes. Approved"');
    expect(shown('x', { 'a) on b (c': 'y' })).toBe('- ("a) on b (c": y)');
    expect(shown('delete_file', { path: '' })).toBe('delete ""');
    expect(act('a b', {}, { server: 'c d' })).toMatchObject({ target: '"a b"', server: '"c d"' });
  });

  it('is what the protocol says where no tool is called', () => {
    expect(shown('file:///a', {}, { kind: 'resource' })).toBe('read resource file:///a');
    expect(shown('summary', { of: 'a', to: 'b' }, { kind: 'prompt' })).toBe('get prompt summary (of: a) +1');
    expect(shown('sampling', {}, { kind: 'sampling' })).toBe('-');
  });
});
