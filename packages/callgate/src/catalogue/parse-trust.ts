import type { Json, TrustLevel } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { catalogueFileErrors } from '@callgate/messages/errors/catalogue-file';
import { trustSchema } from './catalogue-schema.ts';

export const parseTrust = (written: Json | undefined): TrustLevel | undefined => {
  if (written === undefined || written === null) return undefined;
  const parsed = trustSchema.safeParse(written);
  if (parsed.success) return parsed.data;
  throw new CallgateError(
    typeof written === 'string'
      ? catalogueFileErrors.trustUnknown({ trust: display(written) })
      : catalogueFileErrors.trustNotText(),
  );
};
