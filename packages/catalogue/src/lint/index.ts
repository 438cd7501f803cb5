/**
 * What servers' authors run on their own tools.
 *
 * @example
 * import { wellDescribed } from '@callgate/catalogue/lint';
 *
 * expect.extend(wellDescribed);
 * expect(await client.listTools()).toBeWellDescribed({ allow: ['text/title-missing'] });
 *
 * @module
 */
export type { Finding, Fix, Severity } from '../finding.ts';
export { SEVERITIES } from '../finding.ts';
export type { ListedServer } from '../listed-server.ts';
export type { FixResult } from './apply-fixes.ts';
export { applyFixes } from './apply-fixes.ts';
export type { LintOptions } from './lint-server.ts';
export { lintServer, findRule } from './lint-server.ts';
export type { ListedTools, MatcherResult, WellDescribedMatchers, WellDescribedOptions } from './matchers.ts';
export { expectWellDescribed, findingLine, lintTools, wellDescribed } from './matchers.ts';
export type { LintRule } from './lint-rule.ts';
export { RULES } from './rules.ts';
