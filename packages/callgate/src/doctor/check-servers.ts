import { canonical, display } from '@callgate/core';
import { defaultServerConfig } from '@callgate/gateway/config';
import { doctorMessages } from '@callgate/messages/cli/doctor';
import { draftEndpoint } from '../scan/client-draft.ts';
import { listServers } from '../scan/list-servers.ts';
import { FreeNames } from '../scan/scan-target.ts';
import { describeDraft, describeSource } from '../scan/server-draft.ts';
import type { DoctorCheck, DoctorFinding } from './doctor-check.ts';
import type { ClientServer } from './client-servers.ts';
import { findClientServers } from './client-servers.ts';

const { server: texts } = doctorMessages;

const fixOf = ({ file, draft }: ClientServer, problem: string): string => {
  const path = display(file.path);
  if (/\b401\b/.test(problem)) return texts.signInFix({ path });
  return draft.kind === 'http' || /could not be started|ended/.test(problem)
    ? texts.commandFix({ path })
    : texts.slowFix;
};

/** Starts each server once. A server of a project's file is not started. */
export const checkServers: DoctorCheck = async (world) => {
  const { machine, seconds } = world;
  if (seconds === null) return [];
  const names = new FreeNames();
  const servers = new Map<string, ClientServer & { readonly target: string }>();
  for (const server of findClientServers(world))
    if (server.file.scope === 'user' && !servers.has(canonical({ ...server.draft })))
      servers.set(canonical({ ...server.draft }), { ...server, target: names.take(server.alias) });
  const all = [...servers.values()];
  const { failed } = await listServers(
    all.map(({ target, draft }) => ({
      server: target,
      trust: 'untrusted',
      from: describeSource(draft),
      said: describeDraft(draft),
      config: () => defaultServerConfig(target, draftEndpoint(draft, machine.env)),
    })),
    seconds,
    () => undefined,
  );
  return all.flatMap((server): DoctorFinding[] => {
    const problem = failed.find(({ name }) => name === server.target)?.problem;
    if (problem === undefined) return [];
    return [
      {
        check: 'servers',
        severity: 'error',
        message: texts.failed({
          server: display(server.name, { max: 80 }),
          why: display(problem, { max: 300 }),
        }),
        fix: fixOf(server, problem),
      },
    ];
  });
};
