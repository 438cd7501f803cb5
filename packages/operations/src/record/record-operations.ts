import { CALL_STATES } from '@callgate/gate';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { RecordApi, RecordFilter } from '../api/record.ts';
import type { OperationParts } from '../operation-parts.ts';
import { changeBy, downloadBy, readBy } from '../operation-table.ts';
import { callFilter, recordCall } from './call.ts';
import { exportFile } from './export.ts';
import { approvalFigures, promptsOf, recordNames, recordSize, rulesOf } from './figures.ts';
import { proofFile, provenRow } from './proof.ts';
import { callStory, oneRow } from './story.ts';
import { VerifyJobs } from './verify-job.ts';

const name = z.string().min(1).max(4096);
const moment = z.int();
const spanSchema = z.strictObject({ since: moment, until: moment });
const nothing = z.strictObject({});
const place = z.strictObject({ seq: z.int().min(1) });

const filterSchema: z.ZodType<RecordFilter> = z.strictObject({
  states: z.array(z.enum(CALL_STATES)).max(CALL_STATES.length).exactOptional(),
  outcome: z.enum(['auto', 'confirm', 'block']).exactOptional(),
  server: name.exactOptional(),
  tool: name.exactOptional(),
  principal: name.exactOptional(),
  session: name.exactOptional(),
  ai: z.boolean().exactOptional(),
  text: z.string().max(200).exactOptional(),
  since: moment.exactOptional(),
  until: moment.exactOptional(),
});

export const recordOperations = (parts: OperationParts): Operations<RecordApi> => {
  const { read } = parts.gateway.gate.desk;
  const jobs = new VerifyJobs(parts, read);
  const now = (): number => parts.clock.now();
  return {
    'record.size': readBy('viewer', nothing, () => recordSize(read)),
    'record.names': readBy('viewer', nothing, () => recordNames(read)),
    'record.search': readBy(
      'viewer',
      z.strictObject({
        filter: filterSchema,
        limit: z.int().min(1).max(500),
        after: z.string().max(64).exactOptional(),
      }),
      async ({ filter, limit, after }) => {
        const page = await read.search(callFilter(filter), {
          limit,
          ...(after === undefined ? {} : { after }),
        });
        return { items: page.items.map(recordCall), next: page.next };
      },
    ),
    'record.story': readBy('viewer', z.strictObject({ call: name }), ({ call }) =>
      callStory(read, call, now()),
    ),
    'record.row': readBy('viewer', place, ({ seq }) => oneRow(read, seq)),
    'record.proven': readBy('viewer', place, ({ seq }) =>
      provenRow(read, seq, { keys: parts.keys, anchors: parts.home.anchors }),
    ),
    'record.proof': downloadBy('viewer', place, ({ seq }) => proofFile(read, seq)),
    'record.export': downloadBy(
      'viewer',
      z.strictObject({ format: z.enum(['jsonl', 'csv']), filter: filterSchema }),
      async ({ format, filter }) => exportFile(read, format, filter, now()),
    ),
    'record.verified': readBy('viewer', nothing, () => jobs.now()),
    'record.verify': changeBy('viewer', nothing, (_, caller) => jobs.start(caller)),
    'record.stop': changeBy('viewer', nothing, (_, caller) => jobs.stop(caller)),
    'record.chart': readBy(
      'viewer',
      z.strictObject({
        since: moment,
        until: moment,
        sliceMs: z.int().min(1),
        by: z.enum(['outcome', 'state']),
      }),
      (request) => read.chart(request),
    ),
    'record.prompts': readBy('viewer', spanSchema, (span) => promptsOf(read, span)),
    'record.approvals': readBy('viewer', spanSchema, (span) => approvalFigures(read, span)),
    'record.rules': readBy('viewer', spanSchema, (span) => rulesOf(read, span)),
    'record.ai': readBy('viewer', spanSchema, ({ since, until }) => read.aiUse(since, until)),
  };
};
