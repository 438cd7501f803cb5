import { didYouMean } from './yaml/did-you-mean.ts';
import type { PolicyFile } from './file-schema.ts';
import { policyFileSchema } from './file-schema.ts';
import type { PolicySource } from './load.ts';
import type { LoadedYaml } from './yaml/load-yaml.ts';
import { loadYaml } from './yaml/load-yaml.ts';
import type { RefusedYaml } from './yaml/parse-yaml.ts';
import { issueWords } from './yaml/shape-faults.ts';

/** A policy file whose shape is right, with the position of every part. */
export type ReadFile = Pick<LoadedYaml<PolicyFile>, 'source' | 'content'>;

/** Reads one policy file: YAML, then its shape. */
export const readPolicyFile = (source: PolicySource): LoadedYaml<PolicyFile> | RefusedYaml =>
  loadYaml(policyFileSchema, source, {
    code: 'POLICY',
    keyHelp: didYouMean,
    words: (issue) => (issue.code === 'invalid_value' ? issueWords(issue) : issue.message),
  });
