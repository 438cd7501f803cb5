import { existsSync, readFileSync, readdirSync } from 'node:fs';
import type { JsonObject, ToolInput, TrustLevel } from '@callgate/core';
import { describeTool } from '@callgate/core';
import type { BenchRandom } from './bench-random.ts';

/** One tool as a server lists it. */
export interface ListedTool {
  readonly server: string;
  readonly trust: TrustLevel;
  readonly definition: JsonObject;
}

export interface BenchCatalogue {
  readonly source: string;
  readonly tools: readonly ListedTool[];
}

const FOLDER = new URL('../../shared/catalogue/', import.meta.url);
const GENERATED = 1500;

interface BenchServer {
  readonly name: string;
  readonly definitions: readonly JsonObject[];
}

interface ToolsListAnswer {
  readonly tools?: readonly JsonObject[];
  readonly result?: { readonly tools?: readonly JsonObject[] };
}

const readServer = (file: string): BenchServer => {
  const answer = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as ToolsListAnswer;
  return { name: file.replace(/\.json$/, ''), definitions: answer.tools ?? answer.result?.tools ?? [] };
};

/** Half of the tools end up trusted: each server, largest first, joins the smaller half. */
const halved = (servers: readonly BenchServer[]): ListedTool[] => {
  const sizes = { trusted: 0, untrusted: 0 };
  const tools: ListedTool[] = [];
  for (const { name, definitions } of servers.toSorted(
    (a, b) => b.definitions.length - a.definitions.length,
  )) {
    const trust = sizes.trusted < sizes.untrusted ? 'trusted' : 'untrusted';
    sizes[trust] += definitions.length;
    tools.push(...definitions.map((definition) => ({ server: name, trust, definition }) as const));
  }
  return tools;
};

const VERBS = ['get', 'list', 'search', 'create', 'update', 'delete', 'send', 'run', 'query', 'fetch'];
const NOUNS = ['file', 'issue', 'branch', 'message', 'page', 'record', 'table', 'user', 'event', 'job'];
const PROPERTIES = ['path', 'url', 'sql', 'branch', 'query', 'id', 'title', 'body', 'to'];

const generatedDefinition = (random: BenchRandom, index: number): JsonObject => {
  const verb = random.pick(VERBS);
  const reads = ['get', 'list', 'search', 'query', 'fetch'].includes(verb);
  const hinted = random.chance(0.6);
  return {
    name: `${verb}_${random.pick(NOUNS)}_${index}`,
    description: 'Does what its name says, with everything that the service offers for it. '.repeat(
      1 + random.below(4),
    ),
    inputSchema: {
      type: 'object',
      properties: {
        [random.pick(PROPERTIES)]: { type: 'string', description: 'what it works on' },
        limit: { type: 'integer', description: 'how many at most' },
        force: { type: 'boolean' },
      },
    },
    ...(hinted
      ? {
          annotations: {
            readOnlyHint: reads,
            destructiveHint: verb === 'delete',
            openWorldHint: random.chance(0.5),
          },
        }
      : {}),
  };
};

const generatedServers = (random: BenchRandom): BenchServer[] =>
  Array.from({ length: GENERATED / 50 }, (_, server) => ({
    name: `generated-${server}`,
    definitions: Array.from({ length: 50 }, (__, tool) => generatedDefinition(random, tool)),
  }));

/** The tools of real servers where their lists are at hand, otherwise generated ones. */
export const listTools = (random: BenchRandom): BenchCatalogue => {
  if (!existsSync(FOLDER))
    return { source: `generated, ${GENERATED} tools`, tools: halved(generatedServers(random)) };
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));
  const tools = halved(files.toSorted().map(readServer));
  return { source: `../shared/catalogue, ${files.length} servers, ${tools.length} tools`, tools };
};

export const describeListedTool = ({ server, trust, definition }: ListedTool): ToolInput =>
  describeTool({ server, trust, definition });
