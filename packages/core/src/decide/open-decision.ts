import type { Origins } from '../label/origin.ts';
import type { Json, JsonObject } from '../receive/json.ts';
import type { RuleTest, Verdict } from './compiled-rule.ts';
import type { Decision } from './decision.ts';
import type { FieldIndex } from './frame.ts';
import { setCallFields } from './frame.ts';
import type { Moment } from './input.ts';

const MAX_REMEMBERED = 256;
const NO_FIELDS: readonly Json[] = Object.freeze([]);

/** Verdicts as one text; they are small numbers, so characters tell them apart. */
const keyOf = (verdicts: readonly Verdict[]): string => String.fromCharCode(...verdicts);

/** Everything about a tool in a situation is settled but what the call itself brings. */
export class OpenDecision {
  readonly #tests: readonly RuleTest[];
  /** Where the fields go that only a call brings; undefined if no rule reads one. */
  readonly #index: FieldIndex | undefined;
  readonly #assemble: (verdicts: readonly Verdict[]) => Decision;
  readonly #remembered: Map<string, Decision> = new Map();
  /** The verdicts and the decision of the call before: calls come in runs. */
  #last: Verdict[];
  #decision: Decision | undefined;

  constructor(
    tests: readonly RuleTest[],
    index: FieldIndex | undefined,
    assemble: (verdicts: readonly Verdict[]) => Decision,
  ) {
    this.#tests = tests;
    this.#index = index;
    this.#assemble = assemble;
    this.#last = tests.map(() => -1);
  }

  decide(origins: Origins, args: JsonObject, time: Moment): Decision {
    const frame = { fields: this.#callFields(origins, time), args, locals: [] };
    const last = this.#last;
    let same = true;
    for (let i = 0; i < last.length; i += 1) {
      const verdict = this.#tests[i]?.(frame, time.at) ?? -1;
      if (verdict === last[i]) continue;
      same = false;
      // forgotten first: if a later test fails, what was remembered no longer fits
      this.#decision = undefined;
      last[i] = verdict;
    }
    if (same && this.#decision !== undefined) return this.#decision;
    return this.#recall(last);
  }

  #recall(verdicts: readonly Verdict[]): Decision {
    const key = keyOf(verdicts);
    const decision = this.#remembered.get(key) ?? this.#assemble([...verdicts]);
    if (this.#remembered.size >= MAX_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(key, decision);
    this.#decision = decision;
    return decision;
  }

  #callFields(origins: Origins, time: Moment): readonly Json[] {
    if (this.#index === undefined) return NO_FIELDS;
    const fields: Json[] = [];
    setCallFields(this.#index, fields, origins, time);
    return fields;
  }
}
