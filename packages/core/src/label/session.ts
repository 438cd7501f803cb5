import type { LabelName, Labels, Strength } from './label.ts';
import { LABEL_NAMES, strengthRank, stronger } from './label.ts';
import type { Witness } from './witness.ts';

/** One label of a session: how strong, and the calls that caused it. */
export interface Label {
  readonly strength: Strength;
  /** At most `MAX_WITNESSES`, earliest first; dropping one never weakens the label. */
  readonly witnesses: readonly Witness[];
}

/** An operator's recorded word that a label no longer counts. */
export interface Declassification {
  readonly label: LabelName;
  readonly by: string;
  readonly reason: string;
  readonly at: string;
}

/** What an agent's context has touched. Versioned and serialisable; changed only by deltas. */
export interface Session {
  readonly v: 1;
  readonly context: string;
  readonly labels: Readonly<Record<LabelName, Label>>;
  /** Whether the person's own words have been heard. */
  readonly words: boolean;
  readonly declassifications: readonly Declassification[];
}

export type SessionDelta =
  | {
      readonly type: 'raise';
      readonly label: LabelName;
      readonly strength: Strength;
      readonly witness: Witness;
    }
  | { readonly type: 'words' }
  | ({ readonly type: 'declassify' } & Declassification);

export const MAX_WITNESSES = 16;

const UNLABELLED: Label = Object.freeze({ strength: 'none', witnesses: Object.freeze([]) });

export const startSession = (context: string): Session => ({
  v: 1,
  context,
  labels: { private: UNLABELLED, untrusted: UNLABELLED },
  words: false,
  declassifications: [],
});

const witnessKey = (witness: Witness): string =>
  JSON.stringify([witness.call, witness.path, witness.span ?? null]);

const mergeWitnesses = (a: readonly Witness[], b: readonly Witness[]): readonly Witness[] => {
  const byKey = new Map([...a, ...b].map((witness) => [witnessKey(witness), witness]));
  return [...byKey.values()].slice(0, MAX_WITNESSES);
};

const raise = (label: Label, strength: Strength, witness: Witness): Label => {
  if (strength === 'none') return label;
  return {
    strength: stronger(label.strength, strength),
    witnesses: mergeWitnesses(label.witnesses, [witness]),
  };
};

/** The one way a session changes. Labels only rise, but for a declassification that names who and why. */
export const applyDelta = (session: Session, delta: SessionDelta): Session => {
  if (delta.type === 'words') return { ...session, words: true };
  if (delta.type === 'raise') {
    const label = raise(session.labels[delta.label], delta.strength, delta.witness);
    return { ...session, labels: { ...session.labels, [delta.label]: label } };
  }
  const { type: _, ...declassification } = delta;
  return {
    ...session,
    labels: { ...session.labels, [delta.label]: UNLABELLED },
    declassifications: [...session.declassifications, declassification],
  };
};

const joinLabel = (a: Label, b: Label): Label => ({
  strength: stronger(a.strength, b.strength),
  witnesses: mergeWitnesses(a.witnesses, b.witnesses),
});

/**
 * The labels of both, for a context that must carry another's. The person's words never cross:
 * what is joined in brings its labels and nothing that could prove a value.
 */
export const joinSessions = (session: Session, other: Session): Session => ({
  ...session,
  labels: {
    private: joinLabel(session.labels.private, other.labels.private),
    untrusted: joinLabel(session.labels.untrusted, other.labels.untrusted),
  },
});

export const labelsOf = (session: Session): Labels => ({
  private: session.labels.private.strength,
  untrusted: session.labels.untrusted.strength,
});

export const isLabelled = (labels: Labels): boolean =>
  LABEL_NAMES.some((name) => strengthRank(labels[name]) > 0);
