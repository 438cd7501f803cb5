import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { AuditApi } from '../api/audit.ts';
import type { OperationParts } from '../operation-parts.ts';
import { defineChange, defineRead } from '../operation-table.ts';
import { readEntryProof } from './prove-entry.ts';
import { auditReadOperations } from './reader-operations.ts';
import { VerifyJobs } from './verify-jobs.ts';

const nothing = z.strictObject({});

export const auditOperations = (parts: OperationParts): Operations<AuditApi> => {
  const { read } = parts.gateway.gate.desk;
  const jobs = new VerifyJobs(parts, read);
  return {
    ...auditReadOperations(read, parts.clock),
    'record.proven': defineRead('viewer', z.strictObject({ seq: z.int().min(1) }), ({ seq }) =>
      readEntryProof(read, seq, { keys: parts.keys, anchors: parts.home.anchors }),
    ),
    'record.verified': defineRead('viewer', nothing, () => jobs.now()),
    'record.verify': defineChange('viewer', nothing, (_, caller) => jobs.start(caller)),
    'record.stop': defineChange('viewer', nothing, (_, caller) => jobs.stop(caller)),
  };
};
