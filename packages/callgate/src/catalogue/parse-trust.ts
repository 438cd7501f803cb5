import type { Json, TrustLevel } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { trustSchema } from './catalogue-schema.ts';

export const parseTrust = (written: Json | undefined): TrustLevel | undefined => {
  if (written === undefined || written === null) return undefined;
  const parsed = trustSchema.safeParse(written);
  if (parsed.success) return parsed.data;
  const shown =
    typeof written === 'string' ? `there is no trust \`${display(written)}\`` : 'trust: not a text';
  throw new CallgateError('TRUST_UNKNOWN', shown, { help: 'trust is untrusted, trusted or owned' });
};
