export {
  NO_RULE,
  listAskingRules,
  hasNewAskingRule,
  listDestinations,
  checkGrantCoverage,
} from './grant-coverage.ts';
export type { GrantCoverage, GrantSituation } from './grant-coverage.ts';
export { MAX_GRANT_MS, MAX_GRANT_PARTS, MAX_GRANT_USES, makeGrant, makeGrantForCall } from './make-grant.ts';
export type { GrantRequest, GrantResult } from './make-grant.ts';
export { describeGrantScope } from './grant-text.ts';
