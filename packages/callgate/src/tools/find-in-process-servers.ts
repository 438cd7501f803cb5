import type { JsonObject, ToolInput } from '@callgate/core';
import { traceTool } from '@callgate/core';
import type { KnownServer } from '@callgate/operations/tools';
import { readDecisionBasis } from '@callgate/operations/tools';
import type { CallRow } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import { canBeStore } from '@callgate/gate/store';
import { openStoreReader } from '@callgate/gateway/store';
import type { InventoryTool } from '@callgate/gateway/tools';

/** Agents that run in a program have no server that could be pinned. */
export const IN_PROCESS = 'in-process';

const MAX_SERVERS = 500;
const PAGE = 500;
/** So many calls of one server are looked at, the newest first. */
const MAX_CALLS = 2000;

type InProcessReader = Pick<StoreReader, 'names' | 'search' | 'rowsOfCall' | 'kept'>;

/** The newest call of each tool. */
const newestCalls = async (read: InProcessReader, server: string): Promise<readonly CallRow[]> => {
  const found = new Map<string, CallRow>();
  let after: string | undefined;
  for (let seen = 0; seen < MAX_CALLS; seen += PAGE) {
    const page = await read.search({ server }, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    for (const row of page.items)
      if (row.kind === 'tool' && !found.has(row.target)) found.set(row.target, row);
    if (page.next === null) break;
    after = page.next;
  }
  return [...found.values()];
};

const stockedTool = (input: ToolInput): InventoryTool => {
  const { name, definition: digest } = input;
  const definition: JsonObject = { name, inputSchema: { type: 'object' } };
  return {
    name,
    exposed: name,
    definition,
    digest,
    pinned: definition,
    pinnedDigest: digest,
    quarantine: input.quarantine,
    disabled: null,
    words: undefined,
    traced: () => traceTool(input, definition),
  };
};

const toolsOf = async (read: InProcessReader, server: string): Promise<readonly ToolInput[]> => {
  const inputs: ToolInput[] = [];
  for (const { id } of await newestCalls(read, server)) {
    const decided = await readDecisionBasis(read, id);
    if (decided !== undefined) inputs.push(decided.tool);
  }
  return inputs.toSorted((one, other) => (one.name < other.name ? -1 : 1));
};

/** Tools that programs with an adapter, or hosts with hooks, called: known from the audit log alone. */
export const findInProcessServers = async (
  store: string,
  known: ReadonlySet<string>,
): Promise<readonly KnownServer[]> => {
  if (!canBeStore(store)) return [];
  const { read, close } = await openStoreReader(store);
  try {
    const servers: KnownServer[] = [];
    for (const server of await read.names('server', MAX_SERVERS)) {
      if (known.has(server)) continue;
      const [first, ...rest] = await toolsOf(read, server);
      if (first === undefined) continue;
      servers.push({
        server,
        identity: IN_PROCESS,
        state: IN_PROCESS,
        trust: first.server.trust,
        reach: null,
        tools: [first, ...rest].map(stockedTool),
        problems: [],
      });
    }
    return servers;
  } finally {
    await close();
  }
};
