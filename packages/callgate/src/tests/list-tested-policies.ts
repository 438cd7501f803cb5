import { isJsonObject } from '@callgate/core';
import { YamlFile } from '@callgate/policy/yaml';
import { policyBeside } from './read-test-file.ts';

/** What a file of tests names as its policy, or lies beside. */
export const listTestedPolicies = (path: string, text: string): readonly string[] => {
  const content: unknown = new YamlFile(path, text, { strict: false }).content();
  const written = isJsonObject(content) ? content['policy'] : undefined;
  return [written ?? policyBeside(path)].flat().filter((name) => typeof name === 'string');
};
