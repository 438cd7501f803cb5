import type { Json } from '../receive/json.ts';

/** What a change does to care. Where nobody can tell, it is `loosened`: unknown fails closed. */
export type ChangeDirection = 'tightened' | 'loosened' | 'neutral';

export type ChangedPart = 'hint' | 'detail' | 'role' | 'schema' | 'output' | 'text' | 'other';

export interface DefinitionChange {
  readonly part: ChangedPart;
  /** Where in the definition; a hint, a detail or an argument by its own name. */
  readonly path: string;
  readonly change: ChangeDirection;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  /** Fixed words: nothing a server wrote is in them. */
  readonly words: string;
}

/** By how much care a value asks for: less than before is loosened. */
export const compareRanks = (before: number, after: number): ChangeDirection =>
  after < before ? 'loosened' : after > before ? 'tightened' : 'neutral';

const TEXT_NAMES: ReadonlySet<string> = new Set(
  'name title description default example examples icons $comment deprecated readOnly writeOnly markdownDescription enumNames enumDescriptions'.split(
    ' ',
  ),
);

/** Keywords that people and models read and no validator does. `name` is none of them inside a schema. */
export const isAnnotation = (keyword: string): boolean =>
  (keyword !== 'name' && TEXT_NAMES.has(keyword)) || keyword.startsWith('x-');

export const isTextKeyword = (name: string): boolean => TEXT_NAMES.has(name);
