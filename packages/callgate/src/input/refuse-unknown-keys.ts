import type { JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { traceErrors } from '@callgate/messages/errors/trace';
import { findNearestName } from '@callgate/policy';

/** Keys people put beside the data for themselves. */
const NEUTRAL: ReadonlySet<string> = new Set([
  'id',
  'name',
  'note',
  'notes',
  'comment',
  'description',
  'expected',
  'expect',
  'case',
]);

/** A key that is not known may be a label or an argument with a typo: taken for absent, it would relax. */
export const refuseUnknownKeys = (what: string, object: JsonObject, known: readonly string[]): void => {
  for (const key of Object.keys(object)) {
    if (known.includes(key) || NEUTRAL.has(key) || key.startsWith('_')) continue;
    throw new CallgateError(
      traceErrors.input.keyUnknown({
        what,
        key: display(key),
        near: findNearestName(key, known),
        keys: known.join(', '),
      }),
    );
  }
};
