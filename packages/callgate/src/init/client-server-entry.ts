import { clientServerMessages } from '@callgate/messages/cli/client-servers';
import type { ClientDefinition } from './clients.ts';
import { CONFIG_FORMATS } from './config-format.ts';
import type { CallgateInvocation } from './callgate-invocation.ts';
import { readInvocation } from './callgate-invocation.ts';
import type { MapNode, ConfigMember, ConfigNode, TextNode } from './config-node.ts';
import { findMember, repeatedKeys, textsOf } from './config-node.ts';

export interface TextMember extends ConfigMember {
  readonly value: TextNode;
}

export interface ClientServerEntry {
  /** Keys from the top of the file; the last is its name. */
  readonly path: readonly string[];
  readonly name: string;
  readonly what:
    | {
        readonly kind: 'command';
        readonly command: TextMember;
        readonly args: ConfigMember | undefined;
        readonly words: readonly string[];
        readonly invocation: CallgateInvocation | undefined;
        readonly map: MapNode;
      }
    | { readonly kind: 'url'; readonly url: TextMember; readonly speaksSse: boolean; readonly map: MapNode }
    /** Nothing that could be rewritten, and why. */
    | { readonly kind: 'unclear'; readonly why: string };
}

const isText = (found: ConfigMember | undefined): found is TextMember => found?.value.kind === 'text';

const unclearEntry = (why: string): ClientServerEntry['what'] => ({ kind: 'unclear', why });

const typeOf = (map: MapNode): string | undefined => {
  const found = findMember(map, 'type');
  return isText(found) ? found.value.value : undefined;
};

const commandEntry = (
  map: MapNode,
  command: ConfigMember,
  own: readonly string[],
): ClientServerEntry['what'] => {
  if (!isText(command)) return unclearEntry(clientServerMessages.command.notText);
  const args = findMember(map, 'args');
  const texts = args === undefined ? [] : textsOf(args.value);
  if (texts === undefined) return unclearEntry(clientServerMessages.command.argumentsNotTexts);
  const words = [command.value.value, ...texts];
  return { kind: 'command', command, args, words, invocation: readInvocation(words, own), map };
};

const urlEntry = (client: ClientDefinition, map: MapNode): ClientServerEntry['what'] | undefined => {
  const url = map.members.find(({ key }) => client.url.includes(key) || client.sseUrl.includes(key));
  if (url === undefined) return undefined;
  if (!isText(url)) return unclearEntry(clientServerMessages.entry.addressNotText);
  const type = typeOf(map);
  const speaksSse =
    type === undefined
      ? client.sseUrl.includes(url.key) || /\/sse\/?$/.test(url.value.value)
      : !client.httpTypes.includes(type);
  return { kind: 'url', url, speaksSse, map };
};

const readServer = (
  client: ClientDefinition,
  value: ConfigNode,
  own: readonly string[],
): ClientServerEntry['what'] => {
  if (value.kind !== 'map') return unclearEntry(clientServerMessages.entry.notAnObject);
  const [repeated] = repeatedKeys(value);
  if (repeated !== undefined) return unclearEntry(clientServerMessages.entry.keyTwice);
  if (findMember(value, '<<') !== undefined) return unclearEntry(clientServerMessages.entry.elsewhere);
  const command = findMember(value, client.command);
  const url = urlEntry(client, value);
  if (command !== undefined && url !== undefined) return unclearEntry(clientServerMessages.entry.both);
  // an older form of Zed: the command is an object with a path
  if (command?.value.kind === 'map') {
    const path = findMember(command.value, 'path');
    if (path !== undefined && repeatedKeys(command.value).length === 0)
      return commandEntry(command.value, path, own);
  }
  if (command !== undefined) return commandEntry(value, command, own);
  return url ?? unclearEntry(clientServerMessages.entry.neither);
};

const mapsAt = (
  node: ConfigNode,
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

export const readServers = (
  client: ClientDefinition,
  root: ConfigNode,
  own: readonly string[],
): ClientServerEntry[] =>
  client.servers
    .flatMap((way) => mapsAt(root, way, []))
    .flatMap(({ path, map }) => {
      const repeated = repeatedKeys(map);
      return map.members.map(({ key, value }) => ({
        path: [...path, key],
        name: key,
        what: repeated.includes(key)
          ? unclearEntry(clientServerMessages.entry.nameTwice)
          : readServer(client, value, own),
      }));
    });

export const readServersFromText = (
  client: ClientDefinition,
  text: string,
  own: readonly string[],
): ClientServerEntry[] =>
  text.trim() === '' ? [] : readServers(client, CONFIG_FORMATS[client.format].read(text), own);

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);
