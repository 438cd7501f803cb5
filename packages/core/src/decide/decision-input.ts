import type { ToolInput } from '../disclose/tool-input.ts';
import type { Labels } from '../label/label.ts';
import type { HistoryReadings } from '../condition/counter.ts';
import type { Origins } from '../label/origin.ts';
import type { Principal } from '../receive/principal.ts';
import type { JsonObject } from '../receive/json.ts';

/** A moment, and the operator's distance from UTC at it. */
export interface Moment {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly offsetMinutes: number;
}

/** Everything a decision depends on. Versioned and serialisable: record, replay and approvals all keep it. */
export interface DecisionInput {
  readonly v: 1;
  readonly tool: ToolInput;
  readonly labels: Labels;
  /** Whether the person's own words are known in this session. */
  readonly words: boolean;
  readonly origins: Origins;
  readonly principal: Principal;
  readonly args: JsonObject;
  readonly time: Moment;
  /** What the policy's counters were read as. A rule that reads one that is not here cannot be evaluated. */
  readonly history?: HistoryReadings;
  readonly policy: string;
}
