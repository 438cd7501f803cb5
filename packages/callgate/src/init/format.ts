import { readJsonc } from './read-jsonc.ts';
import { readToml } from './read-toml.ts';
import { readYaml } from './read-yaml.ts';
import type { Node } from './tree.ts';

export type FormatName = 'json' | 'toml' | 'yaml';

export interface Format {
  readonly name: FormatName;
  /** Throws CONFIG_PARSE with a position. */
  read(text: string): Node;
  readonly separator: string;
  key(text: string): string;
}

/** A text in double quotes, as JSON, TOML and YAML all read it. */
export const quoted = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const bareOrQuoted = (text: string): string => (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(text) ? text : quoted(text));

/** Words that YAML readers, old ones too, take for something else than text. */
const TAKEN = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  json: { name: 'json', read: readJsonc, separator: ': ', key: quoted },
  toml: { name: 'toml', read: readToml, separator: ' = ', key: bareOrQuoted },
  yaml: {
    name: 'yaml',
    read: readYaml,
    separator: ': ',
    key: (text) => (TAKEN.test(text) ? quoted(text) : bareOrQuoted(text)),
  },
};
