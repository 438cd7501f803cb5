import type { Json } from '@callgate/core';

export const SEVERITIES = ['error', 'warning', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A member of the definition that would be right. */
export interface Fix {
  /** JSON path in the definition. */
  readonly path: readonly (string | number)[];
  /** Undefined: the member goes. */
  readonly value?: Json;
}

/** Something an author or an operator should look at, and exactly where. */
export interface Finding {
  /** `hints/missing`, `poison/hidden-characters` … */
  readonly rule: string;
  readonly severity: Severity;
  readonly server: string;
  /** null where it is about the server or about several. */
  readonly tool: string | null;
  /** JSON path in the definition of the tool, or in the server's answer where there is no tool. */
  readonly path: readonly (string | number)[];
  /** Part of the text at that path, in UTF-16 units. */
  readonly span?: readonly [from: number, to: number];
  /** One sentence: what is wrong. Quotes are raw: show them through `display`. */
  readonly message: string;
  /** What to do. */
  readonly help: string;
  readonly fix?: Fix;
}
