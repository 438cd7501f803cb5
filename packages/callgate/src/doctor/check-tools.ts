import { display } from '@callgate/core';
import { serverIdentity } from '@callgate/gateway/tools';
import { doctorMessages } from '@callgate/messages/cli/doctor';
import { toolRow } from '@callgate/operations/tools';
import { runEndpoint } from '../survey/find-init-servers.ts';
import { openHomeTools } from '../tools/home-tools.ts';
import { findClientServers } from './client-servers.ts';
import type { DoctorCheck, DoctorFinding } from './doctor-check.ts';

const { tools: texts } = doctorMessages;

const toolFinding = (
  severity: DoctorFinding['severity'],
  say: (part: { readonly server: string; readonly tools: number }) => string,
  name: string,
  tools: number,
): readonly DoctorFinding[] => {
  const server = display(name, { max: 80 });
  return tools === 0
    ? []
    : [{ check: 'tools', severity, message: say({ server, tools }), fix: texts.fix({ server }) }];
};

/** Tools of guarded servers that nobody reviewed, or that changed since. */
export const checkTools: DoctorCheck = async (world) => {
  const guarded = findClientServers(world)
    .filter(({ isGuarded }) => isGuarded)
    .map((server) => ({ ...server, identity: serverIdentity(runEndpoint(server, world.machine.env)) }));
  const { servers, judge } = await openHomeTools({ config: undefined, policy: undefined, home: world.home });
  return servers.flatMap((known): DoctorFinding[] => {
    const own = guarded.filter(
      ({ alias, identity }) => alias === known.server && identity === known.identity,
    );
    if (own.length === 0) return [];
    const rows = known.tools.map((tool) => toolRow(known, tool, judge));
    const changed = rows.filter(({ drift }) => drift !== null && !drift.keptOut);
    const unreviewed = own.every(({ isTrusted }) => isTrusted)
      ? []
      : rows.filter(({ described, drift, disabled }) => !described && drift === null && disabled === null);
    return [
      ...toolFinding('error', texts.changed, known.server, changed.length),
      ...toolFinding('warning', texts.unreviewed, known.server, unreviewed.length),
    ];
  });
};
