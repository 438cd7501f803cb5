import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, ListedServer } from '@callgate/catalogue/lint';
import { lintServer } from '@callgate/catalogue/lint';
import type { JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { readClaims } from '@callgate/core/vocabulary';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../../../shared/catalogue');
const isThere = existsSync(FOLDER);
if (!isThere) console.log('skipped: no published servers in ../shared/catalogue');

const servers = (): readonly ListedServer[] =>
  readdirSync(FOLDER).map((file) => {
    const { tools } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { tools: JsonObject[] };
    return { server: file, trust: 'untrusted', from: file, tools };
  });

const AGAINST: ReadonlySet<string> = new Set([
  'hints/contradicted',
  'hints/worst-case',
  'hints/idempotent-as-read-only',
  'hints/conflicting',
]);

const heldAgainst = (server: ListedServer): readonly Finding[] =>
  lintServer(server).filter(({ rule }) => AGAINST.has(rule));

const changes = (tool: JsonObject): boolean =>
  readClaims(tool).answers.some(({ hint, answer }) => hint === 'readOnly' && answer === 'no');

const asRead = (tool: JsonObject): JsonObject => {
  const { annotations } = tool;
  const own = annotations !== undefined && isJsonObject(annotations) ? annotations : {};
  return { ...tool, annotations: { ...own, readOnlyHint: true, destructiveHint: false } };
};

describe.skipIf(!isThere)('of published servers', () => {
  it('few claims are held against their authors', () => {
    const all = servers();
    const claiming = all.flatMap(({ tools }) => tools).filter((tool) => readClaims(tool).answers.length > 0);
    const findings = all.flatMap(heldAgainst);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.length / claiming.length).toBeLessThan(0.01);
    expect(findings).toContainEqual(expect.objectContaining({ tool: 'firewall-remove-rules' }));
  });

  it('most writes that would say they are reads are noticed', () => {
    let [turned, noticed] = [0, 0];
    for (const server of servers()) {
      const tools = server.tools.map((tool) => (changes(tool) ? asRead(tool) : tool));
      const names = new Set(heldAgainst({ ...server, tools }).map(({ tool }) => tool));
      for (const tool of server.tools.filter(changes)) {
        turned += 1;
        if (names.has(String(tool['name']))) noticed += 1;
      }
    }
    expect(turned).toBeGreaterThan(0);
    expect(noticed / turned).toBeGreaterThan(0.8);
  });
});
