import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { RecordApi } from '../api/record.ts';
import type { OperationParts } from '../operation-parts.ts';
import { changeBy, readBy } from '../operation-table.ts';
import { provenRow } from './proof.ts';
import { recordReads } from './reader-operations.ts';
import { VerifyJobs } from './verify-job.ts';

const nothing = z.strictObject({});

export const recordOperations = (parts: OperationParts): Operations<RecordApi> => {
  const { read } = parts.gateway.gate.desk;
  const jobs = new VerifyJobs(parts, read);
  return {
    ...recordReads(read, parts.clock),
    'record.proven': readBy('viewer', z.strictObject({ seq: z.int().min(1) }), ({ seq }) =>
      provenRow(read, seq, { keys: parts.keys, anchors: parts.home.anchors }),
    ),
    'record.verified': readBy('viewer', nothing, () => jobs.now()),
    'record.verify': changeBy('viewer', nothing, (_, caller) => jobs.start(caller)),
    'record.stop': changeBy('viewer', nothing, (_, caller) => jobs.stop(caller)),
  };
};
