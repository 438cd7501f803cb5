/**
 * The registry of hints, the keys that claims are made by, and what definitions and results claim.
 *
 * @module
 */
export type { Answer } from './answer.ts';
export { ANSWERS } from './answer.ts';
export type { ClaimKey, HintValues, SetDetail } from './claim-keys.ts';
export {
  ACTION_METADATA_KEY,
  ARGUMENT_ROLES_KEY,
  CLAIM_KEYS,
  DIRECTORY_KEY,
  SET_DETAILS,
  TOOL_RESOLUTION_KEY,
  UNDO_KEY,
  listModelPreferencesKeys,
} from './claim-keys.ts';
export type { Claim, Claims, MalformedClaim, ModelPreferences } from './claim.ts';
export { readSetAnswers } from './claim-collector.ts';
export { readClaims, readResolvedClaims } from './read-claims.ts';
export { readResultLabels } from './result-labels.ts';
export type { ArgumentRole } from './argument-role.ts';
export { ARGUMENT_ROLES } from './argument-role.ts';
