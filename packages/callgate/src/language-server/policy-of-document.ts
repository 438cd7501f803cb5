import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CallgateError } from '@callgate/core';
import type { PolicySource } from '@callgate/policy';
import { isPreset } from '@callgate/policy';
import { MAX_YAML_BYTES } from '@callgate/policy/yaml';
import type { ReadFileKind } from '../catalogue/file-kind.ts';
import { readPolicySource } from '../input/open-policy.ts';
import { listTestedPolicies } from '../tests/list-tested-policies.ts';

const sourceOf = (path: string): readonly PolicySource[] => {
  const found = existsSync(path) ? statSync(path) : undefined;
  return found?.isFile() === true && found.size <= MAX_YAML_BYTES ? [readPolicySource(path)] : [];
};

/** The layers that a document is, or that its tests are about; what cannot be read is left out. */
export const policyOfDocument = (kind: ReadFileKind, path: string, text: string): readonly PolicySource[] => {
  if (kind === 'policy') return [{ name: path, text }];
  if (kind !== 'tests' || text.length > MAX_YAML_BYTES) return [];
  try {
    return listTestedPolicies(path, text).flatMap((name) =>
      isPreset(name) ? [{ name, text: `extends: ${name}` }] : sourceOf(resolve(dirname(path), name)),
    );
  } catch (error) {
    // no policy beside it, or aliases that multiply
    if (error instanceof CallgateError || error instanceof ReferenceError || error instanceof RangeError)
      return [];
    throw error;
  }
};
