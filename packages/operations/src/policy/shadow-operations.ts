import type { Gate } from '@callgate/gate';
import { parseEntry } from '@callgate/gate/record';
import { ChangeTally } from '@callgate/gate/replay';
import type { StoreReader } from '@callgate/gate/store';
import { z } from 'zod';
import type { Operations } from '../api/operation.ts';
import type { PolicyApi, ShadowRun } from '../api/policy.ts';
import { defineRead } from '../operation-table.ts';
import { shadowRunShape } from './comparison-shape.ts';
import { readEntriesOfNoCall } from './read-entries-of-no-call.ts';

interface ShadowCount extends Pick<ShadowRun, 'candidate' | 'base' | 'since'> {
  readonly tally: ChangeTally;
  until: number;
  unjudged: number;
}

/** What entries say of one candidate beside one policy is one run. */
const readRuns = async (
  read: Pick<StoreReader, 'rowsOfNoCall'>,
  since: number,
): Promise<readonly ShadowRun[]> => {
  const counts = new Map<string, ShadowCount>();
  for await (const entry of readEntriesOfNoCall(read, { event: 'shadow', since })) {
    const parsed = shadowRunShape.safeParse(parseEntry(entry.bytes).detail);
    if (!parsed.success) continue;
    const run = parsed.data;
    const { candidate, base, until } = run;
    const key = `${candidate.revision} ${base.revision}`;
    const count = counts.get(key) ?? {
      candidate,
      base,
      since: run.since,
      until,
      unjudged: 0,
      tally: new ChangeTally(),
    };
    count.until = until;
    count.unjudged += run.unjudged;
    count.tally.merge(run);
    // the latest is the last
    counts.delete(key);
    counts.set(key, count);
  }
  return [...counts.values()].toReversed().map(({ tally, ...run }) => ({ ...run, ...tally.result() }));
};

/** What candidates would have decided, from the audit log. Counts of this process are written there first. */
export const shadowOperations = (
  read: Pick<StoreReader, 'rowsOfNoCall'>,
  shadow: () => Gate['shadow'] = () => null,
): Operations<Pick<PolicyApi, 'policy.shadow'>> => ({
  'policy.shadow': defineRead('operator', z.strictObject({ since: z.int().min(0) }), async ({ since }) => {
    const now = shadow();
    await now?.flush();
    return { candidate: now?.status.policy ?? null, runs: await readRuns(read, since) };
  }),
});
