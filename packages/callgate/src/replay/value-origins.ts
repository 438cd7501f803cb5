import type { JsonObject, Session, TracedTool } from '@callgate/core';
import type { FirstOccurrence, Origin, Origins, Proof } from '@callgate/core/label';
import { listProvenValues } from '@callgate/core/label';
import type { ArgumentRole } from '@callgate/core/vocabulary';

export interface ValueOrigin {
  readonly path: readonly (string | number)[];
  readonly role: ArgumentRole;
  readonly text: string;
  readonly origin: Origin | Proof;
  readonly proven: boolean;
  readonly firstSeen?: FirstOccurrence;
}

/** Where every decisive value of a call comes from, those that could not be traced included. */
export const traceValueOrigins = (
  session: Session,
  tool: TracedTool,
  args: JsonObject,
  { unproven }: Origins,
): readonly ValueOrigin[] => [
  ...listProvenValues(session, tool, args).map(({ path, role, text, proof }): ValueOrigin => ({
    path,
    role,
    text,
    origin: proof,
    proven: true,
  })),
  ...unproven.map(({ path, role, text, origin, firstSeen }): ValueOrigin => ({
    path,
    role: role ?? 'critical',
    text: text ?? '',
    origin: origin ?? 'nowhere',
    proven: false,
    ...(firstSeen === undefined ? {} : { firstSeen }),
  })),
];
