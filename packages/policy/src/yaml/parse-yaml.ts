import { fileShapeMessages } from '@callgate/messages/file-shape';
import type { PolicyProblem } from './policy-problem.ts';
import { YamlFile } from './yaml-file.ts';

export interface YamlOptions {
  /** The first part of every error code: `POLICY` gives `POLICY_YAML` and `POLICY_TOO_LARGE`. */
  readonly code: string;
}

export interface YamlRefusal {
  readonly ok: false;
  readonly problems: readonly PolicyProblem[];
}

export type YamlParseResult =
  | { readonly ok: true; readonly source: YamlFile; readonly content: unknown }
  | YamlRefusal;

export const MAX_YAML_BYTES = 1_048_576;

const isTooLarge = (text: string): boolean =>
  text.length > MAX_YAML_BYTES || Buffer.byteLength(text) > MAX_YAML_BYTES;

/** Parses a text within the limits that hold for every file people write. `name` is for messages. */
export const parseYaml = (name: string, text: string, { code }: YamlOptions): YamlParseResult => {
  const refuse = (kind: string, message: string): PolicyProblem => ({
    severity: 'error',
    code: `${code}_${kind}`,
    message,
    position: { file: name, line: 1, column: 1 },
  });
  if (isTooLarge(text)) return { ok: false, problems: [refuse('TOO_LARGE', fileShapeMessages.tooLarge)] };
  try {
    const source = new YamlFile(name, text);
    const { errors } = source;
    if (errors.length === 0) return { ok: true, source, content: source.content() };
    return { ok: false, problems: errors.map((error) => ({ ...refuse('YAML', ''), ...error })) };
  } catch (error) {
    // aliases that multiply or lead nowhere
    return { ok: false, problems: [refuse('YAML', error instanceof Error ? error.message : String(error))] };
  }
};
