import * as fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findRecordedData } from '../../test/find-recorded-data.ts';
import type { Json, JsonObject } from '../receive/json.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import { ARGUMENT_ROLES, isArgumentRole } from '../vocabulary/argument-role.ts';
import { resolveArgumentRoles, inferRoles } from './argument-roles.ts';
import { MAX_LEAVES } from './schema-leaves.ts';

const roles = (schema: Json): Record<string, ArgumentRole> =>
  Object.fromEntries(inferRoles(schema).map((role) => [role.path, role.role]));

const one = (name: string, schema: Json = { type: 'string' }): ArgumentRole | undefined =>
  Object.values(roles({ type: 'object', properties: { [name]: schema } }))[0];

const described = (description: string, name = 'thing'): ArgumentRole | undefined =>
  one(name, { type: 'string', description });

describe('formats', () => {
  test.each([
    ['uri', 'destination'],
    ['email', 'destination'],
    ['hostname', 'destination'],
    ['ipv4', 'destination'],
    ['date-time', 'critical'],
    ['password', 'critical'],
    ['uuid', 'object'],
    ['byte', 'payload'],
    ['something', 'critical'],
  ] as const)('%s is %s', (format, role) => {
    expect(one('thing', { type: 'string', format })).toBe(role);
  });

  test('a format is stronger than a name, except that an identifier may be that of a person', () => {
    expect(one('body', { type: 'string', format: 'uri' })).toBe('destination');
    expect(one('user_id', { type: 'string', format: 'uuid' })).toBe('destination');
  });

  test('a media type of something that runs is code', () => {
    expect(one('thing', { type: 'string', contentMediaType: 'application/sql' })).toBe('code');
    expect(one('body', { type: 'string', contentMediaType: 'text/html' })).toBe('payload');
  });
});

describe('names of texts', () => {
  test.each([
    [
      'destination',
      'to cc recipients toRecipients user_email url callbackUrl webhook host phone_number iban channel',
    ],
    [
      'destination',
      'chat_id channelId userId targetPath output_dir account accountNumber assigneeId replyTo',
    ],
    [
      'object',
      'id file_id emailId messageID pull_number path filename repo branch project table siteId page name',
    ],
    ['object', 'account_id issueNumber column_key ticketIDs'],
    [
      'critical',
      'date startTime amount price password api_key token permission first_name lastName visibility',
    ],
    ['critical', 'countryCode verification_code serial_number hotel frobnicate thing 城市 ___'],
    ['code', 'command sql sqlQuery shell-script code source_code expression args javascript script_content'],
    ['payload', 'body content message subject title description note comment query search_text commentBody'],
    ['payload', 'displayName format language sort_order cursor pageToken nextToken attachments'],
  ] as const)('%s: %s', (role, names) => {
    expect(names.split(' ').map((name) => [name, one(name)])).toEqual(
      names.split(' ').map((name) => [name, role]),
    );
  });

  test('what will be made cannot be traced to a record: its name is critical', () => {
    expect(described('The name of the file to create.', 'filename')).toBe('critical');
    expect(described('The name of the file to read.', 'filename')).toBe('object');
    expect(described('The ID of the new parent.', 'parent_id')).toBe('object');
  });

  test('the end of a period is not a destination', () => {
    expect(described('End of the period, YYYY-MM-DD', 'to')).toBe('critical');
    expect(described('Who gets it', 'to')).toBe('destination');
  });

  test('where people meet is text, where something runs is not', () => {
    expect(described('The location of the meeting', 'location')).toBe('payload');
    expect(described('Region of the cluster', 'location')).toBe('critical');
  });

  test('text that is run is code whatever it is called', () => {
    expect(described('SQL query to run', 'query')).toBe('code');
    expect(described('What to look for', 'query')).toBe('payload');
  });
});

describe('descriptions speak where the name says nothing', () => {
  test.each([
    ['JavaScript function to evaluate', 'code'],
    ['The webhook that is told', 'destination'],
    ['In ISO 8601', 'critical'],
    ['The ID of the record', 'object'],
    ['Name of the record to be created', 'critical'],
    ['Free-form text for the reader', 'payload'],
    ['Some thing', 'critical'],
  ] as const)('%s: %s', (description, role) => {
    expect(described(description)).toBe(role);
  });
});

describe('numbers, flags and choices', () => {
  const number: JsonObject = { type: 'integer' };
  const flag: JsonObject = { type: 'boolean' };
  const choice: JsonObject = { enum: ['a', 'b'] };

  test('amounts and unknown numbers decide, paging and measures of display do not', () => {
    for (const name of ['amount', 'quantity', 'max_price', 'guest_count', 'frobs', 'year', 'shards_per_node'])
      expect([name, one(name, number)]).toEqual([name, 'critical']);
    for (const name of ['limit', 'page', 'pageSize', 'max_results', 'offset', 'width', 'timeout_ms'])
      expect([name, one(name, number)]).toEqual([name, 'payload']);
    expect(one('issue_id', number)).toBe('object');
    expect(one('milestone', number)).toBe('object');
    expect(one('chat_id', number)).toBe('destination');
    expect(one('n', { type: 'number', description: 'Number of rows to return' })).toBe('payload');
    expect(one('k', { type: 'number', description: 'Number of rows to return' })).toBe('payload');
  });

  test('a flag decides unless it only shapes the answer', () => {
    for (const name of [
      'public',
      'force',
      'recursive',
      'overwrite',
      'dryRun',
      'yes',
      'frob',
      'includePrivate',
      'sendAll',
    ])
      expect([name, one(name, flag)]).toEqual([name, 'critical']);
    for (const name of ['verbose', 'includeHeaders', 'fetchAllPages', 'showDetails', 'compact'])
      expect([name, one(name, flag)]).toEqual([name, 'payload']);
  });

  test('a flag that can only be true says something by being there', () => {
    expect(one('confirm', { type: 'boolean', const: true })).toBe('critical');
    expect(one('kind', { type: 'string', const: 'x' })).toBe('payload');
  });

  test('a choice decides unless it shapes the answer', () => {
    for (const name of ['permission', 'visibility', 'action', 'mode', 'to'])
      expect([name, one(name, choice)]).toEqual([name, 'critical']);
    for (const name of ['format', 'sortOrder', 'contentType', 'language'])
      expect([name, one(name, choice)]).toEqual([name, 'payload']);
  });

  test('a choice beside free text is free text', () => {
    expect(one('title', { anyOf: [{ enum: ['a', 'b'] }, { type: 'string' }] })).toBe('payload');
    expect(one('to', { anyOf: [{ const: 'me' }, { type: 'string' }] })).toBe('destination');
  });
});

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `body${'x'.repeat(index % 9)}_${index}`);

describe('shapes', () => {
  test('arrays, objects and free keys have paths', () => {
    expect(
      roles({
        properties: {
          recipients: {
            type: 'array',
            items: { properties: { name: { type: 'string' }, note: { type: 'string' } } },
          },
          headers: { type: 'object', additionalProperties: { type: 'string' } },
          anything: { type: 'object' },
          list: { type: 'array' },
          pair: { prefixItems: [{ type: 'string' }] },
          tuple: { items: [{ type: 'string' }], additionalItems: false },
          byPattern: { patternProperties: { '^x': { type: 'boolean' } } },
          never: false,
        },
      }),
    ).toEqual({
      'recipients[].name': 'destination',
      'recipients[].note': 'payload',
      'headers.*': 'critical',
      'anything.*': 'critical',
      'list[]': 'object',
      'pair[]': 'critical',
      'tuple[]': 'critical',
      'byPattern.*': 'critical',
    });
  });

  test('an array’s name and description are those of its elements', () => {
    const cc = { type: 'array', description: 'Addresses', items: { type: 'string' } };
    const things = { type: 'array', description: 'List of URLs', items: { type: 'string' } };
    expect(roles({ properties: { cc, things } })).toEqual({
      'cc[]': 'destination',
      'things[]': 'destination',
    });
  });

  test('an inner name that says nothing takes the role of a decisive outer one, never the laxness of an unclear one', () => {
    const inside = (outer: string, inner: string): ArgumentRole | undefined =>
      one(outer, { properties: { [inner]: { type: 'string' } } });
    expect(inside('recipient', 'id')).toBe('destination');
    expect(inside('recipient', 'frob')).toBe('destination');
    expect(inside('script', 'frob')).toBe('code');
    expect(inside('message', 'value')).toBe('payload');
    expect(inside('message', 'frob')).toBe('critical');
    expect(one('body', { type: 'object' })).toBe('critical');
    expect(one('attachments', { type: 'array', items: { type: 'object' } })).toBe('payload');
  });

  test('references and alternatives are followed', () => {
    expect(
      roles({
        $defs: { 'a/b~c': { type: 'string', format: 'uri' }, list: [{ type: 'boolean' }] },
        properties: {
          x: { $ref: '#/$defs/a~1b~0c' },
          y: { anyOf: [{ type: 'null' }, { oneOf: [{ type: 'string', format: 'email' }] }] },
          z: {
            allOf: [{ properties: { url: { type: 'string' } } }, { properties: { url: { minLength: 1 } } }],
          },
          v: { $ref: '#/$defs/list/0' },
          w: { if: {}, then: { properties: { body: { type: 'string' } } } },
        },
      }),
    ).toEqual({
      x: 'destination',
      y: 'destination',
      'z.url': 'destination',
      v: 'critical',
      'w.body': 'payload',
    });
  });

  test('a value of several kinds has a leaf for its scalar and for its parts', () => {
    expect(
      roles({ properties: { to: { anyOf: [{ type: 'string' }, { type: 'array', items: {} }] } } }),
    ).toEqual({
      to: 'destination',
      'to[]': 'destination',
    });
  });

  test('a reference that leads nowhere, outside or in a circle is not laxer than unknown', () => {
    for (const ref of ['#/$defs/none', 'https://example.com/x', '#/$defs/list/x', 5])
      expect(one('body', { $ref: ref })).toBe('critical');
    const tree = {
      $defs: { node: { properties: { body: { type: 'string' }, next: { $ref: '#/$defs/node' } } } },
      $ref: '#/$defs/node',
    };
    expect(roles(tree)).toEqual({ body: 'payload', next: 'critical' });
    expect(roles({ properties: { to: { $ref: '#' } } })).toEqual({ to: 'destination' });
    expect(roles({ $ref: '#/none' })).toEqual({ '*': 'critical' });
  });

  test('without a schema every argument is unknown; with an empty one there is none', () => {
    for (const schema of [null, true, 5, 'x', [], {}, { type: 'object' }])
      expect(roles(schema)).toEqual({ '*': 'critical' });
    expect(roles({ type: 'object', properties: 5 })).toEqual({});
    expect(roles({ type: 'object', properties: {} })).toEqual({});
    expect(roles({ type: 'object', additionalProperties: false })).toEqual({});
  });

  test('a name cannot pose as a path', () => {
    expect(Object.keys(roles({ properties: { 'a.b': {}, 'c[]': {}, '*': {}, 'd\\': {} } }))).toEqual([
      String.raw`a\.b`,
      String.raw`c\[]`,
      String.raw`\*`,
      String.raw`d\\`,
    ]);
  });

  test('what is too deep, too wide or too much is cut, and never laxer than critical', () => {
    let deep: Json = { type: 'string' };
    for (let level = 0; level < 20; level++) deep = { properties: { body: deep } };
    expect(Object.values(roles(deep))).toEqual(['critical']);
    const wide = inferRoles({
      properties: Object.fromEntries(names(3000).map((name) => [name, { type: 'string' }])),
    });
    expect(wide.length).toBe(MAX_LEAVES);
    expect(wide.at(-1)).toMatchObject({ path: '*', role: 'critical' });
    expect(one('body', { anyOf: Array.from({ length: 100 }, () => ({ type: 'string' })) })).toBe('critical');
    expect(
      one('body', { type: 'array', items: Array.from({ length: 200_000 }, () => ({ type: 'string' })) }),
    ).toBe('critical');
    const hollow = Object.fromEntries(
      names(3000).map((name) => [name, { type: 'object', additionalProperties: false }]),
    );
    expect(roles({ properties: hollow })).toEqual({ '*': 'critical' });
  });
});

const plain = (list: ReturnType<typeof resolveArgumentRoles>): Record<string, string> =>
  Object.fromEntries(list.map((role) => [role.path, `${role.role} ${role.ground}`]));

describe('who says it', () => {
  const inputSchema: Json = {
    properties: {
      body: { type: 'string' },
      sql: { type: 'string' },
      count: { type: 'number' },
      force: { type: 'boolean' },
      format: { enum: ['a', 'b'] },
      to: { type: 'array', items: { properties: { 'a.b': { type: 'string' } } } },
      any: {},
    },
  };
  const path = String.raw`to[].a\.b`;

  test('on an untrusted server every text is a destination, code stays code, and the rest decides', () => {
    const claimed = { body: 'payload', sql: 'payload', [path]: 'payload' } as const;
    expect(plain(resolveArgumentRoles({ trust: 'untrusted', inputSchema, claimed }))).toEqual({
      body: 'destination default',
      sql: 'code default',
      count: 'critical default',
      force: 'critical default',
      format: 'critical default',
      any: 'destination default',
      [path]: 'destination default',
    });
  });

  test('a server that is believed is believed about its roles, else its schema is read', () => {
    for (const trust of ['trusted', 'owned'] as const)
      expect(
        plain(resolveArgumentRoles({ trust, inputSchema, claimed: { sql: 'payload', to: 'object' } })),
      ).toMatchObject({
        body: 'payload default',
        sql: 'payload claim',
        [path]: 'object claim',
      });
  });

  test('the operator is stronger than everybody, and the nearest name wins', () => {
    const operator = { body: 'object', to: 'payload', 'to[]': 'critical' } as const;
    for (const trust of ['untrusted', 'trusted', 'owned'] as const) {
      const found = plain(
        resolveArgumentRoles({ trust, inputSchema, operator, claimed: { body: 'code', [path]: 'code' } }),
      );
      expect(found['body']).toBe('object operator');
      expect(found[path]).toBe('critical operator');
    }
  });

  test('a top-level argument may be named as the schema writes it', () => {
    const schema: Json = { properties: { 'x.y': { type: 'object' } } };
    expect(
      plain(resolveArgumentRoles({ trust: 'owned', inputSchema: schema, claimed: { 'x.y': 'payload' } })),
    ).toEqual({
      [String.raw`x\.y.*`]: 'payload claim',
    });
  });

  test('roles of arguments the schema does not have are kept, the operator’s before the server’s', () => {
    const tool = {
      inputSchema: null,
      claimed: { a: 'payload', b: 'payload' },
      operator: { a: 'code' },
    } as const;
    expect(plain(resolveArgumentRoles({ trust: 'trusted', ...tool }))).toEqual({
      '*': 'critical default',
      a: 'code operator',
      b: 'payload claim',
    });
    expect(plain(resolveArgumentRoles({ trust: 'untrusted', ...tool }))).toEqual({
      '*': 'destination default',
      a: 'code operator',
    });
  });

  test('what is inherited or is no role says nothing', () => {
    const operator = { body: 'nonsense', other: 'nonsense' } as unknown as Record<string, ArgumentRole>;
    const schema: Json = { properties: { body: { type: 'string' }, constructor: { type: 'string' } } };
    expect(plain(resolveArgumentRoles({ trust: 'trusted', inputSchema: schema, operator }))).toEqual({
      body: 'payload default',
      constructor: 'critical default',
    });
  });
});

describe('totality', () => {
  const key = fc.constantFrom(
    'properties',
    'items',
    'prefixItems',
    'type',
    'enum',
    'const',
    'anyOf',
    'oneOf',
    'allOf',
    'then',
    '$ref',
    '$defs',
    'additionalProperties',
    'patternProperties',
    'format',
    'description',
    'contentMediaType',
    '__proto__',
    'to',
    'a.b',
  );
  const { node } = fc.letrec<{ node: Json }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 7 },
      fc.constantFrom<Json>(
        'string',
        'object',
        'array',
        '#',
        '#/$defs/to',
        '#/properties/to',
        'uri',
        true,
        false,
        null,
        1,
      ),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.array(fc.tuple(key, tie('node')), { maxLength: 5 }).map((entries): Json => {
        const object: Record<string, Json> = Object.create(null);
        for (const [name, value] of entries) object[name] = value;
        return object;
      }),
    ),
  }));

  test('any schema has bounded roles with unique paths, and nobody’s text in the reasons', () => {
    fc.assert(
      fc.property(node, fc.jsonValue(), (schema, value) => {
        for (const input of [schema, value as Json]) {
          const found = inferRoles(input);
          expect(found.length).toBeLessThanOrEqual(MAX_LEAVES);
          expect(new Set(found.map((role) => role.path)).size).toBe(found.length);
          expect(found.every((role) => isArgumentRole(role.role) && /^[\w ,`]+$/.test(role.why))).toBe(true);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('whatever an untrusted server writes, no argument of it is payload or object', () => {
    fc.assert(
      fc.property(
        node,
        fc.dictionary(fc.constantFrom('to', '*', 'a.b', 'x'), fc.constantFrom(...ARGUMENT_ROLES)),
        (inputSchema, claimed) => {
          for (const role of resolveArgumentRoles({ trust: 'untrusted', inputSchema, claimed }))
            expect(['destination', 'critical', 'code']).toContain(role.role);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

const RECORDED = findRecordedData('traces/agentdojo/catalogue.json', 'agreement with hand-written roles');
const CATALOGUE = findRecordedData('catalogue', 'reading the schemas of real servers');
const PROOF: Readonly<Record<ArgumentRole, number>> = {
  payload: 0,
  object: 1,
  critical: 2,
  destination: 2,
  code: 3,
};

interface ListedDefinition {
  readonly inputSchema: Json;
  readonly _meta?: { readonly 'dev.callgate/arguments'?: Readonly<Record<string, ArgumentRole>> };
}

test('inference is never laxer than the roles people wrote for recorded servers, and mostly the same', (context) => {
  if (RECORDED === undefined) {
    context.skip();
    return;
  }
  const catalogue: { servers: { tools: ListedDefinition[] }[] } = JSON.parse(readFileSync(RECORDED, 'utf8'));
  const pairs = catalogue.servers
    .flatMap((server) => server.tools)
    .flatMap((tool) =>
      inferRoles(tool.inputSchema).map((found) => ({
        found: found.role,
        hand: tool['_meta']?.['dev.callgate/arguments']?.[found.path.replace(/[.[].*$/, '')],
      })),
    );
  const judged = pairs.filter(
    (pair): pair is { found: ArgumentRole; hand: ArgumentRole } => pair.hand !== undefined,
  );
  expect(judged.filter((pair) => PROOF[pair.found] < PROOF[pair.hand])).toEqual([]);
  expect(judged.filter((pair) => pair.found === pair.hand).length / judged.length).toBeGreaterThan(0.95);
});

test('the schemas of real servers are read in bounds', (context) => {
  if (CATALOGUE === undefined) {
    context.skip();
    return;
  }
  const found = readdirSync(CATALOGUE)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file): ListedDefinition[] => JSON.parse(readFileSync(`${CATALOGUE}/${file}`, 'utf8')).tools)
    .map((tool) => inferRoles(tool.inputSchema));
  expect(found.every((list) => list.length <= MAX_LEAVES)).toBe(true);
});
