import type { Decision, Labels } from '@callgate/core';
import type { Belief } from '@callgate/core/disclose';
import type { LabelStrength } from '@callgate/core/label';
import type { CallRow } from '@callgate/gate/record';
import type { SessionCall } from '../api/sessions.ts';

/** A yes that nobody but the specification says is only possible. */
const strengthOf = (
  decision: Decision,
  fact: 'readsPrivate' | 'returnsUntrusted',
  hints: readonly string[],
): LabelStrength => {
  const value = decision.facts[fact];
  if (value !== 'yes') return value === 'unknown' ? 'possible' : 'none';
  const said = hints
    .map((hint): Belief | undefined => decision.beliefs[hint])
    .filter((belief) => belief?.value === 'yes');
  const guessed = said.length > 0 && said.every((belief) => belief?.ground === 'default');
  return guessed ? 'possible' : 'known';
};

/** What a call of this tool may touch, as it was believed when it was decided. */
export const labelsRaisedBy = (decision: Decision): Labels => ({
  private: strengthOf(decision, 'readsPrivate', ['sensitiveData', 'secret']),
  untrusted: strengthOf(decision, 'returnsUntrusted', ['unsafeOutput', 'openWorld']),
});

const outwardOf = ({ facts }: Decision): LabelStrength =>
  facts.outwardOnGround === 'yes' ? 'known' : facts.outward === 'no' ? 'none' : 'possible';

const MAX_REASONS = 4;

export const sessionCall = (row: CallRow): SessionCall => {
  const { decision, situation } = row;
  const { labels, origins } = situation;
  const outward = outwardOf(decision);
  return {
    id: row.id,
    kind: row.kind,
    server: row.server,
    target: row.target,
    state: row.state,
    outcome: row.outcome,
    enforced: row.enforced,
    waiting: row.waiting,
    at: row.receivedAt,
    dispatchedAt: row.dispatchedAt,
    endedAt: row.endedAt,
    labels,
    raises: labelsRaisedBy(decision),
    outward,
    destroys: decision.facts.destroys === 'yes',
    agentic: decision.facts.agentic === 'yes',
    ai: row.ai,
    trifecta:
      labels.private !== 'none' &&
      labels.untrusted !== 'none' &&
      outward === 'known' &&
      origins.destination !== 'yes',
    rules: decision.rules.filter(({ outcome }) => outcome === row.outcome).map(({ id }) => id),
    reasons: decision.reasons.slice(0, MAX_REASONS),
    fault: row.fault,
  };
};
