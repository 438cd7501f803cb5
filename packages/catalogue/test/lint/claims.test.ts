import { RULES } from '@callgate/catalogue/lint';
import type { Json, JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import {
  GOOD,
  READ,
  WRITE,
  findingsOf,
  withHints,
  lintDefinitions,
  withArguments,
  makeTool,
} from './lint-fixtures.ts';

it('has nothing to say about tools that say what is so', () => {
  expect(lintDefinitions(GOOD)).toEqual([]);
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
    const [missing] = findingsOf('hints/missing', makeTool('delete_note', 'Delete a note'));
    expect(missing).toMatchObject({
      tool: 'delete_note',
      path: ['annotations', 'readOnlyHint'],
      fix: { path: ['annotations', 'readOnlyHint'], value: false },
    });
    expect(missing?.help).toContain('delete');
  });

  it('is not guessed where nothing shows it', () => {
    const [missing] = findingsOf('hints/missing', makeTool('frobnicate', 'Frobnicates'));
    expect(missing?.fix).toBeUndefined();
  });

  it('is not asked for where it means nothing', () => {
    const paths = (annotations: JsonObject): readonly unknown[] =>
      findingsOf('hints/incomplete', makeTool('get_note', 'Get a note', withHints(annotations))).map(
        ({ path }) => path[1],
      );
    expect(paths({ readOnlyHint: true })).toEqual(['openWorldHint']);
    expect(paths({ readOnlyHint: false })).toEqual(['destructiveHint', 'idempotentHint', 'openWorldHint']);
  });

  it('may be the title or the description', () => {
    expect(
      findingsOf('text/title-missing', { ...makeTool('getNote', 'Get a note'), title: '' })[0]?.fix?.value,
    ).toBe('Get note');
    expect(findingsOf('text/title-missing', { name: 'x', annotations: { title: 'X' } })).toEqual([]);
    expect(findingsOf('text/description-missing', { name: 'x' })).toHaveLength(1);
    expect(findingsOf('text/description-missing', ...GOOD)).toEqual([]);
  });
});

describe('what is said against the evidence', () => {
  it.each<[string, JsonObject, string, Json]>([
    [
      'a deletion that is no change',
      makeTool('delete_note', 'Delete a note', withHints(READ)),
      'readOnlyHint',
      false,
    ],
    ['one in German', makeTool('notiz_löschen', 'Löscht eine Notiz', withHints(READ)), 'readOnlyHint', false],
    [
      'a removal that destroys nothing',
      makeTool('purge_logs', 'Purge all logs', withHints(WRITE)),
      'destructiveHint',
      true,
    ],
    [
      'sending twice as sending once',
      makeTool('send_mail', 'Send a mail', withHints({ ...WRITE, idempotentHint: true })),
      'idempotentHint',
      false,
    ],
    [
      'a request that changes',
      makeTool('note', 'Makes a DELETE request to /notes/{id}, to remove the note', withHints(READ)),
      'readOnlyHint',
      false,
    ],
    [
      'a read that writes a file',
      makeTool('take_picture', 'Take a picture', {
        ...withHints(READ),
        ...withArguments({ outputPath: { type: 'string', description: 'Where to save the file' } }),
      }),
      'readOnlyHint',
      false,
    ],
    [
      'a closed world that is given an address',
      makeTool('fetch_page', 'Fetch a page', {
        ...withHints(READ),
        ...withArguments({ url: { type: 'string' } }),
      }),
      'openWorldHint',
      true,
    ],
  ])('%s', (_, definition, key, value) => {
    const findings = findingsOf('hints/contradicted', definition);
    expect(findings.map(({ fix }) => fix)).toEqual([{ path: ['annotations', key], value }]);
  });

  it.each([
    makeTool('get_deleted_notes', 'List deleted notes', withHints(READ)),
    makeTool('deploy_plan', 'Deploy plan: shows what would be deployed (dry run)', withHints(READ)),
    makeTool('open_nodes', 'Open nodes by name', withHints(READ)),
    makeTool(
      'create_directory',
      'Create a directory or ensure that it exists',
      withHints({ ...WRITE, idempotentHint: true }),
    ),
    makeTool('remove_from_favorites', 'Remove a note from the favorites', withHints(WRITE)),
    makeTool('validate_update', 'Validate an update', withHints(READ)),
  ])('is not held against $name', (definition) => {
    expect(findingsOf('hints/contradicted', definition)).toEqual([]);
  });

  it('counts for hints of drafts too', () => {
    const definition = makeTool(
      'get_password',
      'Returns the password of a user',
      withHints(READ, { sensitiveDataHint: false }),
    );
    expect(findingsOf('hints/contradicted', definition)[0]?.fix).toEqual({
      path: ['_meta', 'sensitiveDataHint'],
      value: true,
    });
  });

  it('is only noted where it asks for too much care', () => {
    const [note] = findingsOf(
      'hints/too-strict',
      makeTool('get_note', 'Get a note by its id', withHints(WRITE)),
    );
    expect(note).toMatchObject({ severity: 'note', fix: { value: true } });
  });
});

describe('idempotent', () => {
  it('does not make a write a read', () => {
    const definition = makeTool('update_note', 'Update a note', withHints({ ...READ, idempotentHint: true }));
    expect(findingsOf('hints/idempotent-as-read-only', definition)[0]?.fix?.value).toBe(false);
    expect(findingsOf('hints/contradicted', definition)).toEqual([]);
  });

  it('does not say that a tool only reads', () => {
    const definition = makeTool('get_note', 'Get a note by its id', withHints({ idempotentHint: true }));
    expect(findingsOf('hints/idempotent-as-read-only', definition)[0]?.fix?.value).toBe(true);
    const both = makeTool('get_note', 'Get a note by its id', withHints({ ...READ, idempotentHint: true }));
    expect(findingsOf('hints/idempotent-as-read-only', both)).toEqual([]);
  });
});

describe('the worst call', () => {
  const action = (...choices: string[]): JsonObject =>
    withArguments({ action: { type: 'string', enum: choices } });

  it('counts where an argument chooses', () => {
    const findings = findingsOf(
      'hints/worst-case',
      makeTool('notes', 'Work with notes', { ...withHints(READ), ...action('list', 'delete') }),
    );
    expect(findings[0]?.message).toContain('`action` can be `delete`');
    const destroys = { ...withHints(WRITE), ...action('create', 'delete') };
    expect(findingsOf('hints/worst-case', makeTool('notes', 'Work with notes', destroys))[0]?.fix).toEqual({
      path: ['annotations', 'destructiveHint'],
      value: true,
    });
  });

  it('counts where code is run', () => {
    const runs = (text: string): JsonObject => ({
      ...withHints(READ),
      ...withArguments({ code: { type: 'string', description: text } }),
    });
    expect(
      findingsOf('hints/worst-case', makeTool('evaluate', 'Evaluate', runs('Code to execute'))),
    ).toHaveLength(1);
    expect(findingsOf('hints/worst-case', makeTool('check', 'Check code', runs('Code to look at')))).toEqual(
      [],
    );
    expect(
      findingsOf('hints/worst-case', makeTool('run', 'Run in a read-only sandbox', runs('Code to execute'))),
    ).toEqual([]);
  });

  it('is declared, or every choice only reads', () => {
    expect(
      findingsOf(
        'hints/worst-case',
        makeTool('notes', 'Notes', { ...withHints(READ), ...action('list', 'get') }),
      ),
    ).toEqual([]);
    expect(
      findingsOf(
        'hints/worst-case',
        makeTool('notes', 'Notes', { ...withHints(READ), ...action('list', 'deleteStatus') }),
      ),
    ).toEqual([]);
    const honest = { ...WRITE, destructiveHint: true };
    expect(
      findingsOf(
        'hints/worst-case',
        makeTool('notes', 'Notes', { ...withHints(honest), ...action('list', 'delete') }),
      ),
    ).toEqual([]);
  });
});

describe('claims that cannot be believed', () => {
  it('exclude each other', () => {
    const [conflict] = findingsOf(
      'hints/conflicting',
      makeTool('x', 'Does x', withHints({ readOnlyHint: true, destructiveHint: true })),
    );
    expect(conflict).toMatchObject({
      severity: 'error',
      fix: { path: ['annotations', 'readOnlyHint'], value: false },
    });
  });

  it('are of the wrong type', () => {
    const fixes = (definition: JsonObject): readonly unknown[] =>
      findingsOf('hints/malformed', makeTool('x', 'Does x', definition)).map(({ fix }) => fix);
    expect(fixes({ annotations: null })).toEqual([{ path: ['annotations'] }]);
    expect(fixes(withHints({ destructiveHint: 'true' }))).toEqual([
      { path: ['annotations', 'destructiveHint'], value: true },
    ]);
    expect(fixes(withHints({ openWorldHint: 7 }))).toEqual([{ path: ['annotations', 'openWorldHint'] }]);
    expect(fixes(withHints({ riskLevel: 'hgih' }))).toEqual([{ path: ['annotations', 'riskLevel'] }]);
  });

  it('are not meant as claims', () => {
    expect(
      findingsOf('hints/malformed', makeTool('x', 'Does x', withHints({ category: 'navigation' }))),
    ).toEqual([]);
    expect(
      findingsOf('home/stripped', makeTool('x', 'Does x', withHints({ category: 'navigation' }))),
    ).toEqual([]);
  });

  it.each(['readOnly', 'readonlyHint', 'read_only_hint', 'readOnlHint'])('are called %s', (key) => {
    expect(
      findingsOf('hints/unknown-key', makeTool('x', 'Does x', withHints({ [key]: false })))[0]?.fix,
    ).toEqual({
      path: ['annotations', 'readOnlyHint'],
      value: false,
    });
  });

  it('stand where nobody looks', () => {
    expect(
      findingsOf('home/elsewhere', makeTool('x', 'Does x', { readOnlyHint: false }))[0]?.fix?.path,
    ).toEqual(['annotations', 'readOnlyHint']);
    expect(
      findingsOf('home/elsewhere', makeTool('x', 'Does x', { _meta: { openWorldHint: true } }))[0]?.fix?.path,
    ).toEqual(['annotations', 'openWorldHint']);
    expect(
      findingsOf(
        'home/elsewhere',
        makeTool('x', 'Does x', withHints({ openWorldHint: true }, { agencyHint: true })),
      ),
    ).toEqual([]);
  });

  it('stand where SDKs drop them', () => {
    expect(
      findingsOf('home/stripped', makeTool('x', 'Does x', withHints({ agencyHint: true })))[0]?.fix,
    ).toEqual({
      path: ['_meta', 'agencyHint'],
      value: true,
    });
    expect(
      findingsOf(
        'home/stripped',
        makeTool('x', 'Does x', withHints({ agencyHint: true }, { agencyHint: true })),
      ),
    ).toEqual([]);
    expect(findingsOf('home/stripped', ...GOOD)).toEqual([]);
  });
});

it('wants one word about the open world of one server', () => {
  const open = (name: string, openWorldHint: boolean): JsonObject =>
    makeTool(name, 'Works on issues', withHints({ openWorldHint }));
  const names = ['get_issue', 'list_issues', 'create_issue', 'close_issue', 'get_user'];
  const closed = names.map((name) => open(name, false));
  const [finding, ...more] = findingsOf(
    'hints/open-world-inconsistent',
    ...closed,
    open('update_issue', true),
  );
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ tool: null, path: ['tools', 5, 'annotations', 'openWorldHint'] });
  expect(findingsOf('hints/open-world-inconsistent', ...closed, open('search_web', true))).toEqual([]);
});

describe('whoever runs it', () => {
  it('may change what a rule weighs, or switch it off', () => {
    const definition = makeTool('x', 'Does x');
    expect(lintDefinitions([definition], { rules: { 'hints/missing': 'error' } })[0]).toMatchObject({
      rule: 'hints/missing',
      severity: 'error',
    });
    expect(
      lintDefinitions([definition], { rules: { 'hints/missing': 'off' } }).map(({ rule }) => rule),
    ).not.toContain('hints/missing');
  });

  it('is told of a rule that there is not', () => {
    expect(() => lintDefinitions([], { rules: { 'hints/mising': 'off' } })).toThrow(/There is no rule/u);
  });
});

it('says something about definitions that are none', () => {
  for (const definition of [
    {},
    { name: 7 },
    { name: 'x', annotations: [], _meta: 'y', inputSchema: null },
    { annotations: { modelPreferences: 3 } },
  ])
    expect(lintDefinitions([definition]).length).toBeGreaterThan(0);
  expect(findingsOf('text/description-missing', { title: 'x' })[0]).toMatchObject({
    tool: null,
    path: ['tools', 0, 'description'],
  });
});
