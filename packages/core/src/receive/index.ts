/**
 * Bytes become one typed call: the strict parser, the canonical form and its digest.
 *
 * @module
 */
export { deepFreeze } from '../deep-freeze.ts';
export type { Call, CallArguments, CallKind, CallParts } from './call.ts';
export { CALL_KINDS, receiveArguments, receiveCall } from './call.ts';
export { canonicalCached } from './canonical.ts';
export type { Sha256 } from './digest.ts';
export { digest, digestCanonical, digestText, useSha256 } from './digest.ts';
export { displayJson, parseDisplayed } from './display.ts';
export { freezeJson } from './json.ts';
export type { ParseLimits } from './limits.ts';
export { DEFAULT_PARSE_LIMITS } from './limits.ts';
export { foldKey, isReservedName, stripReservedMembers } from './member-names.ts';
export { parseStrict } from './strict-parse.ts';
