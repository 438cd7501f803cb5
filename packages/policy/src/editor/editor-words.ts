import type { Field } from '@callgate/core/decide';
import type { YamlPath } from '../yaml/yaml-file.ts';

/** Files that editors are helped with, by what their texts stand for. */
export type EditedKind = 'policy' | 'tests' | 'config' | 'manifest' | 'lock' | 'pack';

/** What the text at a place stands for, besides what its schema says. */
type WordKind = 'condition' | 'rule' | 'tool' | 'preset' | 'hint';

const PLACES: { readonly [K in EditedKind]?: readonly (readonly [place: RegExp, kind: WordKind])[] } = {
  policy: [
    [/^rules\.\d+\.when$|^exceptions\.\d+\.unless$/, 'condition'],
    [/^exceptions\.\d+\.rule$/, 'rule'],
    [/^rules\.\d+\.tools(?:\.\d+)?$/, 'tool'],
    [/^extends(?:\.\d+)?$/, 'preset'],
  ],
  tests: [
    [/^(?:cases|traces)\.(?:.+\.)?(?:rules|notRules)(?:\.\d+)?$/, 'rule'],
    [/^(?:cases|traces)\.(?:.+\.)?call$/, 'tool'],
    [/^cases\.(?:.+\.)?hints$/, 'hint'],
    [/^policy(?:\.\d+)?$/, 'preset'],
  ],
  config: [
    [/^policy(?:\.\d+)?$/, 'preset'],
    [/^servers\.[^.]+\.overrides\.\d+\.set$/, 'hint'],
  ],
};

export const wordKindAt = (kind: EditedKind, path: YamlPath): WordKind | undefined => {
  const written = path.join('.');
  return PLACES[kind]?.find(([place]) => place.test(written))?.[1];
};

/** A rule that a file can name. */
export interface NamedRule {
  readonly id: string;
  readonly reason: string;
}

/** Names that are no part of a schema. */
export interface EditorWords {
  readonly fields: readonly Field[];
  readonly rules: readonly NamedRule[];
  /** As `server/tool`. */
  readonly tools: readonly string[];
}
