import type { Client } from './clients.ts';
import type { Splice } from './edit.ts';
import { applySplices } from './edit.ts';
import { FORMATS } from './format.ts';
import type { MapNode, Node } from './tree.ts';
import { pathKey, readServers } from './server-entry.ts';

const MASK = '•••';

/** A value that only says where a secret is. */
const REFERENCE = /^(?:[A-Za-z]+ )?\$\{[^}]*\}$/;

const LITERAL = /^(?:true|false|null|~|[+-]?[\d._]+)?$/;

const isHarmless = (node: Node): boolean =>
  node.kind === 'text' ? REFERENCE.test(node.value) : node.kind === 'other' && LITERAL.test(node.raw);

const collect = (text: string, node: Node, shown: ReadonlySet<Node>, into: Splice[]): void => {
  if (shown.has(node)) return;
  if (node.kind === 'list') for (const item of node.items) collect(text, item, shown, into);
  else if (node.kind === 'map') for (const { value } of node.members) collect(text, value, shown, into);
  else if (!isHarmless(node)) {
    const { start, end } = node;
    // as many lines as before, so that line numbers hold
    into.push({ start, end, text: text.slice(start, end).replaceAll(/[^\r\n]+/g, MASK) });
  }
};

const shownOf = (client: Client, map: MapNode): Node[] =>
  map.members
    .filter(({ key }) =>
      [client.command, 'path', 'args', 'type', ...client.url, ...client.sseUrl].includes(key),
    )
    .map(({ value }) => value);

/** The text with every value hidden but the commands, arguments, addresses and types of these servers. */
export const maskText = (client: Client, text: string, servers: ReadonlySet<string>): string => {
  if (text.trim() === '') return text;
  const root = FORMATS[client.format].read(text);
  const shown = new Set<Node>();
  for (const { path, what } of readServers(client, root, []))
    if (servers.has(pathKey(path)) && what.kind !== 'unclear')
      for (const node of shownOf(client, what.map)) shown.add(node);
  const splices: Splice[] = [];
  collect(text, root, shown, splices);
  return applySplices(text, splices);
};
