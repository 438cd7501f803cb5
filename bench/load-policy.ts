import { readFileSync } from 'node:fs';
import type { Policy } from '@callgate/core';
import { formatProblem, loadPolicy } from '@callgate/policy';

/** Loads a policy or says what is wrong with it. */
export const requirePolicy = (name: string, text: string): Policy => {
  const loaded = loadPolicy([{ name, text }]);
  if (loaded.ok) return loaded.policy;
  throw new Error(loaded.problems.map(formatProblem).join('\n'));
};

export const loadPolicyFile = (file: string): Policy =>
  requirePolicy(file, readFileSync(new URL(file, import.meta.url), 'utf8'));
