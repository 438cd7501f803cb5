import type { JsonObject, Labels, Outcome } from '@callgate/core';
import type { HistoryReadings } from '@callgate/core/decide';
import type { Origins } from '@callgate/core/label';
import type { ChangeKind } from '@callgate/gate/replay';

/** Earlier calls that policies may tell apart, with the amounts that a call itself needs to be judged by them. */
export interface ComparedHistory {
  readonly history?: HistoryReadings;
  readonly args: JsonObject;
}

/** A session and the calls before, as far as rules read them. */
export interface HintSituation extends ComparedHistory {
  readonly labels: Labels;
  readonly words: boolean;
  readonly origins: Origins;
}

export type WitnessHints = Readonly<Record<string, 'yes' | 'no'>>;

/** A combination of hints, in a session, that is decided otherwise. */
export interface HintChange extends HintSituation {
  readonly kind: ChangeKind;
  /** A tool that the patterns of rules tell from others; null for any other tool. */
  readonly tool: string | null;
  /** What a trusted server says of the tool, and nothing else. */
  readonly hints: WitnessHints;
  readonly before: Outcome;
  readonly after: Outcome;
  readonly rulesBefore: readonly string[];
  readonly rulesAfter: readonly string[];
}

export interface HintComparison {
  /** Hints that the rules of either policy read, all of whose values were tried. */
  readonly hints: readonly string[];
  readonly changed: readonly HintChange[];
  /** Changed rules that read more than hints and sessions: recorded calls show what they change. */
  readonly partlySeen: readonly string[];
  /** More hints or counters are read together, or more tools named, than can be tried: some combinations were left out. */
  readonly isCut: boolean;
}
