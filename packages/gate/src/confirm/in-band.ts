import type { Decision, Principal, TrustLevel } from '@callgate/core';
import type { Origins } from '@callgate/core/label';
import type { VoteReason } from '@callgate/messages/approval';
import { findElectorate } from './electorate.ts';
import type { People } from './people.ts';

/** What the operator set for answers that come over an agent's own connection. */
export interface InBandSettings {
  /** False: none counts, whatever a client calls itself. */
  readonly answersInBand?: boolean;
  readonly clients: readonly InBandClient[];
}

/** One client by the name it gives itself, which proves nothing. */
export interface InBandClient {
  readonly name: string;
  /** Absent: as the transport has it. */
  readonly answersInBand?: boolean;
}

/** The connection that an answer comes over. */
export interface InBandConnection {
  /** `stdio`: the user's own program started us. `http`: anything that has the agents' token. `host`: the dialog of a host that runs hooks. */
  readonly transport: 'stdio' | 'http' | 'host';
  /** What the client calls itself. */
  readonly client: string | null;
}

/** The call that is answered for. */
export interface InBandCall {
  readonly principal: Principal;
  readonly decision: Decision;
  readonly origins: Origins;
  /** Of the server as it is now; undefined where it is not known any more. */
  readonly trust: TrustLevel | undefined;
}

export const DEFAULT_IN_BAND: InBandSettings = Object.freeze({ clients: Object.freeze([]) });

/** The alert that an answer did not count. */
export const IN_BAND_UNCOUNTED = 'IN_BAND_UNCOUNTED';

const MAX_READING_MS = 15_000;
/** So many characters take as long again as the shortest question: with 2 s, 500 characters a second. */
const CHARACTERS = 1000;

/** How long a person needs at least for a question of so many characters. */
export const readingTimeMs = (leastMs: number, characters: number): number =>
  Math.max(leastMs, Math.min(MAX_READING_MS, leastMs * (1 + characters / CHARACTERS)));

const isTrifecta = ({ facts, labels }: Decision, { proven, destination, outbound }: Origins): boolean => {
  if (proven === 'yes' || destination === 'yes') return false;
  const isKnown = labels.private === 'known' && labels.untrusted === 'known' && facts.outward !== 'no';
  const isPossible = labels.private !== 'none' && labels.untrusted !== 'none';
  const isOutward = facts.outwardOnGround === 'yes' || (facts.outward !== 'no' && outbound === true);
  return isKnown || (isPossible && facts.described === 'yes' && isOutward);
};

/** A person has said of this definition what the tool may destroy. An override for a name, which any tool may have, is no such word. */
const isReviewed = ({ facts, beliefs }: Decision): boolean =>
  facts.described === 'yes' && beliefs['destructive']?.ground === 'review';

/** Why a call is too severe for an answer over the agent's own connection, whatever the policy asks for; undefined where it is not. */
export const severityReason = ({
  decision,
  origins,
  trust,
}: Omit<InBandCall, 'principal'>): VoteReason | undefined => {
  const { facts, obligations } = decision;
  if (facts.quarantined !== 'no') return { code: 'quarantined' };
  if (isTrifecta(decision, origins)) return { code: 'leaksPrivate' };
  if (obligations.terms !== 'plain') return { code: 'extraChecks' };
  const isTrusted = trust === 'trusted' || trust === 'owned';
  if (isTrusted) return undefined;
  if (facts.irreversible === 'yes') return { code: 'irreversible' };
  return facts.destroys === 'no' || isReviewed(decision) ? undefined : { code: 'destroys' };
};

const isSingleUser = ({ all, selfApproval }: People): boolean => selfApproval && all.length === 1;

const settingRefusal = (
  { answersInBand, clients }: InBandSettings,
  { transport, client }: InBandConnection,
  people: People,
): VoteReason | undefined => {
  const rules = new Set(clients.filter(({ name }) => name === client).map((rule) => rule.answersInBand));
  if (answersInBand === false || rules.has(false)) return { code: 'off' };
  if (rules.has(true)) return undefined;
  if (transport === 'http') return { code: 'unlistedOverHttp' };
  return isSingleUser(people) ? undefined : { code: 'unlisted' };
};

/**
 * Why nobody's answer counts that comes over this connection, as settings, people and the call are now; undefined where
 * the principal's own counts. This is the one place that decides it, for every channel the agent holds.
 */
export const inBandRefusalReason = (
  call: InBandCall,
  connection: InBandConnection,
  settings: InBandSettings,
  people: People,
  verdict: 'approve' | 'refuse' = 'approve',
): VoteReason | undefined => {
  const { subject, kind, delegation } = call.principal;
  const refusal = settingRefusal(settings, connection, people);
  if (refusal !== undefined) return refusal;
  // a program, or a person who acts for another, has no vote
  if (kind !== 'human' || delegation.length > 0) return { code: 'notOnePerson' };
  if (!findElectorate(people, call.principal).byAccount.has(subject)) return { code: 'notApprover' };
  // a no only takes the call back
  return verdict === 'approve' ? severityReason(call) : undefined;
};
