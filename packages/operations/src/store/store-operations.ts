import type { Policy } from '@callgate/core';
import type { Clock, Gate } from '@callgate/gate';
import type { ApprovalService } from '@callgate/gate/confirm';
import type { CallRow } from '@callgate/gate/record';
import type { StorePage } from '@callgate/gate/store';
import type { DatabaseStatus, ServerStatus } from '@callgate/gateway';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { AuditApi } from '../api/audit.ts';
import type { FilesApi } from '../api/files.ts';
import type { PolicyApi } from '../api/policy.ts';
import type { SessionsApi } from '../api/sessions.ts';
import type { GateStatus, StatusApi } from '../api/status.ts';
import { filesOperations } from '../files/files-operations.ts';
import type { StoreInboxApi } from '../inbox/store-inbox.ts';
import { storeInbox } from '../inbox/store-inbox.ts';
import { defineRead } from '../operation-table.ts';
import { historyOperations } from '../policy/history-operations.ts';
import { shadowOperations } from '../policy/shadow-operations.ts';
import { auditReadOperations } from '../record/reader-operations.ts';
import { declassifyOperations } from '../sessions/declassify-operations.ts';

export interface StoreOperationsParts {
  readonly desk: ApprovalService;
  readonly instance: string;
  readonly clock: Clock;
  /** Callgate's own folder. */
  readonly folder: string;
  readonly policy?: () => Policy;
  readonly shadow?: () => Gate['shadow'];
  /** Of the key that signs activations; without it signatures are not checked. */
  readonly publicKey?: Uint8Array | undefined;
  readonly database?: (() => DatabaseStatus) | undefined;
  readonly servers?: (() => readonly ServerStatus[]) | undefined;
}

/** Nothing was counted, and there may be more. */
const NOT_KNOWN: StorePage<CallRow> = { items: [], next: '' };

/** So many unsettled calls are counted. */
const COUNTED = 1000;

const readStatus = async (parts: StoreOperationsParts, startedAt: number): Promise<GateStatus> => {
  const { desk, instance, policy, database, servers } = parts;
  const judging = policy?.();
  const shadow = parts.shadow?.()?.status;
  const known = database?.();
  // the caller must find out that this process is there, and what it waits for
  const problem = desk.storeProblem();
  const isAway = known?.state === 'away';
  const unsettled = isAway ? NOT_KNOWN : await desk.read.unsettled({ limit: COUNTED });
  return {
    v: 1,
    instance,
    pid: process.pid,
    startedAt,
    policy:
      judging === undefined ? null : { name: judging.name, revision: judging.revision, mode: judging.mode },
    waiting: isAway ? 0 : await desk.read.inboxSize(),
    unsettled: { count: unsettled.items.length, more: unsettled.next !== null },
    ...(known === undefined ? {} : { database: known }),
    ...(problem === undefined ? {} : { storeProblem: { code: problem.code, message: problem.message } }),
    ...(shadow === undefined ? {} : { shadow }),
    ...(servers === undefined ? {} : { servers: servers() }),
  };
};

/** What can be done on a store alone, with or without a gateway in this process. */
export const storeOperations = (
  parts: StoreOperationsParts,
): Operations<
  StoreInboxApi &
    FilesApi &
    StatusApi &
    Pick<PolicyApi, 'policy.shadow' | 'policy.history' | 'policy.revision'> &
    Pick<SessionsApi, 'sessions.declassify'> &
    Pick<AuditApi, 'record.approvals'>
> => {
  const { desk, clock } = parts;
  const startedAt = clock.now();
  return {
    ...storeInbox({ desk, clock, via: 'command-line' }),
    ...declassifyOperations(desk),
    ...filesOperations(parts),
    ...shadowOperations(desk.read, parts.shadow),
    ...historyOperations(desk.read, parts.publicKey),
    'record.approvals': auditReadOperations(desk.read, clock)['record.approvals'],
    status: defineRead('operator', z.strictObject({}), () => readStatus(parts, startedAt)),
  };
};
