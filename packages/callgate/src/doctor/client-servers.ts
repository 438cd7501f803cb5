import { CallgateError } from '@callgate/core';
import type { ServerDraft } from '../scan/server-draft.ts';
import { tryClientDraft } from '../scan/client-draft.ts';
import type { ClientServerEntry } from '../init/client-server-entry.ts';
import { readServersFromText } from '../init/client-server-entry.ts';
import type { ClientName } from '../init/clients.ts';
import { CLIENTS, listClientFiles } from '../init/clients.ts';
import type { ClientFile } from '../init/find-client-files.ts';
import { findClientFiles } from '../init/find-client-files.ts';
import { optionValues } from '../options/reach-options.ts';
import type { DoctorWorld } from './doctor-check.ts';

/** A server of a client's file. */
export interface ClientServer {
  readonly file: ClientFile;
  readonly client: ClientName;
  /** In the file. */
  readonly name: string;
  /** It goes through `callgate run`. */
  readonly isGuarded: boolean;
  /** What `callgate run` calls it. */
  readonly alias: string;
  readonly isTrusted: boolean;
  readonly draft: ServerDraft;
}

/** The words up to the command that Callgate starts; none where it goes past Callgate. */
const callgateWords = ({ what }: ClientServerEntry): readonly string[] => {
  if (what.kind !== 'command' || what.invocation === undefined) return [];
  return what.invocation.kind === 'command' ? what.words.slice(0, what.invocation.at - 1) : what.words;
};

/** Every server that Callgate could reach itself. Files that cannot be read are left out. */
export const findClientServers = ({ machine, own }: DoctorWorld): readonly ClientServer[] =>
  findClientFiles(listClientFiles(machine)).files.flatMap((file) => {
    try {
      return readServersFromText(CLIENTS[file.client], file.text, own).flatMap((entry): ClientServer[] => {
        const draft = tryClientDraft(CLIENTS[file.client], entry, machine);
        if (draft === undefined) return [];
        const by = callgateWords(entry);
        const trust = optionValues(by, '--trust').at(-1) ?? 'untrusted';
        return [
          {
            file,
            client: file.client,
            name: entry.name,
            isGuarded: by.length > 0,
            alias: optionValues(by, '--name').at(-1) ?? entry.name,
            isTrusted: trust !== 'untrusted',
            draft,
          },
        ];
      });
    } catch (error) {
      if (error instanceof CallgateError) return [];
      throw error;
    }
  });
