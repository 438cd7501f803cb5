import { CallgateError } from '@callgate/core';
import { clientServerMessages } from '@callgate/messages/cli/client-servers';
import type { Backup } from './backup.ts';
import { shortDigest } from './backup.ts';
import type { ServerEditReport, TextChange } from './change-text.ts';
import { readServerStates, unwrapText } from './change-text.ts';
import type { ClientDefinition } from './clients.ts';
import { pathKey } from './client-server-entry.ts';

export interface UndoOptions {
  readonly own: readonly string[];
  readonly except: ReadonlySet<string>;
  readonly backups: readonly Backup[];
}

export interface UndoResult extends TextChange {
  /** The backups it was restored from, one after the other. */
  readonly restored: readonly Backup[];
  readonly unwrapped: boolean;
}

const byTime = (a: Backup, b: Backup): number => (a.stamp < b.stamp ? -1 : a.stamp > b.stamp ? 1 : 0);

/** Goes back as long as the text is exactly what was written when a backup was made. */
export const findRestoredBackups = (text: string, backups: readonly Backup[]): Backup[] => {
  const restored: Backup[] = [];
  for (let current = text; ;) {
    const found = backups
      .filter((each) => !restored.includes(each) && each.written === shortDigest(current))
      .toSorted(byTime)
      .at(-1);
    if (found === undefined) return restored;
    restored.push(found);
    current = found.text;
  }
};

/** Servers that went through Callgate before it was ever put before them here. */
const before = (
  client: ClientDefinition,
  backups: readonly Backup[],
  own: readonly string[],
): Set<string> => {
  const [oldest] = backups.toSorted(byTime);
  if (oldest === undefined) return new Set();
  try {
    const states = readServerStates(client, oldest.text, own);
    return new Set([...states].filter(([, { isWrapped }]) => isWrapped).map(([key]) => key));
  } catch (error) {
    if (error instanceof CallgateError) return new Set();
    throw error;
  }
};

/**
 * The text as it was before: from the backups where the file is unchanged since, otherwise with Callgate taken off each
 * server where it stands.
 */
export const undoText = (
  client: ClientDefinition,
  text: string,
  { own, except, backups }: UndoOptions,
): UndoResult => {
  const restored = except.size > 0 ? [] : findRestoredBackups(text, backups);
  const current = restored.at(-1)?.text ?? text;
  const wrappedBefore = before(client, backups, own);
  const { after, servers } = unwrapText(client, current, {
    own,
    isExcepted: ({ name, path }) => except.has(name) || wrappedBefore.has(pathKey(path)),
  });
  const reports = new Map(servers.map((each) => [pathKey(each.path), each]));
  const statesAfter = readServerStates(client, after, own);
  return {
    before: text,
    after,
    servers: [...readServerStates(client, text, own)].map(
      ([key, { path, says, isWrapped }]): ServerEditReport => {
        const name = path.at(-1) ?? '';
        if (statesAfter.get(key)?.says !== says) return { path, name, action: 'changed' };
        if (!isWrapped) return { path, name, action: 'already', note: clientServerMessages.notThrough };
        const note = wrappedBefore.has(key)
          ? clientServerMessages.throughBefore
          : (reports.get(key)?.note ?? clientServerMessages.notUnwrapped);
        return { path, name, action: 'left', note };
      },
    ),
    restored,
    unwrapped: after !== current,
  };
};
