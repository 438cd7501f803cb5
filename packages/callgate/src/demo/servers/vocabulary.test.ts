import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '@callgate/core';
import { HINT_NAMES, describeTool, isJsonObject, getOwn } from '@callgate/core';
import { disclose } from '@callgate/core/disclose';
import {
  CLAIM_KEYS,
  SET_DETAILS,
  readClaims,
  readResolvedClaims,
  readResultLabels,
} from '@callgate/core/vocabulary';
import { lintPolicy, loadPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import { POLICY, TRUST } from '../demo-home.ts';
import { DEMO_SERVERS } from './demo-servers.ts';
import type { DemoServer } from './demo-server.ts';
import {
  ACTION_METADATA,
  DIRECTORY,
  ROLES,
  TOOL_RESOLUTION,
  TRUST_ANNOTATIONS,
  UNDO,
} from './demo-server.ts';

const SERVERS: readonly (readonly [string, DemoServer])[] = Object.entries(DEMO_SERVERS).map(
  ([name, make]) => [name, make(0)],
);

const DEFINITIONS: readonly JsonObject[] = SERVERS.flatMap(([, server]) =>
  server.tools().map(({ definition }) => definition),
);

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = getOwn(object, key);
  return isJsonObject(value) ? value : {};
};

const annotations = (definition: JsonObject): JsonObject => objectAt(definition, 'annotations');
const meta = (definition: JsonObject): JsonObject => objectAt(definition, '_meta');

/** What stands under a key, in any of the tools. */
const written = (of: (definition: JsonObject) => JsonObject, key: string): readonly Json[] =>
  DEFINITIONS.flatMap((definition) => {
    const value = getOwn(of(definition), key);
    return value === undefined ? [] : [value];
  });

const CONTAINERS: Readonly<
  Record<(typeof CLAIM_KEYS)[number]['in'], (definition: JsonObject) => JsonObject>
> = {
  top: annotations,
  inputMetadata: (definition) => objectAt(annotations(definition), 'inputMetadata'),
  returnMetadata: (definition) => objectAt(annotations(definition), 'returnMetadata'),
  actionMetadata: (definition) => objectAt(meta(definition), ACTION_METADATA),
};

/** Arguments that every tool can do something with. */
const ARGS: JsonObject = {
  path: 'notes/monday.txt',
  text: 'something',
  service: 'weather',
  why: 'to see',
  before: '2026-01-31',
  name: 'Ada',
  to: 'ada@farm.example',
  subject: 'Hello',
  body: 'Hello',
  title: 'Lunch',
  when: '2026-11-18 12:00',
  query: 'soil',
  url: 'https://pages.example/soil',
  question: 'Why?',
  field: 'north',
};

const argsFor = (definition: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(ARGS).filter(([name]) =>
      Object.hasOwn(objectAt(objectAt(definition, 'inputSchema'), 'properties'), name),
    ),
  );

const resultsOf = async (): Promise<readonly JsonObject[]> => {
  const results: JsonObject[] = [];
  for (const [, server] of SERVERS)
    for (const { definition, run } of server.tools()) {
      // the tools after it need the file
      if (definition['name'] === 'delete_file') continue;
      results.push(await run(argsFor(definition), () => Promise.resolve()));
    }
  return results;
};

const RESULTS = await resultsOf();

const inResults = (key: string): boolean => RESULTS.some((result) => Object.hasOwn(meta(result), key));

/** Of a file that is there, and of one that is not. */
const resolved = (): readonly JsonObject[] => {
  const paths = ['notes/monday.txt', 'notes/new.txt'];
  const answers = SERVERS.flatMap(([, server]) =>
    paths.map((path) => server.resolve?.('write_file', { path })),
  );
  return answers.filter((answer) => answer !== undefined);
};

/** Where each detail would show, if any tool used it. */
const DETAIL_USED: Readonly<Record<string, () => boolean>> = {
  modelPreferences: () =>
    written(annotations, 'modelPreferences').length > 0 &&
    written(meta, 'com.example/model-preferences').length > 0,
  minTrustLevel: () => written(annotations, 'minTrustLevel').length > 0,
  'result labels': () => ['annotations', TRUST_ANNOTATIONS, 'ifc'].every((home) => inResults(home)),
  'resolve answers': () => written(meta, TOOL_RESOLUTION).length > 0 && resolved().length > 0,
  'argument roles, directory': () =>
    written(meta, ROLES).length > 0 && written(meta, DIRECTORY).includes(true),
  'undo tool': () => written(meta, UNDO).length > 0,
};

const SETS: ReadonlySet<string> = new Set(
  DEFINITIONS.flatMap((definition) => Object.keys(readClaims(definition).details.sets)),
);

describe('between them, the servers of the demo', () => {
  it.each(HINT_NAMES)('say yes to the hint %s', (hint) => {
    const claims = DEFINITIONS.flatMap((definition) => readClaims(definition).answers);
    expect(claims.some((claim) => claim.hint === hint && claim.answer === 'yes')).toBe(true);
  });

  it.each(CLAIM_KEYS.map((key) => [`${key.in}.${key.key}`, key] as const))('use the key %s', (_, key) => {
    expect(written(CONTAINERS[key.in], key.key)).not.toEqual([]);
  });

  it.each([...SET_DETAILS, ...Object.keys(DETAIL_USED)])('use the detail: %s', (name) => {
    const used = DETAIL_USED[name] ?? ((): boolean => SETS.has(name));
    expect(used()).toBe(true);
  });

  it('name only tools of their own to undo a call', () => {
    for (const [, { tools }] of SERVERS) {
      const names = tools().map(({ definition }) => definition['name']);
      const named = tools().flatMap(({ definition }) => readClaims(definition).details.undo ?? []);
      expect(names).toEqual(expect.arrayContaining(named));
    }
  });

  it('write nothing that cannot be read, and contradict themselves nowhere', () => {
    for (const [server, { tools }] of SERVERS)
      for (const { definition } of tools()) {
        const tool = describeTool({ server, trust: TRUST[server] ?? 'untrusted', definition });
        const { conflicts, malformed } = disclose(tool, 'all', [], []);
        expect([definition['name'], conflicts, malformed]).toEqual([definition['name'], [], []]);
        expect(typeof definition['description']).toBe('string');
        const roles = Object.keys(objectAt(meta(definition), ROLES));
        const properties = Object.keys(objectAt(objectAt(definition, 'inputSchema'), 'properties'));
        expect(properties).toEqual(expect.arrayContaining(roles));
      }
    for (const result of RESULTS) expect(readResultLabels(result).malformed).toEqual([]);
    for (const answer of resolved()) expect(readResolvedClaims(answer).malformed).toEqual([]);
  });
});

it('a file that is not there yet cannot be overwritten, and the server says so', () => {
  expect(resolved()).toEqual([{ destructiveHint: true }, { destructiveHint: false }]);
});

it('the page about the demo shows the rules it plays by', () => {
  const page = readFileSync(new URL('../../../../../docs/demo.md', import.meta.url), 'utf8');
  expect(page).toContain(POLICY.slice(POLICY.indexOf('  - id:')));
});

it('the policy of the demo has nothing in it that check would warn about', () => {
  const loaded = loadPolicy([{ name: 'policy.yaml', text: POLICY }]);
  const tools = SERVERS.flatMap(([server, { tools: all }]) =>
    all().map(({ definition }) => describeTool({ server, trust: TRUST[server] ?? 'untrusted', definition })),
  );
  expect(loaded.ok && lintPolicy(loaded.policy, tools)).toEqual([]);
});
