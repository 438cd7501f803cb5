/**
 * Proofs of policies over every situation, with counterexamples that `decide` confirmed.
 *
 * @module
 */
export type {
  Counterexample,
  IdleRule,
  PropertyProof,
  ProofResult,
  ProvedProperty,
  BuiltInProperty,
} from './proof.ts';
export { BUILT_IN_PROPERTIES } from './proof.ts';
export type { ProofRequest } from './prove-policy.ts';
export { parseProperty, provePolicy } from './prove-policy.ts';
export type { ChainKind, ChainProof, ChainTool, ProvedStep } from './prove-chains.ts';
export { CHAIN_KINDS, proveChains } from './prove-chains.ts';
export { definitionOf, type ToolTraits, makeTool, operatorSays } from './made-tool.ts';
