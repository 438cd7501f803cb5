import { readJsonc } from './read-jsonc.ts';
import { readToml } from './read-toml.ts';
import { readYaml } from './read-yaml.ts';
import type { ConfigNode } from './config-node.ts';

export type ConfigFormatName = 'json' | 'toml' | 'yaml';

export interface ConfigFormat {
  readonly name: ConfigFormatName;
  /** Throws CONFIG_PARSE with a position. */
  read(text: string): ConfigNode;
  readonly separator: string;
  key(text: string): string;
}

/** A text in double quotes, as JSON, TOML and YAML all read it. */
export const quoteText = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const bareOrQuoted = (text: string): string =>
  /^[A-Za-z_][A-Za-z0-9_-]*$/.test(text) ? text : quoteText(text);

/** Words that YAML readers, old ones too, take for something else than text. */
const TAKEN = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

export const CONFIG_FORMATS: Readonly<Record<ConfigFormatName, ConfigFormat>> = {
  json: { name: 'json', read: readJsonc, separator: ': ', key: quoteText },
  toml: { name: 'toml', read: readToml, separator: ' = ', key: bareOrQuoted },
  yaml: {
    name: 'yaml',
    read: readYaml,
    separator: ': ',
    key: (text) => (TAKEN.test(text) ? quoteText(text) : bareOrQuoted(text)),
  },
};
