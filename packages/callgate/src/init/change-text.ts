import { CallgateError } from '@callgate/core';
import { clientFileErrors } from '@callgate/messages/errors/client-file';
import { clientServerMessages } from '@callgate/messages/cli/client-servers';
import type { ClientDefinition } from './clients.ts';
import type { Splice } from './editor.ts';
import { Editor, applySplices } from './editor.ts';
import { CONFIG_FORMATS } from './config-format.ts';
import { toPlainValue, isSamePlainValue } from './plain-value.ts';
import type { ServerEdit, ServerEditTarget } from './wrap-server.ts';
import { unwrapServer, wrapServer } from './wrap-server.ts';
import type { ClientServerEntry } from './client-server-entry.ts';
import { pathKey, readServers, readServersFromText } from './client-server-entry.ts';
import { chooseServerName } from './choose-server-name.ts';
import type { ConfigNode } from './config-node.ts';

export interface ServerEditReport {
  /** Keys from the top of the file; the last is its name. */
  readonly path: readonly string[];
  readonly name: string;
  readonly action: ServerEdit['kind'];
  /** Why nothing changes, or what to think of where something does. Safe to show. */
  readonly note?: string;
  /** What Callgate calls the server. */
  readonly alias?: string;
}

export interface TextChange {
  readonly before: string;
  readonly after: string;
  readonly servers: readonly ServerEditReport[];
}

export interface TextChangeOptions {
  /** The command that starts Callgate. */
  readonly own: readonly string[];
  readonly isExcepted: (entry: ClientServerEntry) => boolean;
  /** Why a server is left, if it is. */
  readonly leave?: (entry: ClientServerEntry) => string | undefined;
  /** Options of `callgate run` for this server. */
  readonly runOptions?: (entry: ClientServerEntry) => readonly string[];
}

interface PlannedServerEdit {
  readonly entry: ClientServerEntry;
  readonly change: ServerEdit;
}

/** A way to write something down that the editor does not know costs this server only. */
const tryEdit = (make: () => ServerEdit): ServerEdit => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof CallgateError) || error.code !== 'CONFIG_FORM') throw error;
    return { kind: 'left', why: clientServerMessages.uneditable({ why: error.message }) };
  }
};

/** The file says the same as before, but for the servers that were to change, and those say what they should. */
const holds = (
  client: ClientDefinition,
  root: ConfigNode,
  servers: readonly PlannedServerEdit[],
  after: string,
  own: readonly string[],
): boolean => {
  const changedRoot = CONFIG_FORMATS[client.format].read(after);
  const entries = new Map(
    readServers(client, changedRoot, own).map(({ path, what }) => [pathKey(path), what]),
  );
  const hidden = new Set<ConfigNode>();
  const hiddenAfter = new Set<ConfigNode>();
  for (const { entry, change } of servers) {
    if (change.kind !== 'changed') continue;
    const what = entries.get(pathKey(entry.path));
    if (what === undefined || what.kind === 'unclear') return false;
    if (!isSamePlainValue(toPlainValue(what.map), change.editor.says)) return false;
    hidden.add(change.editor.map);
    hiddenAfter.add(what.map);
  }
  return isSamePlainValue(toPlainValue(root, hidden), toPlainValue(changedRoot, hiddenAfter));
};

const reportOf = ({ entry: { path, name }, change }: PlannedServerEdit): ServerEditReport => {
  const note = change.kind === 'changed' ? change.note : change.why;
  const alias = change.kind === 'changed' ? change.alias : undefined;
  return {
    path,
    name,
    action: change.kind,
    ...(note === undefined ? {} : { note }),
    ...(alias === undefined ? {} : { alias }),
  };
};

const changeText = (
  client: ClientDefinition,
  text: string,
  { own, isExcepted, leave }: TextChangeOptions,
  make: (toChange: ServerEditTarget, entries: readonly ClientServerEntry[]) => ServerEdit,
): TextChange => {
  const format = CONFIG_FORMATS[client.format];
  if (text.trim() === '') return { before: text, after: text, servers: [] };
  const root = format.read(text);
  const entries = readServers(client, root, own);
  const servers = entries.map((entry): PlannedServerEdit => {
    const toChange: ServerEditTarget = { client, entry, own, edit: (map) => new Editor(text, format, map) };
    const why = isExcepted(entry) ? clientServerMessages.excepted : leave?.(entry);
    const change: ServerEdit =
      why === undefined ? tryEdit(() => make(toChange, entries)) : { kind: 'left', why };
    return { entry, change };
  });
  const splices: readonly Splice[] = servers.flatMap(({ change }) =>
    change.kind === 'changed' ? change.editor.splices : [],
  );
  const after = applySplices(text, splices);
  if (splices.length > 0 && !holds(client, root, servers, after, own))
    throw new CallgateError(clientFileErrors.wrongResult());
  return { before: text, after, servers: servers.map(reportOf) };
};

/** By the place of the server. A name does not depend on which other servers are left. */
const chooseServerNames = (entries: readonly ClientServerEntry[]): ReadonlyMap<string, string> => {
  // plain names stay what they are, so they are taken before any is made up
  const taken = new Set(entries.map(({ name }) => name));
  const names = new Map<string, string>();
  for (const { path, name } of entries) {
    const alias = chooseServerName(name, taken);
    taken.add(alias);
    names.set(pathKey(path), alias);
  }
  return names;
};

/** The text of a file with Callgate before every server it can stand before. */
export const wrapText = (client: ClientDefinition, text: string, options: TextChangeOptions): TextChange => {
  let names: ReadonlyMap<string, string> | undefined;
  return changeText(client, text, options, (toChange, entries) => {
    names ??= chooseServerNames(entries);
    const { path, name } = toChange.entry;
    return wrapServer(toChange, names.get(pathKey(path)) ?? name, options.runOptions?.(toChange.entry) ?? []);
  });
};

/** The text of a file with Callgate taken off again. */
export const unwrapText = (client: ClientDefinition, text: string, options: TextChangeOptions): TextChange =>
  changeText(client, text, options, unwrapServer);

interface ClientServerState {
  readonly path: readonly string[];
  readonly says: string;
  readonly isWrapped: boolean;
}

export const readServerStates = (
  client: ClientDefinition,
  text: string,
  own: readonly string[],
): ReadonlyMap<string, ClientServerState> =>
  new Map(
    readServersFromText(client, text, own).map(({ path, what }) => [
      pathKey(path),
      {
        path,
        says: what.kind === 'unclear' ? '' : JSON.stringify(toPlainValue(what.map)),
        isWrapped: what.kind === 'command' && what.invocation !== undefined,
      },
    ]),
  );
