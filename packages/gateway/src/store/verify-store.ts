import type { JournalsResult } from '@callgate/cluster';
import type { VerifyOptions, VerifyReport } from '@callgate/gate/audit';
import { verifyDatabase } from '@callgate/gate/audit';
import type { StoreReader } from '@callgate/gate/store';
import { isPostgresUrl } from '@callgate/gate/store';

/** What was found. `broken` also where the audit log is not what the journals of a database say. */
export interface StoreVerification extends VerifyReport {
  /** null where the store is a file. */
  readonly journals: JournalsResult | null;
}

const verifyJournalsAt = async (place: string): Promise<JournalsResult | null> => {
  if (!isPostgresUrl(place)) return null;
  const { verifyJournals } = await import('@callgate/cluster');
  return await verifyJournals(place);
};

/** Verifies the audit log in the store that `read` has open and, in a database, the journals it was made of. */
export const verifyStore = async (
  read: StoreReader,
  place: string,
  options: VerifyOptions,
): Promise<StoreVerification> => {
  const report = await verifyDatabase(read, place, options);
  const journals = await verifyJournalsAt(place);
  if (journals === null || journals.ok) return { ...report, journals };
  const problems = [...report.problems, ...journals.problems.map((what) => ({ code: 'JOURNAL', what }))];
  return { ...report, ok: false, verdict: 'broken', problems, journals };
};
