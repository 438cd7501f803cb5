import type { Answer } from '../vocabulary/answer.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import type { Witness } from './session.ts';

export type Origin = 'person' | 'created' | 'directory' | 'trusted' | 'untrusted' | 'nowhere';

/** The exact place a value was first seen at, and the tool whose result that was. */
export interface FirstOccurrence extends Witness {
  readonly server: string;
  readonly tool: string;
}

/** One argument whose value could not be traced to anything that counts. */
export interface UnprovenValue {
  /** The argument, as a JSON path from the root of the arguments. */
  readonly path: readonly (string | number)[];
  /** Absent where nobody looked: nothing untrusted was seen, or the call has no consequence. */
  readonly origin?: Origin;
  readonly role?: ArgumentRole;
  /** The value, or the part of it that could not be traced, at most `MAX_ORIGIN_TEXT` characters; `…` ends a cut one. */
  readonly text?: string;
  /** Where the value was first seen, if it was seen at all. */
  readonly firstSeen?: FirstOccurrence;
  /** The call has no destination of its own, and this text of it was, or may have been, first seen in private content. */
  readonly carried?: true;
}

export const MAX_ORIGIN_TEXT = 200;

/** What label judged about the values of one call. `unknown` where the person's words are not known. */
export interface Origins {
  readonly proven: Answer;
  /** Whether every destination is proven, whatever the other values are. */
  readonly destination: Answer;
  /** Whether the object acted on was created in this session. */
  readonly created: Answer;
  readonly unproven: readonly UnprovenValue[];
  /** The verb of a call that needs to be asked for and was not. */
  readonly unasked?: string;
  /** The verb by which the person forbade this kind of call. */
  readonly forbidden?: string;
  /** People denied this very call in this task; `forbidden` has its verb. */
  readonly denied?: true;
  /**
   * The call can reach outside and goes to an address that is not proven, or carries private data. An absent
   * openWorld hint counts as open for such a call, as the specification says.
   */
  readonly outbound?: true;
}

export const UNTRACED_ORIGINS: Origins = Object.freeze({
  proven: 'unknown',
  destination: 'unknown',
  created: 'unknown',
  unproven: Object.freeze([]),
});
