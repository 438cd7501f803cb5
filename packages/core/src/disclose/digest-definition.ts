import { CallgateError } from '../callgate-error.ts';
import { digest, digestText } from '../receive/digest.ts';
import type { JsonObject } from '../receive/json.ts';

export interface DefinitionDigest {
  readonly digest: string;
  /** Why the definition has no canonical form; such a tool is quarantined. */
  readonly problem?: string;
}

/**
 * The digest of a whole tool definition: every nested text counts, key order does not,
 * and an explicit default is not the same as an absent one.
 */
export const digestDefinition = (definition: JsonObject): DefinitionDigest => {
  try {
    return { digest: digest('definition', definition) };
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return { digest: digestText('definition', JSON.stringify(definition)), problem: error.message };
  }
};
