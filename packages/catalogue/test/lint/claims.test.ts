import { RULES } from '@callgate/catalogue/lint';
import type { Json, JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { GOOD, READ, WRITE, found, hints, lint, takes, tool } from './linted.ts';

it('has nothing to say about tools that say what is so', () => {
  expect(lint(GOOD)).toEqual([]);
});

it('says of every rule what it finds, why that matters and what it would change', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  for (const { id, title, explanation } of RULES) {
    expect(id).toMatch(/^[a-z]+\/[a-z-]+$/u);
    expect(title).toMatch(/^[A-Z`].*\.$/u);
    expect(explanation.length).toBeGreaterThan(60);
  }
});

describe('what is not said', () => {
  it('is asked for, with what the definition shows', () => {
    const [missing] = found('hints/missing', tool('delete_note', 'Delete a note'));
    expect(missing).toMatchObject({
      tool: 'delete_note',
      path: ['annotations', 'readOnlyHint'],
      fix: { path: ['annotations', 'readOnlyHint'], value: false },
    });
    expect(missing?.help).toContain('delete');
  });

  it('is not guessed where nothing shows it', () => {
    const [missing] = found('hints/missing', tool('frobnicate', 'Frobnicates'));
    expect(missing?.fix).toBeUndefined();
  });

  it('is not asked for where it means nothing', () => {
    const paths = (annotations: JsonObject): readonly unknown[] =>
      found('hints/incomplete', tool('get_note', 'Get a note', hints(annotations))).map(
        ({ path }) => path[1],
      );
    expect(paths({ readOnlyHint: true })).toEqual(['openWorldHint']);
    expect(paths({ readOnlyHint: false })).toEqual(['destructiveHint', 'idempotentHint', 'openWorldHint']);
  });

  it('may be the title or the description', () => {
    expect(found('text/title-missing', { ...tool('getNote', 'Get a note'), title: '' })[0]?.fix?.value).toBe(
      'Get note',
    );
    expect(found('text/title-missing', { name: 'x', annotations: { title: 'X' } })).toEqual([]);
    expect(found('text/description-missing', { name: 'x' })).toHaveLength(1);
    expect(found('text/description-missing', ...GOOD)).toEqual([]);
  });
});

describe('what is said against the evidence', () => {
  it.each<[string, JsonObject, string, Json]>([
    [
      'a deletion that is no change',
      tool('delete_note', 'Delete a note', hints(READ)),
      'readOnlyHint',
      false,
    ],
    ['one in German', tool('notiz_löschen', 'Löscht eine Notiz', hints(READ)), 'readOnlyHint', false],
    [
      'a removal that destroys nothing',
      tool('purge_logs', 'Purge all logs', hints(WRITE)),
      'destructiveHint',
      true,
    ],
    [
      'sending twice as sending once',
      tool('send_mail', 'Send a mail', hints({ ...WRITE, idempotentHint: true })),
      'idempotentHint',
      false,
    ],
    [
      'a request that changes',
      tool('note', 'Makes a DELETE request to /notes/{id}, to remove the note', hints(READ)),
      'readOnlyHint',
      false,
    ],
    [
      'a read that writes a file',
      tool('take_picture', 'Take a picture', {
        ...hints(READ),
        ...takes({ outputPath: { type: 'string', description: 'Where to save the file' } }),
      }),
      'readOnlyHint',
      false,
    ],
    [
      'a closed world that is given an address',
      tool('fetch_page', 'Fetch a page', { ...hints(READ), ...takes({ url: { type: 'string' } }) }),
      'openWorldHint',
      true,
    ],
  ])('%s', (_, definition, key, value) => {
    const findings = found('hints/contradicted', definition);
    expect(findings.map(({ fix }) => fix)).toEqual([{ path: ['annotations', key], value }]);
  });

  it.each([
    tool('get_deleted_notes', 'List deleted notes', hints(READ)),
    tool('deploy_plan', 'Deploy plan: shows what would be deployed (dry run)', hints(READ)),
    tool('open_nodes', 'Open nodes by name', hints(READ)),
    tool(
      'create_directory',
      'Create a directory or ensure that it exists',
      hints({ ...WRITE, idempotentHint: true }),
    ),
    tool('remove_from_favorites', 'Remove a note from the favorites', hints(WRITE)),
    tool('validate_update', 'Validate an update', hints(READ)),
  ])('is not held against $name', (definition) => {
    expect(found('hints/contradicted', definition)).toEqual([]);
  });

  it('counts for hints of drafts too', () => {
    const definition = tool(
      'get_password',
      'Returns the password of a user',
      hints(READ, { sensitiveDataHint: false }),
    );
    expect(found('hints/contradicted', definition)[0]?.fix).toEqual({
      path: ['_meta', 'sensitiveDataHint'],
      value: true,
    });
  });

  it('is only noted where it asks for too much care', () => {
    const [note] = found('hints/too-strict', tool('get_note', 'Get a note by its id', hints(WRITE)));
    expect(note).toMatchObject({ severity: 'note', fix: { value: true } });
  });
});

describe('idempotent', () => {
  it('does not make a write a read', () => {
    const definition = tool('update_note', 'Update a note', hints({ ...READ, idempotentHint: true }));
    expect(found('hints/idempotent-as-read-only', definition)[0]?.fix?.value).toBe(false);
    expect(found('hints/contradicted', definition)).toEqual([]);
  });

  it('does not say that a tool only reads', () => {
    const definition = tool('get_note', 'Get a note by its id', hints({ idempotentHint: true }));
    expect(found('hints/idempotent-as-read-only', definition)[0]?.fix?.value).toBe(true);
    const both = tool('get_note', 'Get a note by its id', hints({ ...READ, idempotentHint: true }));
    expect(found('hints/idempotent-as-read-only', both)).toEqual([]);
  });
});

describe('the worst call', () => {
  const action = (...choices: string[]): JsonObject => takes({ action: { type: 'string', enum: choices } });

  it('counts where an argument chooses', () => {
    const findings = found(
      'hints/worst-case',
      tool('notes', 'Work with notes', { ...hints(READ), ...action('list', 'delete') }),
    );
    expect(findings[0]?.message).toContain('`action` can be `delete`');
    const destroys = { ...hints(WRITE), ...action('create', 'delete') };
    expect(found('hints/worst-case', tool('notes', 'Work with notes', destroys))[0]?.fix).toEqual({
      path: ['annotations', 'destructiveHint'],
      value: true,
    });
  });

  it('counts where code is run', () => {
    const runs = (text: string): JsonObject => ({
      ...hints(READ),
      ...takes({ code: { type: 'string', description: text } }),
    });
    expect(found('hints/worst-case', tool('evaluate', 'Evaluate', runs('Code to execute')))).toHaveLength(1);
    expect(found('hints/worst-case', tool('check', 'Check code', runs('Code to look at')))).toEqual([]);
    expect(
      found('hints/worst-case', tool('run', 'Run in a read-only sandbox', runs('Code to execute'))),
    ).toEqual([]);
  });

  it('is declared, or every choice only reads', () => {
    expect(
      found('hints/worst-case', tool('notes', 'Notes', { ...hints(READ), ...action('list', 'get') })),
    ).toEqual([]);
    expect(
      found(
        'hints/worst-case',
        tool('notes', 'Notes', { ...hints(READ), ...action('list', 'deleteStatus') }),
      ),
    ).toEqual([]);
    const honest = { ...WRITE, destructiveHint: true };
    expect(
      found('hints/worst-case', tool('notes', 'Notes', { ...hints(honest), ...action('list', 'delete') })),
    ).toEqual([]);
  });
});

describe('claims that cannot be believed', () => {
  it('exclude each other', () => {
    const [conflict] = found(
      'hints/conflicting',
      tool('x', 'Does x', hints({ readOnlyHint: true, destructiveHint: true })),
    );
    expect(conflict).toMatchObject({
      severity: 'error',
      fix: { path: ['annotations', 'readOnlyHint'], value: false },
    });
  });

  it('are of the wrong type', () => {
    const fixes = (definition: JsonObject): readonly unknown[] =>
      found('hints/malformed', tool('x', 'Does x', definition)).map(({ fix }) => fix);
    expect(fixes({ annotations: null })).toEqual([{ path: ['annotations'] }]);
    expect(fixes(hints({ destructiveHint: 'true' }))).toEqual([
      { path: ['annotations', 'destructiveHint'], value: true },
    ]);
    expect(fixes(hints({ openWorldHint: 7 }))).toEqual([{ path: ['annotations', 'openWorldHint'] }]);
    expect(fixes(hints({ riskLevel: 'hgih' }))).toEqual([{ path: ['annotations', 'riskLevel'] }]);
  });

  it('are not meant as claims', () => {
    expect(found('hints/malformed', tool('x', 'Does x', hints({ category: 'navigation' })))).toEqual([]);
    expect(found('home/stripped', tool('x', 'Does x', hints({ category: 'navigation' })))).toEqual([]);
  });

  it.each(['readOnly', 'readonlyHint', 'read_only_hint', 'readOnlHint'])('are called %s', (key) => {
    expect(found('hints/unknown-key', tool('x', 'Does x', hints({ [key]: false })))[0]?.fix).toEqual({
      path: ['annotations', 'readOnlyHint'],
      value: false,
    });
  });

  it('stand where nobody looks', () => {
    expect(found('home/elsewhere', tool('x', 'Does x', { readOnlyHint: false }))[0]?.fix?.path).toEqual([
      'annotations',
      'readOnlyHint',
    ]);
    expect(
      found('home/elsewhere', tool('x', 'Does x', { _meta: { openWorldHint: true } }))[0]?.fix?.path,
    ).toEqual(['annotations', 'openWorldHint']);
    expect(
      found('home/elsewhere', tool('x', 'Does x', hints({ openWorldHint: true }, { agencyHint: true }))),
    ).toEqual([]);
  });

  it('stand where SDKs drop them', () => {
    expect(found('home/stripped', tool('x', 'Does x', hints({ agencyHint: true })))[0]?.fix).toEqual({
      path: ['_meta', 'agencyHint'],
      value: true,
    });
    expect(
      found('home/stripped', tool('x', 'Does x', hints({ agencyHint: true }, { agencyHint: true }))),
    ).toEqual([]);
    expect(found('home/stripped', ...GOOD)).toEqual([]);
  });
});

it('wants one word about the open world of one server', () => {
  const open = (name: string, openWorldHint: boolean): JsonObject =>
    tool(name, 'Works on issues', hints({ openWorldHint }));
  const names = ['get_issue', 'list_issues', 'create_issue', 'close_issue', 'get_user'];
  const closed = names.map((name) => open(name, false));
  const [finding, ...more] = found('hints/open-world-inconsistent', ...closed, open('update_issue', true));
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ tool: null, path: ['tools', 5, 'annotations', 'openWorldHint'] });
  expect(found('hints/open-world-inconsistent', ...closed, open('search_web', true))).toEqual([]);
});

describe('whoever runs it', () => {
  it('may change what a rule weighs, or switch it off', () => {
    const definition = tool('x', 'Does x');
    expect(lint([definition], { rules: { 'hints/missing': 'error' } })[0]).toMatchObject({
      rule: 'hints/missing',
      severity: 'error',
    });
    expect(lint([definition], { rules: { 'hints/missing': 'off' } }).map(({ rule }) => rule)).not.toContain(
      'hints/missing',
    );
  });

  it('is told of a rule that there is not', () => {
    expect(() => lint([], { rules: { 'hints/mising': 'off' } })).toThrow(/there is no rule/u);
  });
});

it('says something about definitions that are none', () => {
  for (const definition of [
    {},
    { name: 7 },
    { name: 'x', annotations: [], _meta: 'y', inputSchema: null },
    { annotations: { modelPreferences: 3 } },
  ])
    expect(lint([definition]).length).toBeGreaterThan(0);
  expect(found('text/description-missing', { title: 'x' })[0]).toMatchObject({
    tool: null,
    path: ['tools', 0, 'description'],
  });
});
