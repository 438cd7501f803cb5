import { CallgateError } from '@callgate/core';
import { doctorMessages } from '@callgate/messages/cli/doctor';
import type { DoctorCheck, DoctorFinding, DoctorWorld } from './doctor-check.ts';
import { checkClients } from './check-clients.ts';
import { checkHome } from './check-home.ts';
import { checkHooks } from './check-hooks.ts';
import { checkPolicy } from './check-policy.ts';
import { checkServers } from './check-servers.ts';
import { checkStore } from './check-store.ts';
import { checkTools } from './check-tools.ts';

/** Worst first. */
const CHECKS: readonly DoctorCheck[] = [
  checkStore,
  checkHome,
  checkPolicy,
  checkClients,
  checkServers,
  checkTools,
  checkHooks,
];

/** Everything that is wrong now, worst first. */
export const examineSetup = async (world: DoctorWorld): Promise<readonly DoctorFinding[]> => {
  const findings: DoctorFinding[] = [];
  for (const check of CHECKS)
    try {
      findings.push(...(await check(world)));
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      const { message, help: fix = doctorMessages.other } = error;
      // an earlier check may have told it
      if (!findings.some((finding) => finding.message.includes(message)))
        findings.push({ check: 'home', severity: 'error', message, fix });
    }
  return [
    ...findings.filter(({ severity }) => severity === 'error'),
    ...findings.filter(({ severity }) => severity === 'warning'),
  ];
};
