import { isJsonObject } from '@callgate/core';
import { listPolicyFields } from '@callgate/core/decide';
import type { CustomHint } from '@callgate/core/disclose';
import { loadPolicy } from '../load-policy.ts';
import type { PolicySource } from '../load-policy.ts';
import { presetPolicy } from '../preset-policy.ts';
import { isPreset } from '../presets.ts';
import { MAX_YAML_BYTES } from '../yaml/parse-yaml.ts';
import { YamlFile } from '../yaml/yaml-file.ts';
import type { EditorWords, NamedRule } from './editor-words.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The rules of half a policy: its own as far as they are written, and those of the presets it names. */
const sketchRules = (content: unknown): readonly NamedRule[] => {
  if (!isJsonObject(content)) return [];
  const presets = [content['extends'] ?? []].flat().map(textOf).filter(isPreset);
  const own = [content['rules'] ?? []].flat().filter(isJsonObject);
  return [
    ...own.map((rule) => ({ id: textOf(rule['id']), reason: textOf(rule['reason']) })),
    ...presets.flatMap((name) => presetPolicy(name).rules),
  ].filter(({ id }) => id !== '');
};

/** Hints of one's own, as far as they are written. */
const sketchHints = (content: unknown): readonly CustomHint[] =>
  (isJsonObject(content) ? [content['hints'] ?? []].flat() : []).filter(isJsonObject).map((hint) => ({
    name: textOf(hint['name']),
    description: textOf(hint['description']),
    key: '',
    values: {},
    default: 'unknown',
    relaxing: 'no',
  }));

const readLeniently = ({ name, text }: PolicySource): unknown => {
  if (text.length > MAX_YAML_BYTES) return null;
  try {
    return new YamlFile(name, text, { strict: false }).content();
  } catch {
    // aliases that multiply
    return null;
  }
};

/** What a file about these layers can name: fields and rules, however broken the layers are. */
export const policyWords = (layers: readonly PolicySource[]): Pick<EditorWords, 'fields' | 'rules'> => {
  const loaded = loadPolicy(layers);
  if (!loaded.ok) {
    const contents = layers.map(readLeniently);
    return {
      fields: listPolicyFields(contents.flatMap(sketchHints)),
      rules: contents.flatMap(sketchRules),
    };
  }
  const { hints, rules } = loaded.policy;
  return { fields: listPolicyFields(hints), rules };
};
