import type { Labels } from '@callgate/core';
import type { LabelName, SessionLabels, LabelStrength } from '@callgate/core/label';
import { LABEL_NAMES, LABEL_STRENGTHS } from '@callgate/core/label';
import type { LabelStep, SessionCall, SessionHistoryEvent } from '../api/sessions.ts';

const rank = (strength: LabelStrength): number => LABEL_STRENGTHS.indexOf(strength);

/** What was known of the labels at one moment, because something was judged on them then. */
interface LabelObservation {
  readonly at: number;
  readonly labels: Labels;
  /** A tool that acts in several steps of its own is judged after its own raise. */
  readonly own: SessionCall | null;
}

/** A call that was held is judged once more when it leaves. */
const observeCall = (call: SessionCall, heldAt: number | null): LabelObservation => ({
  at: heldAt === null ? call.at : (call.dispatchedAt ?? call.at),
  labels: call.labels,
  own: call.agentic ? call : null,
});

export interface LabelStepsInput {
  readonly calls: readonly SessionCall[];
  /** When each call was held, by its id. */
  readonly heldAt: ReadonlyMap<string, number>;
  readonly events: readonly SessionHistoryEvent[];
  /** What the session has touched now; null where nothing is kept of it. */
  readonly now: { readonly at: number; readonly labels: SessionLabels } | null;
}

class LabelTimeline {
  readonly #label: LabelName;
  readonly #of: LabelStepsInput;
  readonly #witnesses: ReadonlySet<string>;
  /** A witness that is none of the calls here. */
  readonly #stranger: string | null;
  readonly steps: LabelStep[] = [];
  #strength: LabelStrength = 'none';
  #since = Number.NEGATIVE_INFINITY;

  constructor(label: LabelName, of: LabelStepsInput) {
    this.#label = label;
    this.#of = of;
    this.#witnesses = new Set(of.now?.labels[label].witnesses.map(({ call }) => call));
    const here = new Set(of.calls.map(({ id }) => id));
    this.#stranger = [...this.#witnesses].find((call) => !here.has(call)) ?? null;
  }

  #step(strength: LabelStrength, at: number, why: LabelStep['why'], call: string | null = null): void {
    this.#strength = strength;
    this.steps.push({ label: this.#label, at, strength, call, why });
  }

  /** The earliest call since the last sight that can have raised the label so far. */
  #raiser(strength: LabelStrength, before: number, own: SessionCall | null): SessionCall | undefined {
    const left = this.#of.calls.filter(
      (call) =>
        call === own ||
        (call.dispatchedAt !== null && call.dispatchedAt >= this.#since && call.dispatchedAt <= before),
    );
    return (
      left.find((call) => rank(call.raises[this.#label]) >= rank(strength)) ??
      // its result said more than its tool
      left.find((call) => this.#witnesses.has(call.id))
    );
  }

  #rise(to: LabelStrength, { at, own }: Pick<LabelObservation, 'at' | 'own'>): void {
    for (const strength of LABEL_STRENGTHS.slice(rank(this.#strength) + 1, rank(to) + 1)) {
      const call = this.#raiser(strength, at, own);
      const by = call?.id ?? this.#stranger;
      const step = call === undefined ? at : Math.max(this.#since, call.dispatchedAt ?? call.at);
      const last = this.steps.at(-1);
      // what raised it twice at once has raised it once
      if (last?.call === by && last.at === step) this.steps.pop();
      this.#step(strength, step, call === undefined ? 'elsewhere' : 'call', by);
    }
  }

  see({ at, labels, own }: LabelObservation): void {
    const strength = labels[this.#label];
    if (rank(strength) > rank(this.#strength)) this.#rise(strength, { at, own });
    else if (rank(strength) < rank(this.#strength)) this.#step(strength, at, 'aged');
    this.#since = Math.max(this.#since, at);
  }

  /** What rose before an operator took it away is only in the calls that went out. */
  declassify(at: number): void {
    this.guess(at);
    if (this.#strength !== 'none') this.#step('none', at, 'declassified');
    this.#since = Math.max(this.#since, at);
  }

  /** Where nobody looked any more: what the calls that went out may have touched. */
  guess(until: number): void {
    for (const call of this.#of.calls) {
      const at = call.dispatchedAt;
      if (at === null || at < this.#since || at > until) continue;
      const raises = call.raises[this.#label];
      if (rank(raises) > rank(this.#strength)) this.#step(raises, at, 'call', call.id);
    }
  }
}

/** How the labels of a session rose and fell: seen in what each call was judged on, explained by the calls before it. */
export const labelSteps = (of: LabelStepsInput): readonly LabelStep[] => {
  const { calls, heldAt, events, now } = of;
  const sights = calls.map((call) => observeCall(call, heldAt.get(call.id) ?? null));
  return LABEL_NAMES.flatMap((label) => {
    const line = new LabelTimeline(label, of);
    const taken = events.filter((event) => event.event === 'declassified' && event.label === label);
    const moments = [
      ...sights.map((sight) => ({ at: sight.at, happen: () => line.see(sight) })),
      ...taken.map(({ at }) => ({ at, happen: () => line.declassify(at) })),
    ].toSorted((a, b) => a.at - b.at);
    for (const { happen } of moments) happen();
    if (now === null) line.guess(Number.POSITIVE_INFINITY);
    else
      line.see({
        at: now.at,
        labels: { private: now.labels.private.strength, untrusted: now.labels.untrusted.strength },
        own: null,
      });
    return line.steps;
  });
};
