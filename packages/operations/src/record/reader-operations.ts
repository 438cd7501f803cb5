import type { Clock } from '@callgate/gate';
import type { StoreReader } from '@callgate/gate/store';
import { makeAuditReport } from '@callgate/gate/audit';
import { CALL_STATES } from '@callgate/gate/record';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { AuditApi, AuditFilter } from '../api/audit.ts';
import type { ReportApi } from '../api/report.ts';
import type { SessionsApi } from '../api/sessions.ts';
import { defineDownload, defineRead } from '../operation-table.ts';
import { sessionReadOperations } from '../sessions/session-read-operations.ts';
import { toCallFilter, auditCall } from './audit-call.ts';
import { exportFile } from './export-file.ts';
import {
  readApprovalFigures,
  readPromptFigures,
  readAuditNames,
  readAuditLogSize,
  readRuleFigures,
} from './audit-figures.ts';
import { proofFile } from './prove-entry.ts';
import type { PolicyInventory } from '../report/find-habits.ts';
import { readCallHistory } from './call-history.ts';
import { readEntryLines, readWholeEntries } from './read-entries.ts';

export type { PolicyInventory } from '../report/find-habits.ts';

/** What is asked of a record alone, without the keys it was written with. */
export type AuditReadApi = Omit<
  AuditApi,
  'record.proven' | 'record.verified' | 'record.verify' | 'record.stop'
>;

const name = z.string().min(1).max(4096);
const moment = z.int();
const spanSchema = z.strictObject({ since: moment, until: moment });
const nothing = z.strictObject({});
const place = z.strictObject({ seq: z.int().min(1) });

const filterSchema: z.ZodType<AuditFilter> = z.strictObject({
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

export const auditReadOperations = (read: StoreReader, clock: Clock): Operations<AuditReadApi> => ({
  'record.size': defineRead('viewer', nothing, () => readAuditLogSize(read)),
  'record.names': defineRead('viewer', nothing, () => readAuditNames(read)),
  'record.search': defineRead(
    'viewer',
    z.strictObject({
      filter: filterSchema,
      limit: z.int().min(1).max(500),
      after: z.string().max(64).exactOptional(),
    }),
    async ({ filter, limit, after }) => {
      const page = await read.search(toCallFilter(filter), {
        limit,
        ...(after === undefined ? {} : { after }),
      });
      return { items: page.items.map(auditCall), next: page.next };
    },
  ),
  'record.story': defineRead('viewer', z.strictObject({ call: name }), ({ call }) =>
    readCallHistory(read, call, clock.now()),
  ),
  'record.entries': defineRead(
    'operator',
    z.strictObject({ from: z.int().min(1), limit: z.int().min(1).max(1000) }),
    ({ from, limit }) => readEntryLines(read, from, limit),
  ),
  'record.entry': defineRead(
    'operator',
    z.strictObject({ what: name, proof: z.boolean() }),
    ({ what, proof }) => readWholeEntries(read, what, proof),
  ),
  'record.report': defineRead(
    'operator',
    z.strictObject({ since: moment.exactOptional(), until: moment.exactOptional() }),
    (span) => makeAuditReport(read, span),
  ),
  'record.proof': defineDownload('viewer', place, ({ seq }) => proofFile(read, seq)),
  'record.export': defineDownload(
    'viewer',
    z.strictObject({ format: z.enum(['jsonl', 'csv']), filter: filterSchema }),
    async ({ format, filter }) => exportFile(read, format, filter, clock.now()),
  ),
  'record.chart': defineRead(
    'viewer',
    z.strictObject({
      since: moment,
      until: moment,
      sliceMs: z.int().min(1),
      by: z.enum(['outcome', 'state']),
    }),
    (request) => read.chart(request),
  ),
  'record.prompts': defineRead('viewer', spanSchema, (span) => readPromptFigures(read, span)),
  'record.approvals': defineRead('viewer', spanSchema, (span) => readApprovalFigures(read, span)),
  'record.rules': defineRead('viewer', spanSchema, (span) => readRuleFigures(read, span)),
  'record.ai': defineRead('viewer', spanSchema, ({ since, until }) => read.aiUse(since, until)),
});

const recommendSchema = z.strictObject({ since: moment, until: moment, least: z.int().min(2).max(100_000) });

/** The digest of a period. `inventory` is what is in force now, where that is known. */
export const reportOperations = (
  read: StoreReader,
  clock: Clock,
  inventory: () => PolicyInventory | undefined,
): Operations<ReportApi> => ({
  'report.week': defineRead('viewer', spanSchema, async (span, caller) => {
    // it suggests rules, and what reads and checks them is a third of what a gateway loads
    const { readWeekReport } = await import('../report/read-week-report.ts');
    return await readWeekReport({ read, now: clock.now(), inventory: inventory() }, span, caller);
  }),
  'policy.recommend': defineRead('operator', recommendSchema, async (wanted) => {
    const { recommendPolicy } = await import('../report/recommend-policy.ts');
    return await recommendPolicy({ read, now: clock.now(), inventory: inventory() }, wanted);
  }),
});

/** All that can be asked of a store that is only read. */
export const readerOperations = (
  read: StoreReader,
  clock: Clock,
  inventory: () => PolicyInventory | undefined = () => undefined,
): Operations<AuditReadApi & ReportApi & Pick<SessionsApi, 'sessions.list' | 'sessions.show'>> => ({
  ...auditReadOperations(read, clock),
  ...reportOperations(read, clock, inventory),
  ...sessionReadOperations(() => ({ read, now: clock.now() }), clock),
});
