import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import type { TextChangeOptions } from './change-text.ts';
import { unwrapText, wrapText } from './change-text.ts';
import type { ClientName } from './clients.ts';
import { CLIENTS } from './clients.ts';
import { quoteText } from './config-format.ts';
import { readToml } from './read-toml.ts';
import type { ConfigNode } from './config-node.ts';

const RUNS = process.env['CALLGATE_DEEP'] === '1' ? 5000 : 80;

const OWN = ['/usr/bin/node', '/opt/callgate/bin/callgate.js'];
const OPTIONS: TextChangeOptions = { own: OWN, isExcepted: () => false };

type WrittenConfigValue =
  | string
  | number
  | boolean
  | WrittenConfigValue[]
  | { readonly [key: string]: WrittenConfigValue };
type ConfigObject = Readonly<Record<string, WrittenConfigValue>>;
type ServerValue = Readonly<Record<string, WrittenConfigValue>>;

/** A way to write a configuration down, and another to read it that shares nothing with what is tested. */
interface ConfigNotation {
  readonly client: ClientName;
  readonly key: string;
  readonly command: string;
  readonly env: string;
  readonly headers: string;
  readonly http: ServerValue;
  write(value: ConfigObject, spaces: readonly string[]): string;
  read(text: string): unknown;
}

const word = fc.oneof(
  fc.constantFrom('npx', '-y', '--', '/bin/x', '${env:A}', '# no comment', '// nor this', 'yes', '7', ''),
  fc.string({ maxLength: 8 }),
  fc.array(fc.nat(0xd7ff), { maxLength: 4 }).map((codes) => String.fromCharCode(...codes)),
);

const program = fc.constantFrom('npx', 'uvx', '/opt/a b/c', 'C:\\x\\y.exe', '${workspaceFolder}/s', 'true');

const name = fc
  .oneof(fc.constantFrom('fs', 'my server', 'a__b', 'on', '@s/p'), word)
  .filter((key) => key !== '' && key !== '<<' && key !== '__proto__');

const settings = fc.dictionary(name, word, { maxKeys: 3 });

const serverOf = ({ command, env, headers, http }: ConfigNotation): fc.Arbitrary<ServerValue> =>
  fc.oneof(
    fc.record<Record<string, WrittenConfigValue>>(
      {
        [command]: program,
        args: fc.array(word, { maxLength: 4 }),
        [env]: settings,
        timeout: fc.nat(),
        cwd: word,
      },
      { requiredKeys: [command] },
    ),
    fc.constant(http),
    fc.constant({ ...http, [headers]: { Authorization: 'Bearer x', 'X-Key': 'k' } }),
    fc.constant<ServerValue>({ [command]: 'callgate', args: ['run', '--trust', 'owned', '--', 'x'] }),
    fc.record({ unknown: word, enabled: fc.boolean() }),
  );

const isWrapped = (words: readonly unknown[]): boolean =>
  words[0] === 'callgate' || OWN.every((own, at) => words[at] === own);

/** What a server says once Callgate stands before it; its name may be another one there. */
const expected = (
  server: Record<string, unknown>,
  after: Record<string, unknown>,
  { command, env, headers: headersKey, http }: ConfigNotation,
): unknown => {
  const args = Array.isArray(server['args']) ? server['args'] : [];
  const alias: unknown = Array.isArray(after['args']) ? after['args'][3] : '';
  const [own, script] = OWN;
  if (typeof server[command] === 'string' && !isWrapped([server[command], ...args]))
    return {
      ...server,
      [command]: own,
      args: [script, 'run', '--name', alias, '--', server[command], ...args],
    };
  const urlKey = Object.keys(http).find((key) => String(http[key]).startsWith('https:')) ?? '';
  if (typeof server[urlKey] !== 'string') return server;
  const { [urlKey]: url, [headersKey]: headers, ...rest } = server;
  const names = Object.keys(typeof headers === 'object' && headers !== null ? headers : {});
  const variables = names.map((header) => `CALLGATE_HEADER_${header.toUpperCase().replaceAll('-', '_')}`);
  return {
    ...rest,
    ...('type' in rest ? { type: 'stdio' } : {}),
    [command]: own,
    args: [
      script,
      'run',
      '--name',
      alias,
      '--url',
      url,
      ...names.flatMap((header, at) => ['--header-env', `${header}=${variables[at]}`]),
    ],
    ...(names.length > 0
      ? {
          [env]: Object.fromEntries(Object.values(headers ?? {}).map((value, at) => [variables[at], value])),
        }
      : {}),
  };
};

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

const serversOf = (root: unknown, key: string): Record<string, unknown> => asRecord(asRecord(root)[key]);

/** A list of arguments that is empty says the same as none. */
const withArgs = (root: unknown, { key, command }: ConfigNotation): unknown => ({
  ...asRecord(root),
  [key]: Object.fromEntries(
    Object.entries(serversOf(root, key)).map(([each, server]) => [
      each,
      command in asRecord(server) ? { args: [], ...asRecord(server) } : server,
    ]),
  ),
});

/** Writes JSON with these blanks and comments wherever some may stand. */
const writeJson = (value: WrittenConfigValue, spaces: readonly string[], trailing: boolean): string => {
  let at = 0;
  const space = (): string => spaces[at++ % Math.max(1, spaces.length)] ?? '';
  const walk = (each: WrittenConfigValue): string => {
    if (typeof each !== 'object') return JSON.stringify(each);
    const isList = Array.isArray(each);
    const items = isList
      ? each.map((item: WrittenConfigValue) => `${space()}${walk(item)}${space()}`)
      : Object.entries(each).map(
          ([key, item]) => `${space()}${JSON.stringify(key)}${space()}:${space()}${walk(item)}${space()}`,
        );
    const inner = items.join(',') + (trailing && items.length > 0 ? `,${space()}` : '');
    return isList ? `[${inner}]` : `{${inner}}`;
  };
  return space() + walk(value) + space();
};

const JSON_SPACE = fc.array(fc.constantFrom('', ' ', '\n  ', '\r\n\t', ' // "c": {\n', '/* , */', ' '), {
  maxLength: 9,
});

const entriesOf = (value: WrittenConfigValue): [string, WrittenConfigValue][] =>
  typeof value === 'object' && !Array.isArray(value) ? Object.entries(value) : [];

const TOML_ENTRY = ' = ';

const tomlInline = (value: WrittenConfigValue): string => {
  if (typeof value === 'string') return quoteText(value);
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(tomlInline).join(', ')}]`;
  return `{ ${Object.entries(value)
    .map(([key, item]) => quoteText(key) + TOML_ENTRY + tomlInline(item))
    .join(', ')} }`;
};

/** Writes TOML: servers under headings, in braces, or by keys with dots, as `spaces` happens to say. */
const writeToml = (value: ConfigObject, spaces: readonly string[]): string => {
  const lines: string[] = [];
  const { mcp_servers: servers = {}, ...top } = value;
  for (const [key, item] of Object.entries(top)) lines.push(`${quoteText(key)} = ${tomlInline(item)} # c`);
  for (const [at, [key, server]] of entriesOf(servers).entries()) {
    const form = (spaces[at]?.length ?? 0) % 3;
    const path = `mcp_servers.${quoteText(key)}`;
    const tables: string[] = [];
    if (form === 2) lines.unshift(`${path} = ${tomlInline(server)}`);
    else if (form === 1)
      lines.unshift(
        ...entriesOf(server).map(([part, item]) => `${path}.${quoteText(part)} = ${tomlInline(item)}`),
      );
    else {
      lines.push('', `[ ${path} ] # heading`);
      for (const [part, item] of entriesOf(server))
        if (typeof item === 'object' && !Array.isArray(item))
          tables.push(
            `[${path}.${quoteText(part)}]`,
            ...entriesOf(item).map(([k, v]) => `  ${quoteText(k)}=${tomlInline(v)}`),
          );
        else lines.push(`${quoteText(part)} = ${tomlInline(item)}  # c`);
      lines.push(...tables);
    }
  }
  return lines.join(spaces.length % 2 === 0 ? '\n' : '\r\n');
};

const tomlValue = (node: ConfigNode): unknown => {
  if (node.kind === 'text') return node.value;
  if (node.kind === 'other') return JSON.parse(node.raw);
  if (node.kind === 'list') return node.items.map(tomlValue);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, tomlValue(value)]));
};

const json = (client: ClientName, key: string, http: ServerValue): ConfigNotation => ({
  client,
  key,
  command: 'command',
  env: 'env',
  headers: 'headers',
  http,
  write: (value, spaces) => writeJson(value, spaces, spaces.length % 2 === 1),
  read: (text) => JSON.parse(JSON.stringify(runInNewContext(`(${text}\n)`))),
});

const NOTATIONS: readonly ConfigNotation[] = [
  json('cursor', 'mcpServers', { url: 'https://x.example/mcp' }),
  json('vscode', 'servers', { type: 'http', url: 'https://x.example/mcp' }),
  json('gemini', 'mcpServers', { httpUrl: 'https://x.example/mcp' }),
  {
    client: 'codex',
    key: 'mcp_servers',
    command: 'command',
    env: 'env',
    headers: 'http_headers',
    http: { url: 'https://x.example/mcp' },
    write: writeToml,
    read: (text) => tomlValue(readToml(text)),
  },
  {
    client: 'goose',
    key: 'extensions',
    command: 'cmd',
    env: 'envs',
    headers: 'headers',
    http: { type: 'streamable_http', uri: 'https://x.example/mcp' },
    write: (value, spaces) =>
      stringify(value, {
        indent: 2 + (spaces.length % 3),
        indentSeq: spaces.length % 2 === 0,
        collectionStyle: (['any', 'block', 'flow'] as const)[spaces.length % 3] ?? 'any',
        defaultStringType: (['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE'] as const)[spaces.length % 3] ?? 'PLAIN',
        lineWidth: spaces.length % 2 === 0 ? 0 : 80,
        aliasDuplicateObjects: false,
      }),
    read: (text) => parse(text),
  },
];

describe.each(NOTATIONS)('$client', (notation) => {
  const { client, key } = notation;
  const config = fc
    .record({
      servers: fc.dictionary(name, serverOf(notation), { maxKeys: 4 }),
      rest: fc.dictionary(name, fc.oneof(word, fc.nat(), fc.array(word, { maxLength: 3 }), settings), {
        maxKeys: 3,
      }),
      spaces: JSON_SPACE,
    })
    .map(({ servers, rest, spaces }) => notation.write({ ...rest, [key]: servers }, spaces));

  it('only the servers change, and they say what they should', () => {
    fc.assert(
      fc.property(config, (text) => {
        const before = asRecord(notation.read(text));
        const { after, servers } = wrapText(CLIENTS[client], text, OPTIONS);
        const found = asRecord(notation.read(after));
        const wanted = Object.fromEntries(
          Object.entries(serversOf(before, key)).map(([each, server]) => {
            const { action } = servers.find((report) => report.name === each) ?? {};
            const now = asRecord(serversOf(found, key)[each]);
            return [each, action === 'changed' ? expected(asRecord(server), now, notation) : server];
          }),
        );
        expect({ ...found, [key]: serversOf(found, key) }).toEqual({ ...before, [key]: wanted });
      }),
      { numRuns: RUNS },
    );
  });

  it('a second time changes nothing', () => {
    fc.assert(
      fc.property(config, (text) => {
        const { after } = wrapText(CLIENTS[client], text, OPTIONS);
        expect(wrapText(CLIENTS[client], after, OPTIONS).after).toBe(after);
      }),
      { numRuns: RUNS },
    );
  });

  it('taken off in place, the file says what it said', () => {
    fc.assert(
      fc.property(config, (text) => {
        const { after } = wrapText(CLIENTS[client], text, OPTIONS);
        const isOurs: TextChangeOptions = {
          ...OPTIONS,
          isExcepted: ({ what }) => what.kind === 'command' && what.words[0] === 'callgate',
        };
        const back = unwrapText(CLIENTS[client], after, isOurs);
        expect(withArgs(notation.read(back.after), notation)).toEqual(
          withArgs(notation.read(text), notation),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('most servers with a command are changed', () => {
    const drawn = fc.sample(config, { numRuns: 200, seed: 7 });
    const reports = drawn.flatMap((text) => wrapText(CLIENTS[client], text, OPTIONS).servers);
    const changed = reports.filter(({ action }) => action === 'changed');
    expect(changed.length).toBeGreaterThan(reports.length / 3);
  });
});
