import type { ConsoleApi } from '../api/index.ts';
import type { MeApi } from '../api/me.ts';
import type { Operations } from '../api/operation.ts';
import { filesOperations } from '../files/files-operations.ts';
import { inboxOperations } from '../inbox/inbox-operations.ts';
import type { OperationParts } from '../operation-parts.ts';
import { policyOperations } from '../policy/policy-operations.ts';
import { listServerTools } from '../policy/server-tools.ts';
import { auditOperations } from '../record/audit-operations.ts';
import { reportOperations } from '../record/reader-operations.ts';
import { sessionsOperations } from '../sessions/sessions-operations.ts';
import { findLiveGates } from '../socket/connect-operations.ts';
import { GatewayTools, toolsOperations } from '../tools/tools-operations.ts';
import { undoOperations } from '../undo/undo-operations.ts';

/** All that a gateway answers. Who is signed in is for the console itself to say. */
export const createOperations = (parts: OperationParts): Operations<Omit<ConsoleApi, keyof MeApi>> => {
  const source = new GatewayTools(parts, findLiveGates);
  return {
    ...inboxOperations(parts),
    ...toolsOperations(source),
    ...sessionsOperations(parts),
    ...filesOperations({ desk: parts.gateway.gate.desk, clock: parts.clock, folder: parts.home.folder }),
    ...undoOperations(parts.gateway),
    ...auditOperations(parts),
    ...policyOperations(parts, source),
    ...reportOperations(parts.gateway.gate.desk.read, parts.clock, () => ({
      policy: parts.gateway.gate.policy,
      layers: parts.policies.layers,
      tools: listServerTools(parts.gateway.catalogue).map(({ traced }) => traced),
    })),
  };
};
