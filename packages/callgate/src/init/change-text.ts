import { CallgateError } from '@callgate/core';
import type { Client } from './clients.ts';
import type { Splice } from './edit.ts';
import { Editor, applySplices } from './edit.ts';
import { FORMATS } from './format.ts';
import { plainOf, samePlain } from './plain.ts';
import type { Change, ToChange } from './server-change.ts';
import { unwrapServer, wrapServer } from './server-change.ts';
import type { ServerEntry } from './server-entry.ts';
import { pathKey, readServers, serversIn } from './server-entry.ts';
import { serverName } from './server-name.ts';
import type { Node } from './tree.ts';

export interface ServerReport {
  /** Keys from the top of the file; the last is its name. */
  readonly path: readonly string[];
  readonly name: string;
  readonly action: Change['kind'];
  /** Why nothing changes, or what to think of where something does. Safe to show. */
  readonly note?: string;
}

export interface TextChange {
  readonly before: string;
  readonly after: string;
  readonly servers: readonly ServerReport[];
}

export interface ChangeOptions {
  /** The command that starts Callgate. */
  readonly own: readonly string[];
  readonly isExcepted: (entry: ServerEntry) => boolean;
}

interface ServerChange {
  readonly entry: ServerEntry;
  readonly change: Change;
}

/** A way to write something down that the editor does not know costs this server only. */
const attempt = (make: () => Change): Change => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof CallgateError) || error.code !== 'CONFIG_FORM') throw error;
    return { kind: 'left', why: `it is written in a form that is not edited here: ${error.message}` };
  }
};

/** The file says the same as before, but for the servers that were to change, and those say what they should. */
const holds = (
  client: Client,
  root: Node,
  servers: readonly ServerChange[],
  after: string,
  own: readonly string[],
): boolean => {
  const changedRoot = FORMATS[client.format].read(after);
  const entries = new Map(
    readServers(client, changedRoot, own).map(({ path, what }) => [pathKey(path), what]),
  );
  const hidden = new Set<Node>();
  const hiddenAfter = new Set<Node>();
  for (const { entry, change } of servers) {
    if (change.kind !== 'changed') continue;
    const what = entries.get(pathKey(entry.path));
    if (what === undefined || what.kind === 'unclear') return false;
    if (!samePlain(plainOf(what.map), change.editor.says)) return false;
    hidden.add(change.editor.map);
    hiddenAfter.add(what.map);
  }
  return samePlain(plainOf(root, hidden), plainOf(changedRoot, hiddenAfter));
};

const reportOf = ({ entry: { path, name }, change }: ServerChange): ServerReport => {
  const note = change.kind === 'changed' ? change.note : change.why;
  return { path, name, action: change.kind, ...(note === undefined ? {} : { note }) };
};

const changeText = (
  client: Client,
  text: string,
  { own, isExcepted }: ChangeOptions,
  make: (toChange: ToChange, entries: readonly ServerEntry[]) => Change,
): TextChange => {
  const format = FORMATS[client.format];
  if (text.trim() === '') return { before: text, after: text, servers: [] };
  const root = format.read(text);
  const entries = readServers(client, root, own);
  const servers = entries.map((entry): ServerChange => {
    const toChange: ToChange = { client, entry, own, edit: (map) => new Editor(text, format, map) };
    const change: Change = isExcepted(entry)
      ? { kind: 'left', why: 'you left it out' }
      : attempt(() => make(toChange, entries));
    return { entry, change };
  });
  const splices: readonly Splice[] = servers.flatMap(({ change }) =>
    change.kind === 'changed' ? change.editor.splices : [],
  );
  const after = applySplices(text, splices);
  if (splices.length > 0 && !holds(client, root, servers, after, own))
    throw new CallgateError(
      'CONFIG_FORM',
      'the changed file would not say what it should: it is left as it is',
      { help: 'change this file by hand' },
    );
  return { before: text, after, servers: servers.map(reportOf) };
};

/** The text of a file with Callgate before every server it can stand before. */
export const wrapText = (client: Client, text: string, options: ChangeOptions): TextChange => {
  const taken = new Set<string>();
  return changeText(client, text, options, (toChange, entries) => {
    // plain names stay what they are, so they are taken before any is made up
    if (taken.size === 0) for (const each of entries) taken.add(each.name);
    const name = serverName(toChange.entry.name, taken);
    taken.add(name);
    return wrapServer(toChange, name);
  });
};

/** The text of a file with Callgate taken off again. */
export const unwrapText = (client: Client, text: string, options: ChangeOptions): TextChange =>
  changeText(client, text, options, unwrapServer);

interface ServerState {
  readonly path: readonly string[];
  readonly says: string;
  readonly isWrapped: boolean;
}

export const serverStates = (
  client: Client,
  text: string,
  own: readonly string[],
): ReadonlyMap<string, ServerState> =>
  new Map(
    serversIn(client, text, own).map(({ path, what }) => [
      pathKey(path),
      {
        path,
        says: what.kind === 'unclear' ? '' : JSON.stringify(plainOf(what.map)),
        isWrapped: what.kind === 'command' && what.invocation !== undefined,
      },
    ]),
  );
