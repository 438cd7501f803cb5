import { z } from 'zod';
import type { HarnessEntry } from './recorded-rows.ts';

const HELD = z.looseObject({ binding: z.string().nullable(), expiresAt: z.number().nullish() });
const APPROVED = z.looseObject({ by: z.array(z.string()), binding: z.string().nullable() });
const VOTE = z.looseObject({
  subject: z.string(),
  verdict: z.enum(['approve', 'refuse']),
  binding: z.string(),
});
const GRANT = z.looseObject({
  grant: z.looseObject({
    id: z.string(),
    principal: z.string(),
    server: z.string(),
    target: z.string(),
    uses: z.int(),
    endsAt: z.number(),
  }),
});
const OF_GRANT = z.looseObject({ grant: z.string() });

/** What a decision demands of people. */
export interface ConsentDemand {
  readonly demands: readonly { readonly count: number }[];
  readonly selfApproval: boolean;
  /** When rows were written, by the ids of their events, where the record says another time. */
  readonly writtenAt: ReadonlyMap<string, number>;
}

const timeOf = ({ id, at }: HarnessEntry, { writtenAt }: ConsentDemand): number => writtenAt.get(id) ?? at;

const seen = (rows: readonly HarnessEntry[], event: HarnessEntry['event']): readonly HarnessEntry[] =>
  rows.filter((row) => row.event === event);

const details = <T>(
  rows: readonly HarnessEntry[],
  event: HarnessEntry['event'],
  schema: z.ZodType<T>,
): readonly T[] =>
  seen(rows, event).flatMap(({ detail }) => {
    const result = schema.safeParse(detail);
    return result.success ? [result.data] : [];
  });

/** Why an approval is none; empty if it is one. */
const approvalFaults = (
  ofCall: readonly HarnessEntry[],
  intent: HarnessEntry,
  consent: ConsentDemand,
): readonly string[] => {
  const [row] = seen(ofCall, 'approved');
  if (row === undefined) return ['nobody approved it'];
  const approved = APPROVED.safeParse(row.detail);
  if (!approved.success) return [`row ${row.seq} is not an approval`];
  const { by, binding } = approved.data;
  const before = ofCall.filter(({ seq }) => seq < row.seq);
  const votes = details(before, 'vote', VOTE);
  const held = details(before, 'held', HELD);
  const agreed = new Set(by);
  const needed = Math.max(1, ...consent.demands.map(({ count }) => count));
  const unheard = [...agreed].filter(
    (subject) =>
      !votes.some(
        (vote) => vote.subject === subject && vote.verdict === 'approve' && vote.binding === binding,
      ),
  );
  const faults: [boolean, string][] = [
    [agreed.size < needed, `${agreed.size} approved it where ${needed} must`],
    [agreed.size !== by.length, 'somebody is counted twice'],
    [unheard.length > 0, `no vote of ${unheard.join(', ')} is in the record before it`],
    [details(ofCall, 'vote', VOTE).some(({ verdict }) => verdict === 'refuse'), 'somebody refused it'],
    [held.every((each) => each.binding !== binding), 'what was approved is not what was held'],
    [timeOf(intent, consent) >= (held.at(-1)?.expiresAt ?? Infinity), 'the approval had expired'],
    [!consent.selfApproval && agreed.has(intent.principal), 'its requester approved it'],
  ];
  return faults.filter(([wrong]) => wrong).map(([, fault]) => fault);
};

/** Why the use of a grant is none; empty if it is one. */
const grantFaults = (
  grants: readonly HarnessEntry[],
  intent: HarnessEntry,
  consent: ConsentDemand,
): readonly string[] => {
  const before = grants.filter(({ seq }) => seq < intent.seq);
  const used = seen(before, 'grant-used').find(({ call }) => call === intent.call);
  if (used === undefined) return ['no grant was used for it'];
  const id = OF_GRANT.safeParse(used.detail).data?.grant;
  const earlier = before.filter(({ seq }) => seq < used.seq);
  const grant = details(earlier, 'grant', GRANT).find((given) => given.grant.id === id)?.grant;
  if (grant === undefined) return ['nobody gave the grant that was used for it'];
  const uses = details(before, 'grant-used', OF_GRANT).filter((each) => each.grant === id).length;
  const revoked = details(earlier, 'grant-revoked', OF_GRANT).some((each) => each.grant === id);
  const faults: [boolean, string][] = [
    [uses > grant.uses, `the grant was used ${uses} times and good for ${grant.uses}`],
    [revoked, 'the grant had been revoked'],
    [timeOf(used, consent) >= grant.endsAt, 'the grant had ended'],
    [`${grant.server}/${grant.target}` !== intent.tool, 'the grant is for another tool'],
    [grant.principal !== intent.principal, 'the grant is for another principal'],
  ];
  return faults.filter(([wrong]) => wrong).map(([, fault]) => fault);
};

const GRANT_EVENTS: ReadonlySet<string> = new Set(['grant', 'grant-used', 'grant-revoked']);

/** Rows of all calls that tell of grants. */
export const grantRows = (rows: readonly HarnessEntry[]): readonly HarnessEntry[] =>
  rows.filter(({ event }) => GRANT_EVENTS.has(event));

/**
 * Why people did not agree to an intent whose decision asked for them; empty if they did: by votes of enough of them,
 * or by a grant that was there and good for it, all of it earlier in the chain.
 */
export const consentFaults = (
  grants: readonly HarnessEntry[],
  ofCall: readonly HarnessEntry[],
  intent: HarnessEntry,
  consent: ConsentDemand,
): readonly string[] => {
  const earlier = ofCall.filter(({ seq }) => seq < intent.seq);
  if (seen(earlier, 'approved').length > 0) return approvalFaults(earlier, intent, consent);
  if (seen(earlier, 'grant-used').length > 0) return grantFaults(grants, intent, consent);
  return ['nobody approved it, and no grant was used for it'];
};
