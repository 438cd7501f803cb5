import { CallgateError } from '@callgate/core';
import type { Client } from './clients.ts';
import type { Splice } from './edit.ts';
import { Editor, applySplices } from './edit.ts';
import { FORMATS } from './format.ts';
import { plainOf, plainWithout, samePlain } from './plain.ts';
import type { ServerEntry } from './server-entry.ts';
import { readServers } from './server-entry.ts';
import { serverName } from './server-name.ts';
import type { MapNode, Node } from './tree.ts';
import { unwrapServer } from './unwrap-server.ts';
import type { Change } from './wrap-server.ts';
import { wrapServer } from './wrap-server.ts';

interface ServerChange {
  readonly path: readonly string[];
  readonly name: string;
  readonly change: Change;
}

/** What becomes of one server of a file. */
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
  /** Servers that are left alone. */
  readonly isExcepted: (entry: ServerEntry) => boolean;
}

type MakeChange = (entry: ServerEntry, editor: Editor, entries: readonly ServerEntry[]) => Change;

/** A way to write something down that the editor does not know costs this server only. */
const attempt = (make: () => Change): Change => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof CallgateError) || error.code !== 'CONFIG_FORM') throw error;
    return { kind: 'left', why: `it is written in a form that is not edited here: ${error.message}` };
  }
};

export const pathKey = (path: readonly string[]): string => JSON.stringify(path);

const mapOf = (entry: ServerEntry): MapNode | undefined =>
  entry.what.kind === 'unclear' ? undefined : entry.what.map;

/** The file says the same as before, but for the servers that were to change, and those say what they should. */
const holds = (
  client: Client,
  root: Node,
  servers: readonly ServerChange[],
  after: string,
  own: readonly string[],
): boolean => {
  const changedRoot = FORMATS[client.format].read(after);
  const entries = new Map(readServers(client, changedRoot, own).map((each) => [pathKey(each.path), each]));
  const hidden = new Set<Node>();
  const hiddenAfter = new Set<Node>();
  for (const { path, change } of servers) {
    if (change.kind !== 'changed') continue;
    const map = mapOf(entries.get(pathKey(path)) ?? { path, name: '', what: { kind: 'unclear', why: '' } });
    if (map === undefined || !samePlain(plainOf(map), change.says)) return false;
    hidden.add(change.map);
    hiddenAfter.add(map);
  }
  return samePlain(plainWithout(root, hidden), plainWithout(changedRoot, hiddenAfter));
};

const reportOf = ({ path, name, change }: ServerChange): ServerReport => {
  const note = change.kind === 'changed' ? change.note : change.why;
  return { path, name, action: change.kind, ...(note === undefined ? {} : { note }) };
};

const changeText = (
  client: Client,
  text: string,
  { own, isExcepted }: ChangeOptions,
  make: MakeChange,
): TextChange => {
  const format = FORMATS[client.format];
  if (text.trim() === '') return { before: text, after: text, servers: [] };
  const root = format.read(text);
  const splices: Splice[] = [];
  const entries = readServers(client, root, own);
  const servers = entries.map((entry): ServerChange => {
    const editor = new Editor(text, format);
    const change: Change = isExcepted(entry)
      ? { kind: 'left', why: 'you left it out' }
      : attempt(() => make(entry, editor, entries));
    if (change.kind === 'changed') splices.push(...editor.splices);
    return { path: entry.path, name: entry.name, change };
  });
  const after = applySplices(text, splices);
  if (splices.length > 0 && !holds(client, root, servers, after, own))
    throw new CallgateError(
      'CONFIG_FORM',
      'the changed file would not say what it should: it is left as it is',
      {
        help: 'change this file by hand',
      },
    );
  return { before: text, after, servers: servers.map(reportOf) };
};

/** The text of a file with Callgate before every server it can stand before. */
export const wrapText = (client: Client, text: string, options: ChangeOptions): TextChange => {
  const taken = new Set<string>();
  return changeText(client, text, options, (entry, editor, entries) => {
    // plain names stay what they are, so they are taken before any is made up
    if (taken.size === 0) for (const each of entries) taken.add(each.name);
    const name = serverName(entry.name, taken);
    taken.add(name);
    return wrapServer(client, entry, options.own, name, editor);
  });
};

/** The text of a file with Callgate taken off again. */
export const unwrapText = (client: Client, text: string, options: ChangeOptions): TextChange =>
  changeText(client, text, options, (entry, editor) => unwrapServer(client, entry, editor));

/** What each server of a text says, by its path. */
export const serversSay = (client: Client, text: string, own: readonly string[]): Map<string, string> => {
  if (text.trim() === '') return new Map();
  const entries = readServers(client, FORMATS[client.format].read(text), own);
  return new Map(
    entries.map((entry) => {
      const map = mapOf(entry);
      return [pathKey(entry.path), map === undefined ? '' : JSON.stringify(plainOf(map))];
    }),
  );
};

/** The servers of a text that go through Callgate, by their paths. */
export const wrappedServers = (client: Client, text: string, own: readonly string[]): Set<string> => {
  if (text.trim() === '') return new Set();
  const entries = readServers(client, FORMATS[client.format].read(text), own);
  return new Set(
    entries
      .filter(({ what }) => what.kind === 'command' && what.invocation !== undefined)
      .map(({ path }) => pathKey(path)),
  );
};
