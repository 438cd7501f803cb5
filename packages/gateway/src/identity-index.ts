/**
 * Who somebody is by the word of a provider: the only way to ask one, and the names it may give.
 *
 * @module
 */
export { readProvider, safeUrl } from './identity/ask-provider.ts';
export { isNotGivenAway, nameShape, subjectShape } from './identity/names.ts';
