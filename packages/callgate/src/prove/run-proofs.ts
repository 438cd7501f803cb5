import type { Policy } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { ConditionError } from '@callgate/policy';
import type { ChainProof, PropertyProof, ProofRequest } from '@callgate/policy/prove';
import { provePolicy } from '@callgate/policy/prove';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import { caseFileOf, chainFileOf } from './case-of.ts';
import { chainsText, proofsText } from './prove-text.ts';

/** Proofs as programs read them: each counterexample with its whole input, and as a file of tests. */
export const proofsJson = (
  proofs: readonly PropertyProof[],
  policies: readonly string[],
): readonly unknown[] =>
  proofs.map((proof) =>
    'counterexample' in proof
      ? { ...proof, tests: caseFileOf(proof.counterexample, proof.property.kind, policies) }
      : proof,
  );

/** Chains as programs read them, each that runs also as a file of tests. */
const chainsJson = (chains: readonly ChainProof[], policies: readonly string[]): readonly unknown[] =>
  chains.map((chain) =>
    chain.answer === 'yes' ? { ...chain, tests: chainFileOf(chain.steps, chain.kind, policies) } : chain,
  );

/** Proves, and says what is wrong with a condition where it cannot be used. */
export const proveOrRefuse = (policy: Policy, request: ProofRequest = {}): readonly PropertyProof[] => {
  try {
    return provePolicy(policy, request);
  } catch (error) {
    if (!(error instanceof ConditionError)) throw error;
    const { code, message, help } = error;
    throw new CallgateError(code, message, help === undefined ? {} : { help });
  }
};

const COUNTEREXAMPLE = 1;
const UNDECIDED = 2;

export interface ProofReport {
  readonly proofs: readonly PropertyProof[];
  readonly chains: readonly ChainProof[];
  readonly policies: readonly string[];
  readonly json: boolean;
}

/** Prints what was proved. The exit code is 1 for a counterexample, and 2 where only something is undecided. */
export const showProofs = ({ proofs, chains, policies, json }: ProofReport): void => {
  if (json)
    write(asciiJson({ proofs: proofsJson(proofs, policies), chains: chainsJson(chains, policies) }, 2));
  else {
    if (proofs.length > 0) write(proofsText(proofs, policies));
    if (chains.length > 0) write(chainsText(chains, policies));
  }
  const isBroken =
    proofs.some(({ result }) => result === 'disproved') || chains.some(({ answer }) => answer === 'yes');
  const isOpen =
    proofs.some(({ result }) => result === 'undecided') ||
    chains.some(({ answer }) => answer === 'undecided');
  if (isBroken) process.exitCode = COUNTEREXAMPLE;
  else if (isOpen) process.exitCode = UNDECIDED;
};
