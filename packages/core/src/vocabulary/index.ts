/**
 * The registry of hints, the keys that claims are made by, and what definitions and results claim.
 *
 * @module
 */
export type { Answer } from './answer.ts';
export { ANSWERS } from './answer.ts';
export type { ClaimKey, Says, SetDetail } from './claim-keys.ts';
export {
  ACTION_METADATA_KEY,
  ARGUMENT_ROLES_KEY,
  CLAIM_KEYS,
  DIRECTORY_KEY,
  SET_DETAILS,
  TOOL_RESOLUTION_KEY,
  UNDO_KEY,
  modelPreferencesKeys,
} from './claim-keys.ts';
export type { Claim, Claims, MalformedClaim, ModelPreferences } from './claim.ts';
export { readClaims, readResolved } from './claims.ts';
export { readResultLabels } from './result-labels.ts';
export type { Role } from './roles.ts';
export { ROLES } from './roles.ts';
