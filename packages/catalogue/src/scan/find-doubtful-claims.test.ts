import { existsSync, readFileSync } from 'node:fs';
import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../finding.ts';
import type { ListedServer } from '../listed-server.ts';
import { findDoubtfulClaims } from './find-doubtful-claims.ts';

const READ = { readOnlyHint: true, openWorldHint: false };
const ADDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

const tool = (
  name: string,
  description: string,
  annotations: JsonObject,
  properties: JsonObject = {},
): JsonObject => ({ name, description, annotations, inputSchema: { type: 'object', properties } });

const server = (tools: readonly JsonObject[], name = 'made-up'): ListedServer => ({
  server: name,
  trust: 'untrusted',
  from: 'made up',
  tools,
});

const doubts = (definition: JsonObject): readonly Finding[] => findDoubtfulClaims(server([definition]));

describe('claims that lower care and that the definition speaks against', () => {
  it.each<[string, JsonObject, RegExp]>([
    [
      'claims/secret-read',
      tool('dump_env', 'Returns all environment variables of the process', READ),
      /secrets/u,
    ],
    [
      'claims/secret-read',
      tool('vault_secret_get', 'Gets the value of a secret from the vault', READ),
      /claims to only read and to stay inside, but it returns secrets/u,
    ],
    [
      'claims/uploading-read',
      tool('parse_document', 'Uploads the file to our parsing service and returns its text', READ, {
        filePath: { type: 'string' },
      }),
      /sends the file in `filePath` elsewhere/u,
    ],
    [
      'claims/money-moves',
      tool('create_refund', 'Refunds a charge to the customer', ADDS, { amount: { type: 'integer' } }),
      /it moves money/u,
    ],
    [
      'claims/destroys',
      tool('acl-remove-rules', 'Remove one or more rules from an access list', ADDS),
      /removes a protection \(`rules`\)/u,
    ],
    ['claims/changes', tool('purge_reports', 'Deletes all old reports permanently', READ), /change nothing/u],
    [
      'claims/reaches-out',
      tool(
        'load_page',
        'Fetches a page',
        { readOnlyHint: true, openWorldHint: false },
        { url: { type: 'string' } },
      ),
      /`url`/u,
    ],
  ])('%s', (rule, definition, sentence) => {
    const found = doubts(definition).find((each) => each.rule === rule);
    expect(found?.message).toMatch(sentence);
    expect(found?.path[0]).toBe('annotations');
    expect(found?.help).toMatch(/ If it is wrong, run `callgate review made-up\/\S+ --override --set \w+=/u);
  });

  it('are not doubted where the claim is careful, or where nothing is claimed', () => {
    expect(
      doubts(tool('delete_all', 'Deletes everything', { destructiveHint: true, readOnlyHint: false })),
    ).toEqual([]);
    expect(doubts(tool('dump_env', 'Returns all environment variables', {}))).toEqual([]);
    expect(doubts(tool('list_notes', 'Lists notes', READ))).toEqual([]);
    expect(doubts(tool('add_note', 'Adds a note', ADDS))).toEqual([]);
  });
});

const FOLDER = new URL('../../../../../shared/catalogue/', import.meta.url);

describe.skipIf(!existsSync(FOLDER))('the traps that real servers hold', () => {
  it.each([
    ['modelcontextprotocol__server-everything', 'get-env', 'claims/secret-read'],
    ['digitalocean__mcp', 'firewall-remove-rules', 'claims/destroys'],
  ])('%s %s', (file, name, rule) => {
    const { tools } = JSON.parse(readFileSync(new URL(`${file}.json`, FOLDER), 'utf8')) as {
      readonly tools: readonly JsonObject[];
    };
    const found = findDoubtfulClaims(server(tools, file)).filter((finding) => finding.tool === name);
    expect(found).toMatchObject([{ rule, severity: 'warning' }]);
  });
});
