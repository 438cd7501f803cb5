import { CallgateError } from '@callgate/core';
import { clientFileErrors } from '@callgate/messages/errors/client-file';
import type { ServerEndpoint } from '@callgate/gateway/config';
import { childEnv } from '@callgate/gateway/config';
import type { ServerDraft } from './server-draft.ts';
import type { ClientServerEntry } from '../init/client-server-entry.ts';
import type { ClientDefinition, ClientMachine } from '../init/clients.ts';
import type { MapNode } from '../init/config-node.ts';
import { findMember } from '../init/config-node.ts';

const VARIABLE = /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/gu;

type ClientEnvironment = Readonly<Record<string, string | undefined>>;

const { entry: entryErrors } = clientFileErrors;

/** What its client would fill in. What only its client knows keeps it from being looked at. */
const fillVariables = (text: string, env: ClientEnvironment): string => {
  if (/\$\{(?:input|workspaceFolder|userHome|file)/u.test(text))
    throw new CallgateError(entryErrors.clientValue());
  return text.replaceAll(VARIABLE, (_, name: string, otherwise: string | undefined) => {
    const value = env[name] ?? otherwise;
    if (value === undefined) throw new CallgateError(entryErrors.variableUnset({ variable: name }));
    return value;
  });
};

const fillAllVariables = (
  texts: Readonly<Record<string, string>>,
  env: ClientEnvironment,
): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillVariables(text, env)]));

const textsIn = (map: MapNode, key: string): Record<string, string> => {
  const found = findMember(map, key)?.value;
  if (found?.kind !== 'map') return {};
  return Object.fromEntries(
    found.members.flatMap(({ key: name, value }): [string, string][] =>
      value.kind === 'text' ? [[name, value.value]] : [],
    ),
  );
};

/** How the server itself is reached: where Callgate stands before it already, it is looked through. */
const draftFrom = (client: ClientDefinition, { what }: ClientServerEntry, folder: string): ServerDraft => {
  if (what.kind === 'unclear') throw new CallgateError(entryErrors.unclear({ why: what.why }));
  if (what.kind === 'url') {
    if (what.speaksSse) throw new CallgateError(entryErrors.sse());
    return { kind: 'http', url: what.url.value.value, headers: textsIn(what.map, client.headers) };
  }
  const { invocation, words, map } = what;
  const given = textsIn(map, client.env);
  if (invocation?.kind === 'other') throw new CallgateError(entryErrors.callgate());
  if (invocation?.kind === 'url') {
    const headers = invocation.headers.map(({ header, variable }) => [
      header,
      given[variable] ?? `\${${variable}:-}`,
    ]);
    return { kind: 'http', url: invocation.url, headers: Object.fromEntries(headers) };
  }
  const cwd = findMember(map, 'cwd')?.value;
  return {
    kind: 'stdio',
    words: invocation === undefined ? words : words.slice(invocation.at),
    env: given,
    cwd: cwd?.kind === 'text' ? cwd.value : folder,
  };
};

/** What is started or called, with variables filled in. */
export const draftEndpoint = (draft: ServerDraft, env: ClientEnvironment): ServerEndpoint => {
  if (draft.kind === 'http')
    return {
      kind: 'http',
      url: fillVariables(draft.url, env),
      headers: fillAllVariables(draft.headers, env),
    };
  const [command = '', ...args] = draft.words.map((word) => fillVariables(word, env));
  return {
    kind: 'stdio',
    command,
    args,
    env: childEnv(fillAllVariables(draft.env, env), env),
    cwd: fillVariables(draft.cwd, env),
  };
};

/** Throws where something could not be filled in, so that nobody is asked about it. */
const refuseUnfillable = (draft: ServerDraft, env: ClientEnvironment): void => {
  const texts =
    draft.kind === 'http'
      ? [draft.url, ...Object.values(draft.headers)]
      : [...draft.words, ...Object.values(draft.env), draft.cwd];
  for (const text of texts) fillVariables(text, env);
};

/** The server of an entry as its client would reach it. Throws where only its client could. */
export const readClientDraft = (
  client: ClientDefinition,
  entry: ClientServerEntry,
  { cwd, env }: Pick<ClientMachine, 'cwd' | 'env'>,
): ServerDraft => {
  const draft = draftFrom(client, entry, cwd);
  refuseUnfillable(draft, env);
  return draft;
};

/** The same; undefined where only its client could reach it. */
export const tryClientDraft = (...args: Parameters<typeof readClientDraft>): ServerDraft | undefined => {
  try {
    return readClientDraft(...args);
  } catch (error) {
    if (error instanceof CallgateError) return undefined;
    throw error;
  }
};
