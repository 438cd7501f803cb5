import { describeTool, traceTool } from '@callgate/core';
import { TRUSTS } from '@callgate/core/disclose';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import { readClaims } from '@callgate/core/vocabulary';
import type { CallRow, Gate, Page } from '@callgate/gate';
import type { ReadTool } from '@callgate/routing';
import type { Definition, ServerWord } from './catalogue.ts';
import type { Who } from './host.ts';
import { sessionOf } from './host.ts';

/** Tools of one server, as models may call them, with what the operator knows of them. */
export interface RoutedServer extends ServerWord {
  /** All of its tools: what one prefers counts beside what the others do. */
  readonly definitions: readonly Definition[];
  /** What the operator says of single tools; it counts whole, in place of what they say. */
  readonly believed?: Readonly<Record<string, ModelPreferences>>;
}

/** A tool call whose result the model reads next. */
export interface CalledTool {
  readonly name: string;
  /** The framework's own id of the call, as the gate got it. Without it nobody knows what policy demands of the call. */
  readonly id?: string;
  /** Where two servers have a tool of that name and the gate has not seen the call; the least trusted otherwise. */
  readonly server?: string;
}

/** A call, and the gate's row of it where it has one. */
export interface MatchedCall {
  readonly called: CalledTool;
  readonly row: CallRow | undefined;
}

const PAGE = 200;

/** The calls with the gate's rows of them, as far as they went through it. */
export const matchCalls = async (
  gate: Gate,
  who: Who,
  called: readonly CalledTool[],
): Promise<readonly MatchedCall[]> => {
  const wanted = new Set(called.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const found = new Map<string, CallRow>();
  const session = sessionOf(who);
  let after: string | null = null;
  // newest first: the calls of the step that has just ended, and as many again that came in beside them
  for (let left = PAGE + 2 * called.length; left > 0 && found.size < wanted.size; left -= PAGE) {
    const page: Page<CallRow> = await gate.desk.read.search(
      { session },
      { limit: PAGE, ...(after === null ? {} : { after }) },
    );
    for (const row of page.items)
      if (row.key !== null && wanted.has(row.key) && !found.has(row.key)) found.set(row.key, row);
    after = page.next;
    if (after === null) break;
  }
  return called.map((each) => ({
    called: each,
    row: each.id === undefined ? undefined : found.get(each.id),
  }));
};

const trustIn = ({ trust = 'untrusted' }: RoutedServer): number => TRUSTS.indexOf(trust);

interface Known {
  readonly from: RoutedServer;
  readonly definition: Definition;
}

/** By the gate's own row of the call; of several servers that may be meant, the least trusted. */
const knownTool = (servers: readonly RoutedServer[], { called, row }: MatchedCall): Known | undefined => {
  const [server, name] = row === undefined ? [called.server, called.name] : [row.server, row.target];
  const meant = servers.flatMap((from): readonly Known[] => {
    if (server !== undefined && from.server !== server) return [];
    const definition = from.definitions.findLast((tool) => tool.name === name);
    return definition === undefined ? [] : [{ from, definition }];
  });
  const [least] = meant.toSorted((one, other) => trustIn(one.from) - trustIn(other.from));
  return least;
};

/** Whether its result may be private by what is known of the tool. What no gate has seen and nobody knows may return anything. */
export const isSensitive = (servers: readonly RoutedServer[], matched: MatchedCall): boolean => {
  const known = knownTool(servers, matched);
  if (known === undefined) return matched.row === undefined;
  const { definition, from } = known;
  const { server, trust = 'untrusted', settings, operator = {} } = from;
  const word = Object.hasOwn(operator, definition.name) ? operator[definition.name] : {};
  const tool = describeTool({ ...word, server, trust, definition });
  return traceTool(tool, definition, settings).raises.private === 'known';
};

const preferencesOf = (definition: Definition): ModelPreferences | null =>
  readClaims(definition).details.modelPreferences ?? null;

/** A result of which nothing is said. */
const silent = (server: string, tool: string): ReadTool => ({
  server,
  tool,
  trust: 'untrusted',
  claimed: null,
  peers: [],
});

/** What is known of the tools of these calls. What a server says lowers nothing where nobody knows what policy demands. */
export const readTools = (servers: readonly RoutedServer[], matched: MatchedCall): readonly ReadTool[] => {
  const { called, row } = matched;
  const known = knownTool(servers, matched);
  if (known === undefined) return [silent(called.server ?? '', called.name)];
  const { from, definition } = known;
  const { name } = definition;
  const { believed = {} } = from;
  const word = Object.hasOwn(believed, name) ? believed[name] : undefined;
  const read: ReadTool = {
    server: from.server,
    tool: name,
    trust: from.trust ?? 'untrusted',
    claimed: preferencesOf(definition),
    peers: from.definitions.filter((tool) => tool.name !== name).map(preferencesOf),
    ...(word === undefined ? {} : { believed: word }),
  };
  return row === undefined && word === undefined ? [read, silent(from.server, name)] : [read];
};
