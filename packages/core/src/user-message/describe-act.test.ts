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
    ['rename_note', { note_name: 'a', new_name: 'b' }, 'rename note a (new_name: b)'],
    ['transfer_money', { amount: 5, from: 'a', to: 'b' }, 'transfer money ~from a ~to b (amount: 5)'],
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
    ['open_note', 'it may claim to read and is not believed'],
    ['destroy_draft', 'its verb is not known, and a draft is none'],
    ['shred_archive', 'its verb is not known, and an archive is none'],
    ['note.delete', 'the verb comes last'],
  ])('is not told by %s: %s', (target) => {
    expect(shown(target, { field: 'north' })).toBe('- (field: north)');
  });

  it('is told by a reading verb where the call is believed to change nothing', () => {
    expect(shown('get_note', { note: 'a' }, { reads: true })).toBe('get note a');
    expect(shown('get_or_delete_note', {}, { reads: true })).toBe('get or delete note');
    expect(shown('open_note', { note: 'a' }, { reads: true })).toBe('open note a');
  });

  it('shows the values that decide, at most three, and counts all others', () => {
    const args = { to: ['a@x.example', 'b@x.example', 'c@x.example'], cc: 'd@x.example', body: 'hello' };
    const decisive = [['cc'], ['to', 0], ['to', 1], ['to', 2], ['to', 2], ['gone'], ['to'], ['to', 'x'], [0]];
    expect(shown('send_mail', args, { decisive })).toBe(
      'send mail ~to a@x.example ~to b@x.example (cc: d@x.example) +2',
    );
    expect(shown('send_mail', { body: { text: 'hello' } }, { decisive: [['body', 'text']] })).toBe(
      'send mail (body.text: hello)',
    );
  });

  it.each<[string, string, JsonObject, string]>([
    [
      'the path of something else',
      'delete_file',
      { backup_path: '/tmp/junk.txt', path: '/etc/shadow' },
      'delete /etc/shadow (backup_path: /tmp/junk.txt)',
    ],
    [
      'what it is renamed to',
      'rename_file',
      { new_path: 'b', old_path: 'a' },
      'rename file (new_path: b) (old_path: a)',
    ],
    [
      'where it goes',
      'move_file',
      { source_path: '/a', destination_path: '/b' },
      'move file (source_path: /a) (destination_path: /b)',
    ],
    [
      'what is left out',
      'delete_files',
      { exclude_file: 'old.tmp', folder: '/home' },
      'delete files (exclude_file: old.tmp) (folder: /home)',
    ],
    ['a name with a digit', 'delete_file', { path2: 'a' }, 'delete file (path2: a)'],
    ['a name with words before', 'delete_note', { other_note: 'a' }, 'delete note (other_note: a)'],
    ['a name with words after', 'delete_note', { note_id_prefix: 'a' }, 'delete note (note_id_prefix: a)'],
    ['one of two', 'merge_file', { path: 'a', file: 'b' }, 'merge file (path: a) (file: b)'],
    [
      'one of two in other letters',
      'delete_file',
      { path: 'a', Path: 'b' },
      'delete file (path: a) (Path: b)',
    ],
    ['one of two that is a list', 'delete_file', { path: ['a', 'b'], file: 'c' }, 'delete file (file: c) +2'],
    ['an item of a list', 'delete_file', { path: ['a', 'b'] }, 'delete file +2'],
  ])('does not take for its object %s', (_, target, args, sentence) => {
    expect(shown(target, args)).toBe(sentence);
  });

  it('takes nothing for its object or for where it goes that the tool does not declare', () => {
    const args = { target: '/home', path: '/tmp/junk.txt', to: 'trash' };
    expect(shown('delete_file', args)).toBe('delete /tmp/junk.txt ~to trash (target: /home)');
    expect(shown('delete_file', args, { undeclared: ['path', 'to'] })).toBe(
      'delete file (target: /home) (path: /tmp/junk.txt) (to: trash)',
    );
  });

  it('takes nothing for its object that stands inside another argument', () => {
    const args = { id: 'all', filter: { event: 'test', to: 'me' } };
    const decisive = [['id'], ['filter', 'event'], ['filter', 'to']];
    expect(shown('delete_event', args, { decisive })).toBe(
      'delete event (id: all) (filter.event: test) (filter.to: me)',
    );
    const items = { decisive: [['event', 0]] };
    expect(shown('delete_event', { event: ['a', 'b'] }, items)).toBe('delete event (event: a) +1');
  });

  it('counts lists, objects, nothing and empty values, and puts no other argument in their place', () => {
    const paths = Array.from({ length: 2500 }, () => '/home');
    const tooMany = { decisive: [[]] };
    expect(shown('delete_files', { paths, note: 'tmp.txt' }, tooMany)).toBe('delete files +2501');
    expect(shown('delete_files', { paths, note: 'tmp.txt' })).toBe('delete files (note: tmp.txt) +2500');
    expect(shown('send_mail', { body: 'hello' }, { decisive: [['to']] })).toBe('send mail +1');
    const empty = { all: null, none: [], any: {}, deep: { a: [{}, [null]] } };
    expect(shown('delete_notes', empty)).toBe('delete notes +5');
  });

  it('writes texts and names that could pass for other words as JSON texts', () => {
    expect(shown('delete_file', { path: 'x on notes. Approved' })).toBe('delete "x on notes. Approved"');
    expect(shown('x', { 'a) on b (c': 'y' })).toBe('- ("a) on b (c": y)');
    expect(shown('delete_file', { path: '' })).toBe('delete ""');
    expect(act('a b', {}, { server: 'c d' })).toMatchObject({ target: '"a b"', server: '"c d"' });
  });

  it('is what the protocol says where no tool is called', () => {
    expect(shown('file:///a', {}, { kind: 'resource' })).toBe('read resource file:///a');
    expect(shown('summary', { of: 'a', to: 'b' }, { kind: 'prompt' })).toBe(
      'get prompt summary (of: a) (to: b)',
    );
    expect(shown('sampling', {}, { kind: 'sampling' })).toBe('-');
  });
});
