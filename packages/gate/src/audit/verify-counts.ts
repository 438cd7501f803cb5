import { display } from '@callgate/core';
import { auditLogMessages } from '@callgate/messages/audit-log';
import type { Keys } from '../record/keys.ts';
import { parseEntry } from '../record/entry-schema.ts';
import { CountTrack } from './count-track.ts';
import { DecisionRebuilder } from './decision-rebuilder.ts';
import type { AuditProblems } from './audit-problem.ts';
import type { KeptReferences } from './verify-kept-texts.ts';
import type { AuditLogReader } from './verify-audit-log.ts';

const BATCH = 500;
const COUNTER = '"op":"counter"';

/** Whether a policy that entries name reads earlier calls. */
const readsCounters = async (
  reader: Pick<AuditLogReader, 'kept'>,
  references: KeptReferences,
): Promise<boolean> => {
  for (const [raw, { domain }] of references.entries())
    if (domain === 'policy' && (await reader.kept(raw.slice(1, -1)))?.includes(COUNTER) === true) return true;
  return false;
};

/** Everything that decisions read of earlier calls is what the entries before them come to. */
export const verifyCounts = async (
  reader: AuditLogReader,
  references: KeptReferences,
  keys: Keys | undefined,
  rows: number,
  problems: AuditProblems,
): Promise<void> => {
  if (!(await readsCounters(reader, references))) return;
  const track = new CountTrack(new DecisionRebuilder(reader, keys));
  for (let from = 1; from <= rows; from += BATCH)
    for (const { seq, call, bytes } of await reader.rows(from, Math.min(BATCH, rows - from + 1))) {
      const wrong = await track.follow(parseEntry(bytes));
      if (wrong.length > 0)
        problems.add({
          code: 'COUNT',
          seq,
          call,
          what: auditLogMessages.counts.differ({
            counters: wrong.map((name) => display(name, { max: 200 })).join(', '),
          }),
        });
    }
};
