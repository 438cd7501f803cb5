import type { ClientDefinition } from './clients.ts';
import type { Splice } from './editor.ts';
import { applySplices } from './editor.ts';
import { CONFIG_FORMATS } from './config-format.ts';
import type { MapNode, ConfigNode } from './config-node.ts';
import { pathKey, readServers } from './client-server-entry.ts';

const MASK = '•••';

/** A value that only says where a secret is. */
const REFERENCE = /^(?:[A-Za-z]+ )?\$\{[^}]*\}$/;

const LITERAL = /^(?:true|false|null|~|[+-]?[\d._]+)?$/;

const isHarmless = (node: ConfigNode): boolean =>
  node.kind === 'text' ? REFERENCE.test(node.value) : node.kind === 'other' && LITERAL.test(node.raw);

const collect = (text: string, node: ConfigNode, shown: ReadonlySet<ConfigNode>, into: Splice[]): void => {
  if (shown.has(node)) return;
  if (node.kind === 'list') for (const item of node.items) collect(text, item, shown, into);
  else if (node.kind === 'map') for (const { value } of node.members) collect(text, value, shown, into);
  else if (!isHarmless(node)) {
    const { start, end } = node;
    // as many lines as before, so that line numbers hold
    into.push({ start, end, text: text.slice(start, end).replaceAll(/[^\r\n]+/g, MASK) });
  }
};

const shownOf = (client: ClientDefinition, map: MapNode): ConfigNode[] =>
  map.members
    .filter(({ key }) =>
      [client.command, 'path', 'args', 'type', ...client.url, ...client.sseUrl].includes(key),
    )
    .map(({ value }) => value);

/** The text with every value hidden but the commands, arguments, addresses and types of these servers. */
export const maskText = (client: ClientDefinition, text: string, servers: ReadonlySet<string>): string => {
  if (text.trim() === '') return text;
  const root = CONFIG_FORMATS[client.format].read(text);
  const shown = new Set<ConfigNode>();
  for (const { path, what } of readServers(client, root, []))
    if (servers.has(pathKey(path)) && what.kind !== 'unclear')
      for (const node of shownOf(client, what.map)) shown.add(node);
  const splices: Splice[] = [];
  collect(text, root, shown, splices);
  return applySplices(text, splices);
};
