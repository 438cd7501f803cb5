import { display } from '@callgate/core';
import { doctorMessages } from '@callgate/messages/cli/doctor';
import { CLIENTS } from '../init/clients.ts';
import { findMissingHooks } from '../init/find-missing-hooks.ts';
import { findClientServers } from './client-servers.ts';
import type { DoctorCheck, DoctorFinding } from './doctor-check.ts';

const { hooks: texts } = doctorMessages;

/** Clients that could say what the user asked for, and do not. */
export const checkHooks: DoctorCheck = async (world) => {
  await Promise.resolve();
  const clients = new Set(
    findClientServers(world).flatMap(({ client, isGuarded }) => (isGuarded ? [client] : [])),
  );
  return [...clients].flatMap((host): DoctorFinding[] => {
    const file = findMissingHooks(host, world.machine);
    if (file === undefined) return [];
    return [
      {
        check: 'hooks',
        severity: 'warning',
        message: texts.missing({ client: CLIENTS[host].title }),
        fix: texts.fix({ host, file: display(file) }),
      },
    ];
  });
};
