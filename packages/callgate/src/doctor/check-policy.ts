import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { doctorMessages } from '@callgate/messages/cli/doctor';
import { findLiveGates } from '@callgate/operations/socket';
import { isPreset, presetPolicy } from '@callgate/policy';
import { CONFIG_NAME } from '../home/find-config.ts';
import { loadGatewaySetup } from '../home/load-gateway-setup.ts';
import type { DoctorCheck, DoctorFinding } from './doctor-check.ts';

const { policy: texts } = doctorMessages;

/** The configuration of Callgate's folder loads, and running gateways judge by what is in force. */
export const checkPolicy: DoctorCheck = async ({ home }) => {
  const path = join(home.folder, CONFIG_NAME);
  const findings: DoctorFinding[] = [];
  let own: Policy | undefined;
  if (existsSync(path))
    try {
      ({
        value: { policy: own },
      } = await loadGatewaySetup({ path, own: true }, home));
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      findings.push({
        check: 'policy',
        severity: 'error',
        message: texts.broken({ path: display(path), why: error.message }),
        fix: error.help ?? texts.brokenFix,
      });
    }
  const expected = (name: string): string | undefined =>
    isPreset(name) ? presetPolicy(name).revision : own?.name === name ? own.revision : undefined;
  for (const { pid, policy } of await findLiveGates(home.folder)) {
    const revision = policy === null ? undefined : expected(policy.name);
    if (policy === null || revision === undefined || revision === policy.revision) continue;
    findings.push({
      check: 'policy',
      severity: 'warning',
      message: texts.older({ pid, name: display(policy.name, { max: 80 }) }),
      fix: texts.olderFix,
    });
  }
  return findings;
};
