import type { Client } from './clients.ts';
import { FORMATS } from './format.ts';
import type { Invocation } from './invocation.ts';
import { readInvocation } from './invocation.ts';
import type { MapNode, Member, Node, TextNode } from './tree.ts';
import { member, repeatedKeys, textsOf } from './tree.ts';

export interface TextMember extends Member {
  readonly value: TextNode;
}

export interface ServerEntry {
  /** Keys from the top of the file; the last is its name. */
  readonly path: readonly string[];
  readonly name: string;
  readonly what:
    | {
        readonly kind: 'command';
        readonly command: TextMember;
        readonly args: Member | undefined;
        readonly words: readonly string[];
        readonly invocation: Invocation | undefined;
        readonly map: MapNode;
      }
    | { readonly kind: 'url'; readonly url: TextMember; readonly speaksSse: boolean; readonly map: MapNode }
    /** Nothing that could be rewritten, and why. */
    | { readonly kind: 'unclear'; readonly why: string };
}

const isText = (found: Member | undefined): found is TextMember => found?.value.kind === 'text';

const unclear = (why: string): ServerEntry['what'] => ({ kind: 'unclear', why });

const typeOf = (map: MapNode): string | undefined => {
  const found = member(map, 'type');
  return isText(found) ? found.value.value : undefined;
};

const commandEntry = (map: MapNode, command: Member, own: readonly string[]): ServerEntry['what'] => {
  if (!isText(command)) return unclear('its command is not written as one text');
  const args = member(map, 'args');
  const texts = args === undefined ? [] : textsOf(args.value);
  if (texts === undefined) return unclear('its arguments are not written as a list of texts');
  const words = [command.value.value, ...texts];
  return { kind: 'command', command, args, words, invocation: readInvocation(words, own), map };
};

const urlEntry = (client: Client, map: MapNode): ServerEntry['what'] | undefined => {
  const url = map.members.find(({ key }) => client.url.includes(key) || client.sseUrl.includes(key));
  if (url === undefined) return undefined;
  if (!isText(url)) return unclear('its address is not written as one text');
  const type = typeOf(map);
  const speaksSse =
    type === undefined
      ? client.sseUrl.includes(url.key) || /\/sse\/?$/.test(url.value.value)
      : !client.httpTypes.includes(type);
  return { kind: 'url', url, speaksSse, map };
};

const readServer = (client: Client, value: Node, own: readonly string[]): ServerEntry['what'] => {
  if (value.kind !== 'map') return unclear('it is not written as an object of its own');
  const [repeated] = repeatedKeys(value);
  if (repeated !== undefined) return unclear('it says one key twice');
  if (member(value, '<<') !== undefined) return unclear('part of it is written elsewhere');
  const command = member(value, client.command);
  const url = urlEntry(client, value);
  if (command !== undefined && url !== undefined) return unclear('it has both a command and an address');
  // an older form of Zed: the command is an object with a path
  if (command?.value.kind === 'map') {
    const path = member(command.value, 'path');
    if (path !== undefined && repeatedKeys(command.value).length === 0)
      return commandEntry(command.value, path, own);
  }
  if (command !== undefined) return commandEntry(value, command, own);
  return url ?? unclear('it has neither a command nor an address: its client runs it by itself');
};

const mapsAt = (
  node: Node,
  way: readonly string[],
  path: readonly string[],
): { readonly path: readonly string[]; readonly map: MapNode }[] => {
  if (node.kind !== 'map') return [];
  const [step, ...rest] = way;
  if (step === undefined) return [{ path, map: node }];
  return node.members
    .filter(({ key }) => step === '*' || key === step)
    .flatMap(({ key, value }) => mapsAt(value, rest, [...path, key]));
};

export const readServers = (client: Client, root: Node, own: readonly string[]): ServerEntry[] =>
  client.servers
    .flatMap((way) => mapsAt(root, way, []))
    .flatMap(({ path, map }) => {
      const repeated = repeatedKeys(map);
      return map.members.map(({ key, value }) => ({
        path: [...path, key],
        name: key,
        what: repeated.includes(key)
          ? unclear('its name stands there twice')
          : readServer(client, value, own),
      }));
    });

export const serversIn = (client: Client, text: string, own: readonly string[]): ServerEntry[] =>
  text.trim() === '' ? [] : readServers(client, FORMATS[client.format].read(text), own);

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);
