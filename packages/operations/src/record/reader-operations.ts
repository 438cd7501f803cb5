import type { Clock } from '@callgate/gate';
import type { Reader } from '@callgate/gate/store';
import { CALL_STATES } from '@callgate/gate/record';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { RecordApi, RecordFilter } from '../api/record.ts';
import type { SessionsApi } from '../api/sessions.ts';
import { downloadBy, readBy } from '../operation-table.ts';
import { sessionReads } from '../sessions/session-reads.ts';
import { callFilter, recordCall } from './call.ts';
import { exportFile } from './export.ts';
import { approvalFigures, promptsOf, recordNames, recordSize, rulesOf } from './figures.ts';
import { proofFile } from './proof.ts';
import { callStory, oneRow } from './story.ts';

/** What is asked of a record alone, without the keys it was written with. */
export type RecordReads = Omit<
  RecordApi,
  'record.proven' | 'record.verified' | 'record.verify' | 'record.stop'
>;

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

export const recordReads = (read: Reader, clock: Clock): Operations<RecordReads> => ({
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
    callStory(read, call, clock.now()),
  ),
  'record.row': readBy('viewer', place, ({ seq }) => oneRow(read, seq)),
  'record.proof': downloadBy('viewer', place, ({ seq }) => proofFile(read, seq)),
  'record.export': downloadBy(
    'viewer',
    z.strictObject({ format: z.enum(['jsonl', 'csv']), filter: filterSchema }),
    async ({ format, filter }) => exportFile(read, format, filter, clock.now()),
  ),
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
});

/** All that can be asked of a store that is only read. */
export const readerOperations = (
  read: Reader,
  clock: Clock,
): Operations<RecordReads & Pick<SessionsApi, 'sessions.list' | 'sessions.show'>> => ({
  ...recordReads(read, clock),
  ...sessionReads(() => ({ read, now: clock.now() }), clock),
});
