/**
 * YAML files that people write: parsed within limits, checked against a schema, every problem with its position.
 *
 * @example
 * import { loadYaml } from '@callgate/policy/yaml';
 *
 * const loaded = loadYaml(schema, { name: 'policy.yaml', text }, { code: 'POLICY' });
 *
 * @module
 */
export { loadYaml, locateFault } from './load-yaml.ts';
export { MAX_YAML_BYTES, parseYaml } from './parse-yaml.ts';
export type { YamlRefusal } from './parse-yaml.ts';
export { readText } from './read-text.ts';
export { listShapeFaults, parseShape, partName } from './shape-faults.ts';
export type { UnlocatedProblem } from './shape-faults.ts';
export { YamlFile } from './yaml-file.ts';
export type { YamlPath } from './yaml-file.ts';
