import { display } from '@callgate/core';
import type { Client } from './clients.ts';
import type { Editor } from './edit.ts';
import type { HeaderEnv, Invocation } from './invocation.ts';
import { variableFor, wrapCommand, wrapUrl } from './invocation.ts';
import type { Plain } from './plain.ts';
import { plainOf, plainWith } from './plain.ts';
import { secretIn } from './secret-address.ts';
import type { ServerEntry } from './server-entry.ts';
import type { MapNode, Member } from './tree.ts';
import { member, repeatedKeys } from './tree.ts';

/** What becomes of a server: a map that says something else, or nothing, and why. */
export type Change =
  | { readonly kind: 'changed'; readonly map: MapNode; readonly says: Plain; readonly note?: string }
  | { readonly kind: 'already' | 'left'; readonly why: string };

type Of<Kind extends ServerEntry['what']['kind']> = Extract<ServerEntry['what'], { readonly kind: Kind }>;

const left = (why: string): Change => ({ kind: 'left', why });

/** Keys by which a client signs in itself; a command in its place would have no token. */
const SIGNS_IN = new Set([
  'oauth',
  'oauth_resource',
  'scopes',
  'auth',
  'authorization',
  'authProviderType',
  'headersHelper',
  'bearer_token',
  'bearer_token_env_var',
  'env_http_headers',
]);

const NO_SIGN_IN = 'callgate run signs in nowhere: if this server asks you to, leave it out with --except';

/** Who wrote it before may have written something else than would be written now: that is told. */
const alreadyText = ({ kind, by }: Invocation, own: readonly string[]): string => {
  if (kind === 'other') return 'it is Callgate itself';
  const isOurs = by.length === own.length + 1 && own.every((word, at) => by[at] === word);
  const words = display(by.join(' '), { max: 300 });
  return `it goes through Callgate already${isOurs ? '' : `, as \`${words}\``}`;
};

const splitWords = (words: readonly string[]): { readonly command: string; readonly args: string[] } => {
  const [command = '', ...args] = words;
  return { command, args };
};

const wrapOfCommand = (
  { command, args, words, invocation, map }: Of<'command'>,
  own: readonly string[],
  name: string,
  editor: Editor,
): Change => {
  if (invocation !== undefined) return { kind: 'already', why: alreadyText(invocation, own) };
  const [program = ''] = words;
  if (program.trim() === '') return left('its command is empty');
  if (program.startsWith('~'))
    return left('its command begins with ~, which only its client fills in: write the whole path');
  if (/^[^/\\]+\s/.test(program))
    return left(
      'its command holds several words, which only its client takes apart: write them as command and args',
    );
  const wrapped = splitWords(wrapCommand(own, name, program, []));
  editor.setText(command.value, wrapped.command);
  if (args === undefined) editor.addListAfter(command, 'args', wrapped.args);
  else editor.prepend(args, wrapped.args);
  return {
    kind: 'changed',
    map,
    says: plainWith(map, {
      [command.key]: wrapped.command,
      args: [...wrapped.args, ...words.slice(1)],
    }),
  };
};

const headersOf = (client: Client, headers: Member | undefined): HeaderEnv[] | string => {
  if (headers === undefined) return [];
  if (headers.value.kind !== 'map' || repeatedKeys(headers.value).length > 0)
    return 'its headers are not written as an object of texts';
  const found: HeaderEnv[] = [];
  for (const { key, value } of headers.value.members) {
    if (value.kind !== 'text') return 'its headers are not written as an object of texts';
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(key)) return 'one of its headers has no valid name';
    if (client.headerVariablesOnly && value.value.includes('$'))
      return `${client.title} fills variables into headers, but not into ${client.env}`;
    found.push({ header: key, variable: variableFor(key) });
  }
  if (new Set(found.map(({ variable }) => variable)).size < found.length)
    return 'two of its headers would need the same variable';
  return found;
};

const isEmptyMap = (found: Member): boolean => found.value.kind === 'map' && found.value.members.length === 0;

/** Why a server at an address stays as it is. */
const urlObstacle = (client: Client, { url, speaksSse, map }: Of<'url'>): string | undefined => {
  const address = url.value.value;
  if (speaksSse) return 'it speaks the older HTTP+SSE transport, which callgate run does not';
  if (!/^https?:\/\/|^\$/i.test(address)) return 'its address does not begin with http:// or https://';
  const signsIn = map.members.find(({ key }) => SIGNS_IN.has(key));
  if (signsIn !== undefined) return `${client.title} signs in to it itself, by \`${display(signsIn.key)}\``;
  const keys = member(map, 'env_keys');
  if (keys !== undefined && (keys.value.kind !== 'list' || keys.value.items.length > 0))
    return `${client.title} takes its headers from a store of secrets, by \`env_keys\``;
  if (member(map, 'args') !== undefined) return 'it has both an address and arguments';
  const secret = secretIn(address);
  return secret === undefined
    ? undefined
    : `${secret}, and everybody on this machine could read it in a command line`;
};

const wrapOfUrl = (
  client: Client,
  entry: Of<'url'>,
  own: readonly string[],
  name: string,
  editor: Editor,
): Change => {
  const { url, map } = entry;
  const obstacle = urlObstacle(client, entry);
  if (obstacle !== undefined) return left(obstacle);
  const written = member(map, client.headers);
  const headers = headersOf(client, written);
  if (typeof headers === 'string') return left(headers);
  const env = member(map, client.env);
  if (headers.length > 0 && env !== undefined && !isEmptyMap(env))
    return left(`it has both headers and ${client.env}`);
  const type = member(map, 'type');
  const wrapped = splitWords(wrapUrl(own, name, url.value.value, headers));
  editor.rename(url, client.command);
  editor.setText(url.value, wrapped.command);
  editor.addListAfter(url, 'args', wrapped.args);
  if (type?.value.kind === 'text') editor.setText(type.value, 'stdio');
  const changes: Record<string, Plain | undefined> = {
    [url.key]: undefined,
    [client.command]: wrapped.command,
    args: wrapped.args,
    ...(type === undefined ? {} : { type: 'stdio' }),
  };
  if (written !== undefined && headers.length > 0) {
    if (env !== undefined) editor.remove(env);
    editor.rename(written, client.env);
    const values = written.value.kind === 'map' ? written.value.members : [];
    for (const each of values) editor.rename(each, variableFor(each.key));
    changes[client.headers] = undefined;
    changes[client.env] = {
      map: values
        .map((each): [string, Plain] => [variableFor(each.key), plainOf(each.value)])
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    };
  } else if (written !== undefined) {
    editor.remove(written);
    changes[client.headers] = undefined;
  }
  return {
    kind: 'changed',
    map,
    says: plainWith(map, changes),
    ...(headers.length === 0 ? { note: NO_SIGN_IN } : {}),
  };
};

/** Puts Callgate before a server, by changes to the text of its file. */
export const wrapServer = (
  client: Client,
  entry: ServerEntry,
  own: readonly string[],
  name: string,
  editor: Editor,
): Change => {
  if (entry.what.kind === 'unclear') return left(entry.what.why);
  return entry.what.kind === 'command'
    ? wrapOfCommand(entry.what, own, name, editor)
    : wrapOfUrl(client, entry.what, own, name, editor);
};
