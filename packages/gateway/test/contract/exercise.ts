// `exercise.ts NAME off|prefer`: calls every tool of a server through a gateway, and prints what came of it.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { z } from 'zod';
import type { ServerConfig } from '../../src/config/gateway-config.ts';
import { childEnv } from '../../src/config/child-env.ts';
import { defaultServerConfig } from '../../src/config/defaults.ts';
import { approveCall } from '../approve-call.ts';
import { openTestGateway } from '../test-gateway.ts';

/** Where servers from npm are installed. */
const MODULES = process.env['EXERCISE_MODULES'] ?? '';

interface Exercised {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly calls: readonly (readonly [string, JsonObject])[];
}

const everything: Exercised['calls'] = [
  ['echo', { message: 'hello' }],
  ['get-annotated-message', { messageType: 'success', includeImage: false }],
  ['get-env', {}],
  ['get-resource-links', { count: 2 }],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
  ['get-structured-content', { location: 'Chicago' }],
  ['get-sum', { a: 1, b: 2 }],
  ['get-tiny-image', {}],
  [
    'gzip-file-as-resource',
    { name: 'a.gz', data: 'data:text/plain;base64,aGVsbG8=', outputType: 'resource' },
  ],
  ['toggle-simulated-logging', {}],
  ['toggle-subscriber-updates', {}],
  ['trigger-long-running-operation', { duration: 0.2, steps: 2 }],
];

const filesystem = (room: string): Exercised['calls'] => {
  const path = join(room, 'a.txt');
  return [
    ['list_allowed_directories', {}],
    ['write_file', { path, content: 'one\ntwo\n' }],
    ['read_file', { path }],
    ['read_text_file', { path, head: 1 }],
    ['read_media_file', { path: join(room, 'dot.png') }],
    ['read_multiple_files', { paths: [path] }],
    ['edit_file', { path, edits: [{ oldText: 'one', newText: 'three' }] }],
    ['read_text_file', { path }],
    ['create_directory', { path: join(room, 'folder') }],
    ['move_file', { source: path, destination: join(room, 'folder', 'b.txt') }],
    ['list_directory', { path: join(room, 'folder') }],
    ['list_directory_with_sizes', { path: join(room, 'folder') }],
    ['directory_tree', { path: room }],
    ['search_files', { path: room, pattern: '**/*.txt' }],
    ['get_file_info', { path: join(room, 'folder', 'b.txt') }],
  ];
};

const memory: Exercised['calls'] = [
  ['create_entities', { entities: [{ name: 'Ada', entityType: 'person', observations: ['counts'] }] }],
  ['create_entities', { entities: [{ name: 'Bob', entityType: 'person', observations: [] }] }],
  ['create_relations', { relations: [{ from: 'Ada', to: 'Bob', relationType: 'knows' }] }],
  ['add_observations', { observations: [{ entityName: 'Bob', contents: ['reads'] }] }],
  ['read_graph', {}],
  ['search_nodes', { query: 'Ada' }],
  ['open_nodes', { names: ['Bob'] }],
  ['delete_observations', { deletions: [{ entityName: 'Bob', observations: ['reads'] }] }],
  ['delete_relations', { relations: [{ from: 'Ada', to: 'Bob', relationType: 'knows' }] }],
  ['delete_entities', { entityNames: ['Bob'] }],
  ['read_graph', {}],
];

const mongodb: Exercised['calls'] = [
  ['list-databases', {}],
  ['find', { database: 'a', collection: 'b' }],
  ['list-knowledge-sources', {}],
];

const python = (room: string): Exercised['calls'] => [
  ['write', { path: join(room, 'p.txt') }],
  ['read', { path: join(room, 'dot.png') }],
  ['which', {}],
];

/** The one that is installed for tests. */
const memoryVersion = (): string => {
  const text = readFileSync(join(MODULES, '@modelcontextprotocol/server-memory/package.json'), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
};

const script = (path: string): string => join(MODULES, path);

const exercised = (name: string, room: string): Exercised => {
  const node = process.execPath;
  switch (name) {
    case 'filesystem':
      return {
        command: node,
        args: [script('@modelcontextprotocol/server-filesystem/dist/index.js'), room],
        calls: filesystem(room),
      };
    case 'memory':
      return {
        command: node,
        args: [script('@modelcontextprotocol/server-memory/dist/index.js')],
        env: { MEMORY_FILE_PATH: join(room, 'memory.jsonl') },
        calls: memory,
      };
    case 'everything':
      return {
        command: node,
        args: [script('@modelcontextprotocol/server-everything/dist/index.js')],
        calls: everything,
      };
    case 'mongodb':
      return {
        command: node,
        args: [script('mongodb-mcp-server/dist/esm/index.js')],
        env: { MDB_MCP_TELEMETRY: 'disabled', MDB_MCP_LOGGERS: 'stderr' },
        calls: mongodb,
      };
    case 'npx':
      return {
        command: 'npx',
        args: ['-y', `@modelcontextprotocol/server-memory@${memoryVersion()}`],
        calls: memory,
      };
    case 'uvx':
      return {
        command: join(import.meta.dirname, 'stand-in/uvx'),
        args: ['stand-in-server@1.0.0'],
        calls: python(room),
      };
    default:
      return {
        command: 'python3',
        args: [join(import.meta.dirname, 'liar.py')],
        calls: python(room),
      };
  }
};

const serverOf = (name: string, room: string, home: string, contract: string): ServerConfig => {
  const { command, args, env = {} } = exercised(name, room);
  return {
    ...defaultServerConfig(name, {
      kind: 'stdio',
      command,
      args,
      env: { ...childEnv({}), HOME: home, ...env },
      cwd: room,
    }),
    trust: 'trusted',
    ...(contract === 'off'
      ? {}
      : { contract: { contract: 'prefer', mode: 'split', allow: [], onViolation: 'tell' } }),
  };
};

const [name = '', contract = 'off'] = process.argv.slice(2);
const base = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-exercise-')));
const room = join(base, 'room');
const home = process.env['EXERCISE_HOME'] ?? join(base, 'home');
for (const folder of [room, home]) mkdirSync(folder, { recursive: true });
writeFileSync(join(room, 'dot.png'), 'no picture');
const at = await openTestGateway({
  servers: [serverOf(name, room, home, contract)],
  folder: join(base, 'callgate'),
  config: (config) => ({ ...config, approvals: { ...config.approvals, waitMs: 40_000, readingMs: 0 } }),
});
const client = at.connect();
await client.initialize();
await at.gateway.ready;
const timer = setInterval(() => {
  void (async () => {
    const { items } = await at.gateway.gate.desk.read.search({ states: ['held'] }, { limit: 50 });
    for (const { id } of items) await approveCall(at.gateway, id);
  })().catch(() => undefined);
}, 40);
const toolList = z.object({ tools: z.array(z.object({ name: z.string() })) });
const listed = async (): Promise<readonly string[]> =>
  toolList.parse((await client.request('tools/list', {})).result).tools.map((each) => each.name);
let tools = await listed();
for (let tries = 0; tools.length === 0 && tries < 200; tries += 1) {
  await new Promise((done) => setTimeout(done, 250));
  tools = await listed();
}
const calls: unknown[] = [];
const wanted = exercised(name, room).calls;
const named = new Set(wanted.map(([tool]) => tool));
const others = name === 'python' || name === 'uvx' ? [] : tools.filter((each) => !named.has(each));
for (const [tool, args] of [...wanted, ...others.map((other) => [other, {}] as const)]) {
  const { result, error } = await client.call(tool, args);
  const text = JSON.stringify(result?.['content'] ?? error ?? null).replaceAll(base, 'BASE');
  calls.push({ tool, failed: error !== undefined || result?.['isError'] === true, text });
}
clearInterval(timer);
const places = at.gateway.catalogue
  .stock()
  .flatMap((server) => server.tools.map((tool) => [tool.name, tool.traced().tool.contract]));
process.stdout.write(
  JSON.stringify({
    tools,
    calls,
    places,
    log: at.log.map(({ code, message }) => `${code}: ${message}`),
  }),
);
await at.gateway.close();
rmSync(base, { recursive: true, force: true });
process.exit(0);
