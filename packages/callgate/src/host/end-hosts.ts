import { LOCAL_PRINCIPAL, display } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { logLine } from '../show/log.ts';
import { HOST_CONTEXT, isHostGone } from './host-contexts.ts';
import type { ProcessTable } from './process-table.ts';
import { openProcessTable } from './process-table.ts';

type HostGate = Pick<Gate, 'contextsNamed' | 'endContext'>;

const notEnded = (error: unknown): void => {
  const reason = display(error instanceof Error ? error.message : String(error), { max: 200 });
  logLine({
    level: 'warning',
    code: 'HOST_NOT_ENDED',
    message: `sessions of hosts that have ended are kept: ${reason}`,
  });
};

export interface SeenHosts {
  readonly table: ProcessTable | undefined;
  readonly contexts: readonly string[];
}

/** Processes are listed after contexts: a host that comes in between would otherwise count as gone. */
export const seeHosts = async (
  gate: HostGate,
  open: typeof openProcessTable = openProcessTable,
): Promise<SeenHosts> => {
  const contexts = await gate.contextsNamed(LOCAL_PRINCIPAL.subject, HOST_CONTEXT).catch((error: unknown) => {
    notEnded(error);
    return [];
  });
  return { table: open(), contexts };
};

/** Sessions end with their hosts: labels and words go with them. */
export const endHosts = async (gate: HostGate, { table, contexts }: SeenHosts): Promise<void> => {
  const principal = LOCAL_PRINCIPAL.subject;
  if (table === undefined) return;
  try {
    for (const context of contexts)
      if (isHostGone(table, context)) await gate.endContext({ principal, context, authenticated: true });
  } catch (error) {
    notEnded(error);
  }
};
