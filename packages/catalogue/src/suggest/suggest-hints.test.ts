import type { HintName, JsonObject } from '@callgate/core';
import { HINT_NAMES } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { suggestHints } from './index.ts';

const tool = (name: string, description = '', properties: JsonObject = {}): JsonObject => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
});

const said = (
  definition: JsonObject,
  hint: HintName,
  siblings: readonly JsonObject[] = [],
  server = 'notes',
): 'yes' | 'no' | undefined =>
  suggestHints({ definition, siblings: [definition, ...siblings], server })[hint]?.value;

describe('what only reads', () => {
  it.each([
    ['get_user', 'Get a user by id'],
    ['listIssues', 'Lists all issues of a project'],
    ['db-cluster-list-backups', 'List backups for a database cluster'],
    ['pods_log', 'Get the logs of a pod'],
    ['generate_pie_chart', 'Generate a pie chart'],
    ['notes_suchen', 'Sucht Notizen nach einem Wort'],
    ['查询订单', '查询订单列表'],
    ['obtener_clientes', 'Obtiene la lista de clientes'],
  ])('%s', (name, description) => {
    const definition = tool(name, description);
    expect(said(definition, 'readOnly')).toBe('yes');
    expect(said(definition, 'destructive')).toBe('no');
    expect(said(definition, 'idempotent')).toBe('yes');
  });
});

describe('what changes something', () => {
  it.each([
    ['create_issue', 'Create a new issue'],
    ['get_or_create_user', 'Get a user, or create one'],
    ['find-and-replace', 'Find text and replace it'],
    ['droplet-delete', 'Delete a droplet'],
    ['execute_sql', 'Execute SQL on the database'],
    ['git_fetch', 'Fetch updates from a remote repository. Downloads objects and refs.'],
    ['supprimer_note', 'Supprime une note'],
    ['データ削除', 'データを削除する'],
  ])('%s', (name, description) => {
    expect(said(tool(name, description), 'readOnly')).toBe('no');
  });

  it('is judged by the worst that one of its arguments can say', () => {
    const action = { type: 'string', enum: ['list', 'get', 'delete'] };
    expect(said(tool('records', 'Get records', { action }), 'readOnly')).toBe('no');
    expect(said(tool('records', 'Get records', { action }), 'destructive')).toBe('yes');
    const harmless = { type: 'string', enum: ['list', 'get', 'count'] };
    expect(said(tool('records', 'Get records', { action: harmless }), 'readOnly')).toBe('yes');
  });

  it('is seen where a file is written to, whatever the name says', () => {
    const filePath = { type: 'string', description: 'Where to save the picture' };
    expect(said(tool('take_screenshot', 'Take a screenshot', { filePath }), 'readOnly')).toBe('no');
    expect(said(tool('take_screenshot', 'Take a screenshot'), 'readOnly')).toBe('yes');
  });
});

it('tells what destroys from what only adds', () => {
  expect(said(tool('delete_note', 'Delete a note permanently'), 'destructive')).toBe('yes');
  expect(said(tool('update_note', 'Update a note'), 'destructive')).toBe('yes');
  expect(said(tool('create_note', 'Create a note'), 'destructive')).toBe('no');
  expect(said(tool('remove_label', 'Remove a label from an issue'), 'destructive')).toBe('no');
  expect(said(tool('firewall-remove-rules', 'Remove one or more rules from a firewall'), 'destructive')).toBe(
    'yes',
  );
});

it('tells what may be repeated', () => {
  expect(said(tool('update_note', 'Update a note'), 'idempotent')).toBe('yes');
  expect(said(tool('create_note', 'Create a note'), 'idempotent')).toBe('no');
  expect(said(tool('send_mail', 'Send a mail'), 'idempotent')).toBe('no');
  expect(said(tool('add_member', 'Add a user to a team'), 'idempotent')).toBe('yes');
});

it('tells what reaches outside', () => {
  const url = { type: 'string' };
  expect(said(tool('fetch_page', 'Fetch a web page', { url }), 'openWorld', [], 'tools')).toBe('yes');
  expect(
    said(tool('read_file', 'Read a file from the local disk', { path: url }), 'openWorld', [], 'filesystem'),
  ).toBe('no');
});

it('takes an opposite among the siblings for a way back', () => {
  const archive = tool('archive_note', 'Archive a note');
  expect(said(archive, 'reversible', [tool('unarchive_note', 'Take a note out of the archive')])).toBe('yes');
  expect(said(archive, 'reversible')).toBeUndefined();
  expect(said(tool('delete_note', 'Delete a note'), 'reversible')).toBe('no');
});

describe('the other hints', () => {
  it.each<[HintName, string, string]>([
    ['agency', 'research', 'Starts an autonomous agent that researches a topic in multiple steps'],
    ['aiProcessing', 'summarize', 'Summarizes a text with a large language model'],
    ['slowExecution', 'reindex', 'Rebuilds the index; may take several minutes'],
    ['resourceIntensive', 'train', 'A memory-intensive job'],
    ['sensitiveData', 'get_patient', 'Returns the medical record of a patient'],
    ['privilegedAccess', 'set_role', 'Needs administrator rights'],
    ['requiresConfirmation', 'pay', 'Always ask the user before a payment'],
    ['secret', 'get-env', 'Returns all environment variables'],
    ['unsafeOutput', 'crawl', 'Crawl a website and return its text'],
  ])('%s', (hint, name, description) => {
    expect(said(tool(name, description), hint)).toBe('yes');
    expect(said(tool('get_time', 'Get the time of day'), hint)).toBeUndefined();
  });
});

it('does not look at what a definition claims', () => {
  const plain = tool('delete_note', 'Delete a note');
  const boasting = {
    ...plain,
    annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
  };
  expect(suggestHints({ definition: boasting, siblings: [plain] })).toEqual(
    suggestHints({ definition: plain, siblings: [plain] }),
  );
});

it('says why, and how sure it is', () => {
  const { readOnly } = suggestHints({ definition: tool('delete_note', 'Delete a note'), siblings: [] });
  expect(readOnly).toMatchObject({ value: 'no', confidence: 0.99 });
  expect(readOnly?.because.slice(0, 2)).toEqual(['its name says `delete`', 'its description says `delete`']);
  expect(readOnly?.because[2]).toMatch(/^words that changes use: .*`delete`/u);
});

describe('what nothing speaks for', () => {
  it('is unknown: no evidence relaxes nothing', () => {
    const vague = tool('frobnicate', 'Does something nobody has described');
    for (const hint of HINT_NAMES) expect(said(vague, hint)).toBeUndefined();
    expect(said(tool('get_note', 'Get a note by its id'), 'openWorld')).toBeUndefined();
  });

  it('is unknown where name and words disagree', () => {
    expect(said(tool('search', 'Cancels the subscription and removes the customer'), 'readOnly')).not.toBe(
      'yes',
    );
    expect(said(tool('get_report', 'Get a report, then delete it from the archive'), 'readOnly')).not.toBe(
      'yes',
    );
  });

  it('is nothing of a definition that is no definition', () => {
    for (const definition of [{}, { name: 7, description: [], inputSchema: 'x' }, { name: '' }])
      expect(suggestHints({ definition, siblings: [definition] })).toEqual({});
  });
});

describe('a sign of a change', () => {
  const nested = (name: string, property: JsonObject): JsonObject =>
    tool('get_request', 'Get a pull request', {
      options: {
        type: 'object',
        properties: { more: { type: 'array', items: { type: 'object', properties: { [name]: property } } } },
      },
    });

  it.each([
    ['action', { type: 'string', enum: ['list', 'merge'] }],
    ['mode', { enum: ['check', 'fix'] }],
    ['operation', { anyOf: [{ const: 'get' }, { const: 'delete' }] }],
    ['sql', { type: 'string', description: 'The statement to run' }],
    ['overwrite', { type: 'boolean' }],
    ['savePath', { type: 'string' }],
  ])('rules out that it only reads, however deep `%s` stands', (name, property) => {
    expect(said(nested('page', { type: 'number' }), 'readOnly')).toBe('yes');
    expect(said(nested(name, property), 'readOnly')).not.toBe('yes');
  });

  it('is found behind a reference, and a schema that holds itself is read once', () => {
    const definition = {
      ...tool('get_tree', 'Get a tree'),
      inputSchema: {
        type: 'object',
        properties: { node: { $ref: '#/$defs/node' } },
        $defs: {
          node: {
            type: 'object',
            properties: { next: { $ref: '#/$defs/node' }, action: { enum: ['get', 'purge'] } },
          },
        },
      },
    };
    expect(said(definition, 'readOnly')).toBe('no');
  });
});

it.each([
  ['read_mail', 'Read a mail of the mailbox'],
  ['list_reviews', 'List reviews of a product'],
  ['get_ticket', 'Get a support ticket with its comments'],
  ['get_feed', 'Returns the entries of an RSS feed'],
])('what others wrote comes back from %s', (name, description) => {
  expect(said(tool(name, description), 'unsafeOutput')).toBe('yes');
});

it('what a tool sends is not what others wrote', () => {
  expect(said(tool('send_mail', 'Send a mail'), 'unsafeOutput')).toBeUndefined();
});

describe('what a name begins with `return` does', () => {
  it('is not told: something may go back', () => {
    expect(said(tool('return_items', 'Return items of a delivered order.'), 'readOnly')).not.toBe('yes');
    expect(said(tool('return_order', 'Returns an order and refunds it.'), 'readOnly')).not.toBe('yes');
    expect(said(tool('get_order', 'Returns an order.'), 'readOnly')).toBe('yes');
  });
});

describe('what others wrote', () => {
  it.each([
    ['list_mails', 'Lists e-mails of a folder'],
    ['read_email', 'Read an email'],
    ['issue_read', 'Get an issue with its comments'],
    ['list_transactions', 'Transactions of a bank account'],
    ['get_notes', 'Texts that customers left'],
  ])('comes back from %s', (name, description) => {
    expect(said(tool(name, description), 'unsafeOutput')).toBe('yes');
  });

  it.each([
    ['find_customer', 'Find a customer by email or phone number'],
    ['set_address', 'Set the email address of a customer'],
    ['issue_voucher', 'Issue a voucher to a customer'],
    ['begin_transaction', 'Begins a transaction of the database'],
  ])('is not known of %s', (name, description) => {
    expect(said(tool(name, description), 'unsafeOutput')).toBeUndefined();
  });
});
