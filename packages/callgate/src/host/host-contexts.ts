import type { HostProcesses } from '@callgate/gate/host';
import { findHost } from './find-host.ts';
import type { ProcessTable } from './process-table.ts';
import type { RunningProcess } from './running-process.ts';
import { ancestorsOf } from './running-process.ts';

export const HOST_CONTEXT = 'host:';

const UNKNOWN = '0';

const contextOf = (
  { installation = UNKNOWN, machine }: ProcessTable,
  { pid, start }: RunningProcess,
): string => `${HOST_CONTEXT}${installation}:${machine}:${pid}:${start}`;

/** The contexts of the host that started this process and of those that started the host; undefined: nobody can tell. */
export const findHostContexts = (
  table: ProcessTable | undefined,
  pid: number,
  ownWords: readonly string[],
): HostProcesses | undefined => {
  const found =
    table === undefined
      ? undefined
      : findHost(ancestorsOf(pid, table.find), ownWords, table.find(pid)?.input);
  if (table === undefined || found === undefined) return undefined;
  const [host, ...ancestors] = found;
  return [contextOf(table, host), ...ancestors.map((each) => contextOf(table, each))];
};

/** Whether the host process of a context has ended. False where that cannot be seen from here. */
export const isHostGone = (table: ProcessTable, context: string): boolean => {
  const [, installation, machine, pid = '', start] =
    /^host:([0-9a-f]+):([0-9a-f]+):(\d+):(\d+)$/.exec(context) ?? [];
  // of an earlier start of this machine; others may share the store
  if (machine !== table.machine) return installation !== undefined && installation === table.installation;
  const running = table.find(Number(pid));
  return running === undefined || String(running.start) !== start;
};
