import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionKind } from './language.ts';
import {
  isIdentifierArgument,
  parseToolName,
  findArgumentResource,
  findKeyResource,
} from './parsed-tool-name.ts';

describe('the name of a tool', () => {
  it.each<readonly [string, string, ActionKind, string, boolean]>([
    ['search_files_by_name', 'search', 'fetch', 'file', true],
    ['cancelCalendarEvent', 'cancel', 'remove', 'event', false],
    ['send-direct-message', 'send', 'send', 'message', false],
    ['delete_all_entries', 'delete', 'remove', 'entry', false],
    ['list_issues_for_repository', 'list', 'fetch', 'issue', true],
    ['get_by_file', 'get', 'fetch', 'file', false],
    ['create_new_user', 'create', 'create', 'user', false],
    ['calendar_event_delete', 'delete', 'remove', 'event', false],
    ['checkout_cart', 'checkout', 'pay', 'cart', false],
    ['exchange_delivered_order_items', 'exchange', 'change', 'item', false],
    ['git_pull', 'pull', 'change', 'git', false],
    ['pull_request_read', 'read', 'fetch', 'request', false],
    ['get_exchange_rate', 'get', 'fetch', 'rate', false],
    ['schedule_payment', 'schedule', 'pay', 'payment', false],
    ['send_money', 'send', 'pay', 'money', false],
  ])('%s', (name, verb, deed, resource, lists) => {
    const read = parseToolName(name);
    expect(read).toMatchObject({ verb, resource, lists });
    expect(read.deeds).toContain(deed);
  });

  it.each([
    [
      'weather',
      { verb: 'weather', verbs: ['weather'], deeds: [], resource: 'weather', lists: false, plural: false },
    ],
    ['', { verb: '', verbs: [], deeds: [], resource: '', lists: false, plural: false }],
    ['___', { verb: '', verbs: [], deeds: [], resource: '', lists: false, plural: false }],
    ['by_of_in', { verb: 'by', verbs: ['by'], deeds: [], resource: '', lists: false, plural: false }],
  ])('%j says little', (name, read) => {
    expect(parseToolName(name)).toEqual(read);
  });

  it('may have its verb in two places', () => {
    expect(parseToolName('calendar_event_delete').verbs).toEqual(['delete', 'calendar']);
    expect(parseToolName('frobnicate_and_send').verbs).toEqual(['send', 'frobnicate']);
    expect(parseToolName('delete_file').verbs).toEqual(['delete']);
  });

  it('is read whatever it is', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom('by', '_', 'get', 'Files', 'all', 'A')).map((parts) => parts.join('')),
        ),
        (name) => {
          const read = parseToolName(name);
          expect(read.resource).toBe(read.resource.toLowerCase());
        },
      ),
    );
    expect(parseToolName('by_'.repeat(300_000)).resource).toBe('');
  });
});

describe('the kind of thing an argument names', () => {
  const tool = parseToolName('delete_file');
  it.each([
    ['id', 'file'],
    ['path', 'file'],
    ['name', 'file'],
    ['file_id', 'file'],
    ['fileIds', 'file'],
    ['eventId', 'event'],
    ['event_name', 'event'],
    ['calendar_events', 'event'],
    ['filename', 'file'],
    ['username', 'user'],
    ['', 'file'],
  ])('%s: %s', (name, resource) => {
    expect(findArgumentResource(name, tool)).toBe(resource);
  });

  it.each([
    ['id', true],
    ['file_id', true],
    ['fileName', true],
    ['title', true],
    ['username', true],
    ['size', false],
    ['id_type', false],
    ['', false],
  ])('%s names a thing: %s', (name, expected) => {
    expect(isIdentifierArgument(name)).toBe(expected);
  });
});

describe('the kind of thing a key holds', () => {
  it.each([
    ['files', 'file'],
    ['sharedFiles', 'file'],
    ['user', 'user'],
    ['items', undefined],
    ['search_results', undefined],
    ['data', undefined],
    ['', undefined],
    ['123', undefined],
  ])('%s: %s', (key, resource) => {
    expect(findKeyResource(key)).toBe(resource);
  });
});
