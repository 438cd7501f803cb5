import { display } from '@callgate/core';
import { doctorMessages } from '@callgate/messages/cli/doctor';
import { shortDigest } from '../init/backup.ts';
import type { ServerEditReport } from '../init/change-text.ts';
import { CLIENTS, listClientFiles } from '../init/clients.ts';
import { findBackups, findClientFiles } from '../init/find-client-files.ts';
import type { FilePlan } from '../init/plan-init.ts';
import { planInit } from '../init/plan-init.ts';
import type { DoctorCheck, DoctorFinding } from './doctor-check.ts';

const { client: texts } = doctorMessages;

/** `init` wrote the file, and it holds something else now. */
const isChanged = ({ file }: FilePlan): boolean => {
  const backups = findBackups(file.target);
  return backups.length > 0 && !backups.some(({ written }) => written === shortDigest(file.text));
};

const nameOf = ({ name }: ServerEditReport): string => `\`${display(name, { max: 80 })}\``;

const findBypasses = (plan: FilePlan): readonly DoctorFinding[] => {
  const { file, servers } = plan;
  const client = CLIENTS[file.client].title;
  const path = display(file.path);
  const past = servers.filter(({ action }) => action === 'changed');
  const left = servers.filter(({ action }) => action === 'left');
  return [
    ...(past.length === 0
      ? []
      : [
          {
            check: 'clients',
            severity: 'error',
            message: texts.bypass({ client, servers: past.map(nameOf), path, changed: isChanged(plan) }),
            fix: texts.bypassFix({ command: `callgate init --client ${file.client}` }),
          } as const,
        ]),
    ...left.map((server): DoctorFinding => ({
      check: 'clients',
      severity: 'warning',
      message: texts.cannot({ client, server: nameOf(server), why: server.note ?? '' }),
      fix: texts.cannotFix({ path }),
    })),
  ];
};

/** Servers that a client reaches past Callgate, and files that cannot be read. */
export const checkClients: DoctorCheck = async ({ machine, own, now }) => {
  await Promise.resolve();
  const plan = planInit(findClientFiles(listClientFiles(machine)), {
    undo: false,
    own,
    except: new Set(),
    at: now(),
  });
  return [
    ...plan.problems.map(({ path, problem }): DoctorFinding => ({
      check: 'clients',
      severity: 'error',
      message: texts.unreadable({ path: display(path), why: problem.message }),
      fix: problem.help ?? texts.unreadableFix,
    })),
    ...plan.files.flatMap(findBypasses),
  ];
};
