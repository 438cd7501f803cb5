import { rename, writeFile } from 'node:fs/promises';
import { CallgateError, display } from '@callgate/core';
import type { ServerEndpoint } from '@callgate/gateway/config';
import { loadLockModule } from '@callgate/gateway/config';
import { acceptErrors } from '@callgate/messages/errors/accept';
import { verifyErrors } from '@callgate/messages/errors/verify';
import type { HomePaths } from '../home/home-paths.ts';
import { readLockFile } from '../home/lock-file.ts';
import { observationText } from './verify-phrases.ts';
import type { ObservedClaims, ObservationReport } from './observation-report.ts';
import { isObserved } from './observation-report.ts';

type LockModule = Awaited<ReturnType<typeof loadLockModule>>;
type Lock = NonNullable<Parameters<LockModule['makeLock']>[1]>;
type LockedEntry = Lock['servers'][string]['tools'][string];

const MAX_EFFECTS = 50;

const evidenceOf = (tool: ObservedClaims, at: number): NonNullable<LockedEntry['observed']> => ({
  at: new Date(at).toISOString(),
  calls: tool.calls,
  failed: tool.failed,
  ...(tool.repeatChangesNothing === null ? {} : { repeatChangesNothing: tool.repeatChangesNothing }),
  effects: tool.observations.slice(0, MAX_EFFECTS).map(observationText),
  contradicts: tool.contradictions.map(({ hint, claim }) => `${hint}: ${claim}`),
});

export interface LockEvidence {
  readonly path: string;
  readonly written: number;
  /** Tools without an entry for this definition. */
  readonly skipped: readonly string[];
}

/** Writes what was seen beside what was decided. Only into a lock that counts here, so that nothing else becomes accepted. */
export const writeLockEvidence = async (
  path: string,
  reach: ServerEndpoint,
  report: ObservationReport,
  home: HomePaths,
): Promise<LockEvidence> => {
  const { AcceptedFiles, serverIdentity, writeLock } = await loadLockModule();
  const accepted = new AcceptedFiles(home.folder);
  const before = await readLockFile(path);
  const identity = serverIdentity(reach);
  const servers = Object.entries(before?.lock.servers ?? {}).filter(([, each]) => each.identity === identity);
  if (before === null || servers.length === 0)
    throw new CallgateError(verifyErrors.lockAbsent({ path: display(path) }));
  if (!accepted.isAccepted('lock', before.text))
    throw new CallgateError(acceptErrors.lock.unaccepted({ path: display(path) }));
  const seen = new Map(report.tools.filter(isObserved).map((tool) => [tool.tool, tool]));
  const written = new Set<string>();
  const withEvidence = ([name, entry]: readonly [string, LockedEntry]): readonly [string, LockedEntry] => {
    const tool = seen.get(name);
    if (tool === undefined || tool.definition !== entry.definition) return [name, entry];
    written.add(name);
    return [name, { ...entry, observed: evidenceOf(tool, report.at) }];
  };
  const lock: Lock = {
    ...before.lock,
    servers: {
      ...before.lock.servers,
      ...Object.fromEntries(
        servers.map(([name, each]) => [
          name,
          { ...each, tools: Object.fromEntries(Object.entries(each.tools).map(withEvidence)) },
        ]),
      ),
    },
  };
  const text = writeLock(lock);
  const draft = `${path}.${process.pid}.new`;
  await writeFile(draft, text);
  await rename(draft, path);
  accepted.accept('lock', text, { path, at: report.at });
  return { path, written: written.size, skipped: [...seen.keys()].filter((name) => !written.has(name)) };
};
