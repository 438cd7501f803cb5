import type { CallFilter, StoreReader } from '@callgate/gate/store';
import type { ChangeImpact } from '../api/tools.ts';

const RECENT_MS = 7 * 24 * 3_600_000;
const MOST_CALLS = 1000;
const MOST_GRANTS = 1000;

type ImpactReader = Pick<StoreReader, 'search' | 'grants'>;

const callsOf = async (
  read: ImpactReader,
  filter: CallFilter,
): Promise<Awaited<ReturnType<StoreReader['search']>>> => await read.search(filter, { limit: MOST_CALLS });

/** Who feels it when a tool changes: who called it in the last week, what was granted, what waits. */
export const readChangeImpact = async (
  read: ImpactReader,
  { server, tool, digest }: { readonly server: string; readonly tool: string; readonly digest: string },
  now: number,
): Promise<ChangeImpact> => {
  const of = { server, target: tool };
  const [recent, waiting, granted] = await Promise.all([
    callsOf(read, { ...of, since: now - RECENT_MS }),
    callsOf(read, { ...of, states: ['held', 'approved'] }),
    read.grants({ limit: MOST_GRANTS }, { live: true, now }),
  ]);
  const bySubject = Map.groupBy(recent.items, ({ principal }) => principal.subject);
  const grants = granted.items.filter((grant) => grant.server === server && grant.target === tool);
  return {
    principals: [...bySubject].map(([subject, calls]) => ({
      subject,
      calls: calls.length,
      sessions: new Set(calls.map(({ session }) => session)).size,
      last: Math.max(...calls.map(({ receivedAt }) => receivedAt)),
    })),
    more: recent.next !== null,
    // given for a definition: under another one they cover nothing
    grants: grants.map(({ id, principal, definition }) => ({ id, principal, voided: definition !== digest })),
    waiting: waiting.items.map(({ id, principal, definition }) => ({
      id,
      principal: principal.subject,
      voided: definition !== digest,
    })),
  };
};
