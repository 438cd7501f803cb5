import type { Json, JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../finding.ts';
import type { LintOptions } from './lint-server.ts';
import { lintServer } from './lint-server.ts';
import { RULES } from './rules.ts';

const tool = (name: string, description: string, more: JsonObject = {}): JsonObject => ({
  name,
  title: 'A title',
  description,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});

const hints = (annotations: JsonObject, _meta?: JsonObject): JsonObject => ({
  annotations,
  ...(_meta === undefined ? {} : { _meta }),
});

const takes = (properties: JsonObject): JsonObject => ({ inputSchema: { type: 'object', properties } });

const lint = (tools: readonly JsonObject[], options?: LintOptions): readonly Finding[] =>
  lintServer({ server: 'notes', trust: 'untrusted', from: 'a test', tools }, options);

const found = (rule: string, ...tools: JsonObject[]): readonly Finding[] =>
  lint(tools).filter((finding) => finding.rule === rule);

const READ = { readOnlyHint: true, openWorldHint: false };
const WRITE = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
const GOOD = [
  tool('get_note', 'Get a note by its id', hints(READ)),
  tool('create_note', 'Create a note', hints(WRITE, { reversibleHint: true })),
  tool(
    'delete_note',
    'Delete a note',
    hints({ ...WRITE, destructiveHint: true, idempotentHint: true }, { reversibleHint: false }),
  ),
];

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

describe('model preferences', () => {
  const wants = (name: string, intelligencePriority: number, more: JsonObject = {}): JsonObject =>
    tool(name, 'Work on notes', { _meta: { modelPreferences: { intelligencePriority } }, ...more });

  it('are worth nothing where all want the most able', () => {
    expect(found('model/all-highest', wants('a', 1), wants('b', 1))).toHaveLength(1);
    expect(found('model/all-highest', wants('a', 1), wants('b', 0.2))).toEqual([]);
    expect(found('model/all-highest', wants('a', 1))).toEqual([]);
  });

  it('are worth nothing where all want the same', () => {
    expect(found('model/undifferentiated', wants('a', 0.5), wants('b', 0.5), wants('c', 0.5))).toHaveLength(
      1,
    );
    expect(found('model/undifferentiated', wants('a', 0.5), wants('b', 0.5), wants('c', 0.6))).toEqual([]);
    const even = { intelligencePriority: 0.5, costPriority: 0.5, speedPriority: 0.5 };
    expect(
      found('model/undifferentiated', tool('a', 'Work', { _meta: { modelPreferences: even } })),
    ).toHaveLength(1);
  });

  it('are about what is returned', () => {
    const small = { outputSchema: { type: 'object', properties: { id: { type: 'string' } } } };
    const query = takes({ query: { type: 'string' } });
    expect(found('model/by-input', wants('a', 0.9, { ...small, ...query }))).toHaveLength(1);
    expect(found('model/by-input', wants('a', 0.2, { ...small, ...query }))).toEqual([]);
    expect(found('model/by-input', wants('analyze_market', 0.1))).toHaveLength(1);
    expect(found('model/by-input', wants('analyze_market', 0.9))).toEqual([]);
  });
});

describe('the lists for authors', () => {
  it.each<[rule: string, so: readonly [string, string][], not: readonly [string, string][]]>([
    [
      'drafts/agency',
      [
        ['research', 'Starts an autonomous agent that plans and acts'],
        ['run_agent', 'Hand over a goal'],
      ],
      [
        ['get_agents', 'List the agents of a team'],
        ['generate_text', 'Generate a text'],
      ],
    ],
    [
      'drafts/ai-processing',
      [
        ['generate_text', 'Generate a text'],
        ['analyze_sentiment', 'Analyze a text'],
        ['create_embedding', 'Create a vector'],
        ['ask', 'Answers with a language model'],
      ],
      [
        ['database_query', 'Query the database'],
        ['file_upload', 'Upload a file'],
        ['send_email', 'Send a mail'],
        ['list_models', 'List the models'],
      ],
    ],
    [
      'drafts/slow-execution',
      [
        ['large_file_processing', 'Process'],
        ['model_training', 'Train'],
        ['video_encoding', 'Encode'],
        ['export', 'Export; may take several minutes'],
      ],
      [
        ['simple_calculation', 'Add two numbers'],
        ['cache_lookup', 'Look up'],
        ['status_check', 'Check the status'],
        ['wait_for', 'Wait for a text'],
      ],
    ],
    [
      'drafts/resource-intensive',
      [
        ['image_processing', 'Process an image'],
        ['data_compression', 'Compress data'],
        ['crypto_mining', 'Mine'],
        ['join_all', 'A memory-intensive join'],
      ],
      [
        ['text_formatting', 'Format a text'],
        ['simple_math', 'Add'],
        ['configuration_read', 'Read the configuration'],
      ],
    ],
    [
      'drafts/sensitive-data',
      [
        ['access_user_passwords', 'Access'],
        ['read_financial_records', 'Read'],
        ['process_medical_data', 'Process'],
        ['get', 'Returns personal data of a customer'],
      ],
      [
        ['get_weather', 'Get the weather'],
        ['public_api_lookup', 'Look up'],
        ['system_time', 'The time'],
      ],
    ],
    [
      'drafts/privileged-access',
      [
        ['install_software', 'Install'],
        ['modify_system_config', 'Modify'],
        ['restart_service', 'Restart a system service'],
        ['x', 'Requires administrator rights'],
      ],
      [
        ['read_user_file', 'Read a file'],
        ['send_http_request', 'Send a request'],
        ['calculate_hash', 'Calculate'],
        ['district_map', 'Shows administrative divisions'],
      ],
    ],
  ])('%s', (rule, so, not) => {
    for (const [name, description] of so)
      expect(
        found(rule, tool(name, description)).map((finding) => finding.fix?.value),
        name,
      ).toEqual([true]);
    for (const [name, description] of not) expect(found(rule, tool(name, description)), name).toEqual([]);
  });

  it('say nothing of what is declared, either way', () => {
    for (const aiProcessingHint of [true, false])
      expect(
        found('drafts/ai-processing', tool('generate_text', 'Generate', { _meta: { aiProcessingHint } })),
      ).toEqual([]);
  });

  it('want to know whether what is destroyed can be had back', () => {
    const destroys = { ...WRITE, destructiveHint: true };
    const trash = tool('trash_note', 'Moves a note to the trash; it can be restored', hints(destroys));
    expect(found('drafts/destructive-without-reversible', trash)[0]?.fix?.value).toBe(true);
    expect(
      found(
        'drafts/destructive-without-reversible',
        tool('delete_note', 'Delete a note permanently', hints(destroys)),
      )[0]?.fix?.value,
    ).toBe(false);
    expect(found('drafts/destructive-without-reversible', ...GOOD)).toEqual([]);
  });

  it('want to know whether there is a way back where a sibling or the text shows it', () => {
    const lock = tool('lock_note', 'Lock a note', hints(WRITE));
    const unlock = tool('unlock_note', 'Unlock a note', hints(WRITE));
    expect(found('drafts/reversible', lock, unlock).map((finding) => finding.fix?.value)).toEqual([
      true,
      true,
    ]);
    expect(found('drafts/reversible', lock)).toEqual([]);
    const final = tool('submit_form', 'Submit a form; this cannot be undone', hints(WRITE));
    expect(found('drafts/reversible', final)[0]?.fix?.value).toBe(false);
  });

  it('take recorded durations before words', () => {
    const about = (durations: readonly number[], definition: JsonObject): readonly Finding[] =>
      lint([definition], { durations: { x: durations } }).filter(
        ({ rule }) => rule === 'drafts/slow-execution',
      );
    const quiet = tool('x', 'Does something');
    expect(about([6000, 7000, 100], quiet)[0]?.fix).toEqual({
      path: ['_meta', 'slowExecutionHint'],
      value: true,
    });
    expect(about([6000, 7000], quiet)).toEqual([]);
    expect(about([100, 7000, 200], quiet)).toEqual([]);
    expect(about([100, 200, 300], tool('x', 'This may take several minutes'))).toEqual([]);
    const slow = tool('x', 'Does something', { _meta: { slowExecutionHint: true } });
    const quick = Array.from({ length: 10 }, () => 50);
    expect(about(quick, slow)).toHaveLength(1);
    expect(about([...quick.slice(1), 5000], slow)).toEqual([]);
  });
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
