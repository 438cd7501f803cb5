import { basename } from 'node:path';
import type { FailedServer } from '@callgate/catalogue';
import type { TrustLevel } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import { aliasFrom, defaultServerConfig } from '@callgate/gateway/config';
import { authorMessages } from '@callgate/messages/cli/authors';
import type { ClientMachine } from '../init/clients.ts';
import { CLIENTS, listClientFiles } from '../init/clients.ts';
import { draftEndpoint, readClientDraft } from './client-draft.ts';
import type { FileProblem } from '../init/find-client-files.ts';
import { toCallgateError, findClientFiles } from '../init/find-client-files.ts';
import type { ClientServerEntry } from '../init/client-server-entry.ts';
import { readServersFromText } from '../init/client-server-entry.ts';
import { describeSource, describeDraft } from './server-draft.ts';
import type { FreeNames, ScanTarget, ScanTargets } from './scan-target.ts';
import { NO_TARGETS } from './scan-target.ts';

/** Every server that the clients on this machine would start or call, each once. */
export const findClientTargets = (
  machine: ClientMachine,
  own: readonly string[],
  trust: TrustLevel,
  names: FreeNames,
): ScanTargets => {
  const { files, problems: unread } = findClientFiles(listClientFiles(machine));
  // what an unreadable file would have named is not shown to be fine
  const lost = ({ path, problem }: FileProblem): FailedServer => ({
    name: names.take(aliasFrom(basename(path)) ?? 'client'),
    trust,
    from: path,
    problem: `${display(path)}: ${problem.message}`,
  });
  const failed: FailedServer[] = unread.map(lost);
  const targets = new Map<string, ScanTarget>();
  for (const file of files) {
    const { title } = CLIENTS[file.client];
    let entries: readonly ClientServerEntry[] = [];
    try {
      entries = readServersFromText(CLIENTS[file.client], file.text, own);
    } catch (error) {
      failed.push(lost({ path: file.path, problem: toCallgateError(error) }));
    }
    for (const entry of entries)
      try {
        const draft = readClientDraft(CLIENTS[file.client], entry, machine);
        // the same command in another environment may be another program
        const key = canonical({ ...draft });
        const known = targets.get(key);
        if (known !== undefined) {
          targets.set(key, { ...known, from: `${known.from}, ${title}` });
          continue;
        }
        const server = names.take(aliasFrom(entry.name) ?? 'server');
        targets.set(key, {
          server,
          trust,
          from: authorMessages.scan.ofClient({ source: describeSource(draft), client: title }),
          said: describeDraft(draft),
          config: () => ({ ...defaultServerConfig(server, draftEndpoint(draft, machine.env)), trust }),
        });
      } catch (error) {
        if (!(error instanceof CallgateError)) throw error;
        const name = names.take(aliasFrom(entry.name) ?? 'server');
        failed.push({
          name,
          trust,
          from: authorMessages.scan.ofClient({ source: file.path, client: title }),
          problem: error.message,
        });
      }
  }
  return { ...NO_TARGETS, targets: [...targets.values()], failed };
};
