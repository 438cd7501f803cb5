/**
 * Policies in other languages.
 *
 * @module
 */
export { portablePolicy } from './portable-policy.ts';
export type { ExportLoss, PortablePolicy, PortableRule } from './portable-policy.ts';
export { writeCedar } from './write-cedar.ts';
export { writeRego } from './write-rego.ts';
