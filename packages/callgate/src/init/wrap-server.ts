import { setUpMessages } from '@callgate/messages/cli/set-up';
import { display } from '@callgate/core';
import { clientServerMessages } from '@callgate/messages/cli/client-servers';
import type { ClientDefinition } from './clients.ts';
import type { Editor } from './editor.ts';
import type { HeaderEnv, CallgateInvocation } from './callgate-invocation.ts';
import { BACKGROUND, variableFor, wrapCommand, wrapUrl } from './callgate-invocation.ts';
import { findSecretReason } from './secret-address.ts';
import type { ClientServerEntry } from './client-server-entry.ts';
import type { MapNode, ConfigMember } from './config-node.ts';
import { findMember, repeatedKeys } from './config-node.ts';

/** What becomes of a server: an edited map, or nothing, and why. */
export type ServerEdit =
  | { readonly kind: 'changed'; readonly editor: Editor; readonly note?: string; readonly alias?: string }
  | { readonly kind: 'already' | 'left'; readonly why: string };

type EntryOfKind<Kind extends ClientServerEntry['what']['kind']> = Extract<
  ClientServerEntry['what'],
  { readonly kind: Kind }
>;

/** A server to change, in the file of its client. */
export interface ServerEditTarget {
  readonly client: ClientDefinition;
  readonly entry: ClientServerEntry;
  readonly own: readonly string[];
  edit(map: MapNode): Editor;
}

const leaveServer = (why: string): ServerEdit => ({ kind: 'left', why });

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

const texts = clientServerMessages;

const NO_SIGN_IN = setUpMessages.init.needsOAuth;

/** Who wrote it before may have written something else than would be written now: that is told. */
const alreadyText = ({ kind, by }: CallgateInvocation, own: readonly string[]): string => {
  if (kind === 'other') return texts.isCallgate;
  const usual = by.filter((word) => word !== BACKGROUND);
  const isOurs = usual.length === own.length + 1 && own.every((word, at) => usual[at] === word);
  const words = display(by.join(' '), { max: 300 });
  return texts.already({ as: isOurs ? undefined : words });
};

const wrapCommandEntry = (
  what: EntryOfKind<'command'>,
  { own, edit }: ServerEditTarget,
  name: string,
  options: readonly string[],
): ServerEdit => {
  const { command, args, words, invocation } = what;
  if (invocation !== undefined) return { kind: 'already', why: alreadyText(invocation, own) };
  const [program = ''] = words;
  if (program.trim() === '') return leaveServer(texts.command.empty);
  if (program.startsWith('~')) return leaveServer(texts.command.tilde);
  if (/^[^/\\]+\s/.test(program)) return leaveServer(texts.command.severalWords);
  const [first = '', ...rest] = wrapCommand(own, name, program, options);
  const editor = edit(what.map);
  editor.setText(command, first);
  if (args === undefined) editor.addListAfter(command, 'args', rest);
  else editor.prepend(args, rest);
  return { kind: 'changed', editor, alias: name };
};

const headersOf = (client: ClientDefinition, headers: ConfigMember | undefined): HeaderEnv[] | string => {
  if (headers === undefined) return [];
  if (headers.value.kind !== 'map' || repeatedKeys(headers.value).length > 0) return texts.headers.notTexts;
  const found: HeaderEnv[] = [];
  for (const { key, value } of headers.value.members) {
    if (value.kind !== 'text') return texts.headers.notTexts;
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(key)) return texts.headers.invalidName;
    if (client.headerVariablesOnly && value.value.includes('$'))
      return texts.headers.variablesOnly({ client: client.title, env: client.env });
    found.push({ header: key, variable: variableFor(key) });
  }
  if (new Set(found.map(({ variable }) => variable)).size < found.length) return texts.headers.sameVariable;
  return found;
};

const isEmptyMap = (found: ConfigMember): boolean =>
  found.value.kind === 'map' && found.value.members.length === 0;

const urlObstacle = (
  client: ClientDefinition,
  { url, speaksSse, map }: EntryOfKind<'url'>,
): string | undefined => {
  const address = url.value.value;
  if (speaksSse) return texts.address.sse;
  if (!/^https?:\/\/|^\$/i.test(address)) return texts.address.notHttp;
  const signsIn = map.members.find(({ key }) => SIGNS_IN.has(key));
  if (signsIn !== undefined)
    return texts.address.clientSignsIn({ client: client.title, key: display(signsIn.key) });
  const keys = findMember(map, 'env_keys');
  if (keys !== undefined && (keys.value.kind !== 'list' || keys.value.items.length > 0))
    return texts.address.secretStore({ client: client.title });
  if (findMember(map, 'args') !== undefined) return texts.address.withArguments;
  const secret = findSecretReason(address);
  return secret === undefined ? undefined : texts.address.secret({ why: secret });
};

const wrapUrlEntry = (
  what: EntryOfKind<'url'>,
  { client, own, edit }: ServerEditTarget,
  name: string,
  options: readonly string[],
): ServerEdit => {
  const { url, map } = what;
  const obstacle = urlObstacle(client, what);
  if (obstacle !== undefined) return leaveServer(obstacle);
  const written = findMember(map, client.headers);
  const headers = headersOf(client, written);
  if (typeof headers === 'string') return leaveServer(headers);
  const env = findMember(map, client.env);
  if (headers.length > 0 && env !== undefined && !isEmptyMap(env))
    return leaveServer(texts.headers.besideEnv({ env: client.env }));
  const type = findMember(map, 'type');
  const [first = '', ...rest] = wrapUrl(own, name, url.value.value, headers, options);
  const editor = edit(map);
  editor.rename(url, client.command);
  editor.setText(url, first);
  editor.addListAfter(url, 'args', rest);
  if (type !== undefined) editor.setText(type, 'stdio');
  if (written !== undefined && headers.length > 0) {
    if (env !== undefined) editor.remove(env);
    editor.rename(written, client.env);
    editor.renameWithin(written, variableFor);
  } else if (written !== undefined) editor.remove(written);
  return { kind: 'changed', editor, alias: name, ...(headers.length === 0 ? { note: NO_SIGN_IN } : {}) };
};

/** `options` are those of `callgate run`. */
export const wrapServer = (
  toChange: ServerEditTarget,
  name: string,
  options: readonly string[] = [],
): ServerEdit => {
  const { what } = toChange.entry;
  if (what.kind === 'unclear') return leaveServer(what.why);
  return what.kind === 'command'
    ? wrapCommandEntry(what, toChange, name, options)
    : wrapUrlEntry(what, toChange, name, options);
};

const unwrapCommand = (
  { command, args, words, map }: EntryOfKind<'command'>,
  at: number,
  { edit }: ServerEditTarget,
): ServerEdit => {
  const program = words[at];
  if (program === undefined || args === undefined) return leaveServer(texts.nothingWrapped);
  const editor = edit(map);
  editor.setText(command, program);
  editor.dropFirst(args, at);
  return { kind: 'changed', editor };
};

const unwrapUrl = (
  { command, args, map }: EntryOfKind<'command'>,
  { url, headers }: Extract<CallgateInvocation, { readonly kind: 'url' }>,
  { client, edit }: ServerEditTarget,
): ServerEdit => {
  if (args === undefined) return leaveServer(texts.nothingWrapped);
  const env = findMember(map, client.env);
  const variables = env?.value.kind === 'map' ? env.value.members.map(({ key }) => key) : [];
  const headerOf = new Map(headers.map(({ header, variable }) => [variable, header]));
  if (headers.some(({ variable }) => !variables.includes(variable)))
    return leaveServer(texts.headers.notInEnv({ env: client.env }));
  if (headers.length > 0 && variables.some((key) => !headerOf.has(key)))
    return leaveServer(texts.headers.moreInEnv({ env: client.env }));
  const type = findMember(map, 'type');
  const editor = edit(map);
  editor.rename(command, type === undefined ? client.urlBack.untyped : client.urlBack.typed);
  editor.setText(command, url);
  editor.remove(args);
  if (type !== undefined) editor.setText(type, client.httpTypes[0]);
  if (env !== undefined && headers.length > 0) {
    editor.rename(env, client.headers);
    editor.renameWithin(env, (key) => headerOf.get(key) ?? key);
  }
  return { kind: 'changed', editor };
};

export const unwrapServer = (toChange: ServerEditTarget): ServerEdit => {
  const { what } = toChange.entry;
  if (what.kind !== 'command' || what.invocation === undefined)
    return { kind: 'already', why: texts.notThrough };
  const { invocation } = what;
  if (invocation.kind === 'other') return leaveServer(texts.callgateWrapsNothing);
  return invocation.kind === 'command'
    ? unwrapCommand(what, invocation.at, toChange)
    : unwrapUrl(what, invocation, toChange);
};
