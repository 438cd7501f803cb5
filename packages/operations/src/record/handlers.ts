import type { Handlers } from '../api/operation.ts';
import type { RecordApi } from '../api/record.ts';
import type { OperationParts } from '../operation-parts.ts';
import { callFilter, recordCall } from './call.ts';
import { exportFile } from './export.ts';
import { approvalFigures, promptsOf, recordNames, recordSize, rulesOf } from './figures.ts';
import { proofFile, provenRow } from './proof.ts';
import { callStory, oneRow } from './story.ts';
import { VerifyJobs } from './verify-job.ts';

export const recordHandlers = (parts: OperationParts): Handlers<RecordApi> => {
  const { read } = parts.gateway.gate.desk;
  const jobs = new VerifyJobs(parts, read);
  const now = (): number => parts.clock.now();
  return {
    'record.size': () => recordSize(read),
    'record.names': () => recordNames(read),
    'record.search': async ({ filter, limit, after }) => {
      const page = await read.search(callFilter(filter), {
        limit,
        ...(after === undefined ? {} : { after }),
      });
      return { items: page.items.map(recordCall), next: page.next };
    },
    'record.story': ({ call }) => callStory(read, call, now()),
    'record.row': ({ seq }) => oneRow(read, seq),
    'record.proven': ({ seq }) => provenRow(read, seq, { keys: parts.keys, anchors: parts.home.anchors }),
    'record.proof': ({ seq }) => proofFile(read, seq),
    'record.export': async ({ format, filter }) => exportFile(read, format, filter, now()),
    'record.verified': () => jobs.now(),
    'record.verify': (_, caller) => jobs.start(caller),
    'record.stop': (_, caller) => jobs.stop(caller),
    'record.chart': (request) => read.chart(request),
    'record.prompts': (span) => promptsOf(read, span),
    'record.approvals': (span) => approvalFigures(read, span),
    'record.rules': (span) => rulesOf(read, span),
    'record.ai': ({ since, until }) => read.aiUse(since, until),
  };
};
