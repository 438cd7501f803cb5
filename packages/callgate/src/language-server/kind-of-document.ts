import { isJsonObject } from '@callgate/core';
import { isPreset } from '@callgate/policy';
import { MAX_YAML_BYTES, YamlFile } from '@callgate/policy/yaml';
import type { ReadFileKind } from '../catalogue/file-kind.ts';
import { kindByContent, kindByWrittenName } from '../catalogue/file-kind.ts';

/** The line by which a file names its schema, which `init` writes. */
const SCHEMA_LINE =
  /^#\s*yaml-language-server:\s*\$schema=\S*?\b(policy|policy-tests|callgate|manifest)\.schema\.json/m;

const SCHEMA_KINDS: ReadonlyMap<string, ReadFileKind> = new Map([
  ['policy', 'policy'],
  ['policy-tests', 'tests'],
  ['callgate', 'config'],
  ['manifest', 'manifest'],
]);

const someHas = (list: unknown, keys: readonly string[]): boolean =>
  Array.isArray(list) &&
  list.some((entry) => isJsonObject(entry) && keys.every((key) => Object.hasOwn(entry, key)));

/** Files of other programs have `rules`, `extends`, `servers` and `version` too. */
const isOurs = (kind: ReadFileKind | undefined, content: object): boolean => {
  if (!isJsonObject(content)) return false;
  switch (kind) {
    case 'policy':
      return (
        someHas(content['rules'], ['id', 'reason']) ||
        someHas(content['rules'], ['id', 'then']) ||
        [content['extends']].flat().some((name) => typeof name === 'string' && isPreset(name))
      );
    case 'tests':
      return someHas(content['cases'], ['call']) || someHas(content['traces'], ['steps']);
    case 'manifest':
      return content['manifest'] === 1;
    case 'pack':
      return content['version'] === 1;
    default:
      return false;
  }
};

/** What a text that an editor has open is; undefined for files of other programs. */
export const kindOfDocument = (path: string, text: string): ReadFileKind | undefined => {
  const said =
    SCHEMA_KINDS.get(SCHEMA_LINE.exec(text.slice(0, 10_000))?.[1] ?? '') ?? kindByWrittenName(path);
  if (said !== undefined || text.length > MAX_YAML_BYTES) return said;
  try {
    const content: unknown = new YamlFile(path, text, { strict: false }).content();
    if (!isJsonObject(content)) return undefined;
    const kind = kindByContent(content);
    return isOurs(kind, content) ? kind : undefined;
  } catch {
    // aliases that multiply
    return undefined;
  }
};
