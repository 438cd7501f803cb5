/**
 * Who a person is, as an identity provider says: the only way to ask one, and the names it may give.
 *
 * @module
 */
export { readProviderJson, parseSafeUrl } from './identity/ask-provider.ts';
export { isReservedSubject, nameShape, subjectShape } from './identity/subject-shape.ts';
