export { NO_RULE, askingRules, asksMore, destinationsOf, grantCovers } from './grant-coverage.ts';
export type { Coverage, GrantSituation } from './grant-coverage.ts';
export { MAX_GRANT_MS, MAX_GRANT_PARTS, MAX_GRANT_USES, makeGrant, wishedGrant } from './make-grant.ts';
export type { GrantRequest, MadeGrant } from './make-grant.ts';
export { grantScopeText } from './grant-text.ts';
