import type { JsonObject, Session, TracedTool } from '@callgate/core';
import type { FirstSeen, Origin, Origins, Proof } from '@callgate/core/label';
import { provenValues } from '@callgate/core/label';
import type { Role } from '@callgate/core/vocabulary';

export interface ValueOrigin {
  readonly path: readonly (string | number)[];
  readonly role: Role;
  readonly text: string;
  readonly origin: Origin | Proof;
  readonly proven: boolean;
  readonly firstSeen?: FirstSeen;
}

/** Where every decisive value of a call comes from, those that could not be traced included. */
export const valueOrigins = (
  session: Session,
  tool: TracedTool,
  args: JsonObject,
  { unproven }: Origins,
): readonly ValueOrigin[] => [
  ...provenValues(session, tool, args).map(({ path, role, text, proof }): ValueOrigin => ({
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
