import { describe, expect, it } from 'vitest';
import { DESTROYS, READS, SENDS, WRITES, makeTracedTool } from '../../test/make-traced-tool.ts';
import type { JsonObject } from '../receive/json.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import { ROLE_WORDS } from '../vocabulary/role-words.ts';

const TEXT = { type: 'string' };

const rolesOf = (
  tool: string,
  annotations: JsonObject,
  names: readonly string[],
  schema: JsonObject = TEXT,
): readonly ArgumentRole[] => {
  const properties = Object.fromEntries(names.map((name) => [name, schema]));
  const { places } = makeTracedTool(tool, { annotations, properties });
  return names.map((name) => places.roleAt([name]));
};

const wordsOf = (kind: 'text' | 'paging' | 'format'): readonly string[] =>
  ROLE_WORDS.flatMap(({ classes }) => classes[kind].split(/\s+/));

describe('a text called like the thing a tool acts on', () => {
  it.each([
    ['delete_note', DESTROYS, ['note']],
    ['note_delete', DESTROYS, ['note']],
    ['message_delete', DESTROYS, ['message']],
    ['approve_comment', WRITES, ['comment']],
    ['pinMessages', WRITES, ['message']],
    ['cancel_order', DESTROYS, ['order']],
    ['approve_batch', WRITES, ['batch']],
  ])('is an object: %s', (name, annotations, names) => {
    expect(rolesOf(name, annotations, names)).toEqual(['object']);
  });

  it('is an object where another text is what it is changed to', () => {
    expect(rolesOf('update_note', WRITES, ['note', 'text'])).toEqual(['object', 'payload']);
    expect(rolesOf('update_note', WRITES, ['note'])).toEqual(['payload']);
    expect(rolesOf('set_description', WRITES, ['issue_id', 'description'])).toEqual(['object', 'payload']);
    expect(rolesOf('set_description', WRITES, ['issue_id', 'description', 'text'])).toEqual([
      'object',
      'payload',
      'payload',
    ]);
  });

  it('is content where it is made or sent, or where something else says which thing is meant', () => {
    expect(rolesOf('add_note', WRITES, ['note'])).toEqual(['payload']);
    expect(rolesOf('send_message', SENDS, ['to', 'message'])).toEqual(['destination', 'payload']);
    expect(rolesOf('resolve_comment', WRITES, ['comment_id', 'comment'])).toEqual(['object', 'payload']);
    expect(rolesOf('translate_text', WRITES, ['text'])).toEqual(['payload']);
    expect(rolesOf('comment', WRITES, ['comment'])).toEqual(['payload']);
  });

  it('is what is looked for where the tool only reads', () => {
    expect(rolesOf('find_note', READS, ['note'])).toEqual(['payload']);
  });

  it('keeps the role that the server or the operator says', () => {
    const parts = { annotations: DESTROYS, properties: { note: TEXT } };
    expect(
      makeTracedTool('delete_note', { ...parts, roles: { note: 'payload' } }).places.roleAt(['note']),
    ).toBe('payload');
  });
});

describe('a text of a tool that destroys', () => {
  it('says what is destroyed where no other argument does', () => {
    expect(rolesOf('delete_note', DESTROYS, ['title'])).toEqual(['critical']);
    expect(rolesOf('delete_event', DESTROYS, ['summary', 'reason'])).toEqual(['critical', 'critical']);
    expect(rolesOf('delete_message', DESTROYS, ['channel', 'text'])).toEqual(['destination', 'critical']);
    expect(rolesOf('overwrite', DESTROYS, ['text'])).toEqual(['critical']);
  });

  it('says it also where another argument only says where', () => {
    expect(rolesOf('delete_note', DESTROYS, ['folder', 'title', 'reason'])).toEqual([
      'object',
      'critical',
      'payload',
    ]);
  });

  it('says nothing of it beside what does, and where something is made', () => {
    expect(rolesOf('delete_event', DESTROYS, ['event_id', 'title'])).toEqual(['object', 'payload']);
    expect(rolesOf('update_page', DESTROYS, ['page_id', 'title'])).toEqual(['object', 'payload']);
    expect(rolesOf('create_note', DESTROYS, ['title', 'text'])).toEqual(['payload', 'payload']);
  });

  it('is never free, whatever it is called', () => {
    for (const word of [...wordsOf('text'), ...wordsOf('paging'), ...wordsOf('format')])
      expect([word, rolesOf(`delete_${word}`, DESTROYS, [word])]).not.toEqual([word, ['payload']]);
  });
});

describe('what shapes an answer', () => {
  const NUMBER = { type: 'number' };

  it('decides in a tool that changes things', () => {
    for (const word of [...wordsOf('paging'), ...wordsOf('format')])
      expect([word, rolesOf(`set_${word}`, WRITES, [word], NUMBER)]).toEqual([word, ['critical']]);
    expect(rolesOf('send_payment', SENDS, ['unit'])).toEqual(['critical']);
    expect(rolesOf('share_file', SENDS, ['right'], { enum: ['read', 'owner'] })).toEqual(['critical']);
    expect(rolesOf('create_file', WRITES, ['next_token'])).toEqual(['critical']);
  });

  it('is free in one that only reads', () => {
    expect(rolesOf('list_files', READS, ['limit', 'offset'], NUMBER)).toEqual(['payload', 'payload']);
    expect(rolesOf('list_files', READS, ['format', 'sort_order', 'next_token'])).toEqual([
      'payload',
      'payload',
      'payload',
    ]);
  });
});

describe('a switch that shows more or less', () => {
  const FLAG = { type: 'boolean' };
  const ODD = `omit_approval exclude_checks exclude_auth with_root with_sudo with_admin with_write_access show_publicly
    include_everyone show_to_everyone with_owner_role include_billing with_delete`;

  it('decides where it says anything but what is shown', () => {
    for (const name of ODD.split(/\s+/))
      for (const annotations of [READS, WRITES])
        expect([name, rolesOf('x', annotations, [name], FLAG)]).toEqual([name, ['critical']]);
  });

  it('is free where it only shows, in a tool that only reads', () => {
    for (const name of ['include_comments', 'with_images', 'show_details', 'include_metadata', 'skip']) {
      expect([name, rolesOf('x', READS, [name], FLAG)]).toEqual([name, ['payload']]);
      expect([name, rolesOf('x', WRITES, [name], FLAG)]).toEqual([name, ['critical']]);
    }
  });
});
