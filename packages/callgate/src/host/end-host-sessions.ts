import { LOCAL_PRINCIPAL, display } from '@callgate/core';
import { serveMessages } from '@callgate/messages/cli/serve';
import type { Gate } from '@callgate/gate';
import { writeLogLine } from '../show/log.ts';
import { HOST_CONTEXT, isHostGone } from './host-contexts.ts';
import type { ProcessTable } from './process-table.ts';
import { openProcessTable } from './process-table.ts';

type HostGate = Pick<Gate, 'contextsNamed' | 'endContext'>;

const logFailedEnd = (error: unknown): void => {
  const reason = display(error instanceof Error ? error.message : String(error), { max: 200 });
  writeLogLine({
    level: 'warning',
    code: 'HOST_NOT_ENDED',
    message: serveMessages.hostsKept({ why: reason }),
  });
};

export interface HostSnapshot {
  readonly table: ProcessTable | undefined;
  readonly contexts: readonly string[];
}

/** Processes are listed after contexts: a host that comes in between would otherwise count as gone. */
export const snapshotHosts = async (
  gate: HostGate,
  open: typeof openProcessTable = openProcessTable,
): Promise<HostSnapshot> => {
  const contexts = await gate.contextsNamed(LOCAL_PRINCIPAL.subject, HOST_CONTEXT).catch((error: unknown) => {
    logFailedEnd(error);
    return [];
  });
  return { table: open(), contexts };
};

/** Sessions end with their hosts: labels and words go with them. */
export const endHostSessions = async (gate: HostGate, { table, contexts }: HostSnapshot): Promise<void> => {
  const principal = LOCAL_PRINCIPAL.subject;
  if (table === undefined) return;
  try {
    for (const context of contexts)
      if (isHostGone(table, context)) await gate.endContext({ principal, context, authenticated: true });
  } catch (error) {
    logFailedEnd(error);
  }
};
