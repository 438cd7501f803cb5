import type { JsonObject } from '@callgate/core';
import { deepFreeze, own } from '@callgate/core';
import { checkInput } from '../load.ts';
import type { Lost } from '../lost.ts';
import type { DeclaredTool, Manifest } from '../manifest.ts';

export interface FromResult {
  readonly manifest: Manifest;
  readonly lost: readonly Lost[];
}

/** One tool of some other form, or what kept it from being one. */
export interface Converted {
  readonly tool?: DeclaredTool;
  readonly lost: readonly Lost[];
}

/** The arguments' schema, as an object's. */
export const inputSchemaOf = (
  given: JsonObject | undefined,
  note: (what: string, why: string) => void,
): JsonObject => {
  if (given === undefined) {
    note('inputSchema', 'it has no JSON Schema: any arguments are taken');
    return { type: 'object' };
  }
  if (own(given, 'type') === 'object') return given;
  note('inputSchema', 'it is not the schema of an object: it was made one');
  return { ...given, type: 'object' };
};

/** A manifest of these tools. What it cannot hold is left out and told. */
export const manifestOf = (converted: readonly Converted[], name?: string): FromResult => {
  const lost: Lost[] = [];
  const tools: DeclaredTool[] = [];
  const names = new Set<string>();
  for (const each of converted) {
    lost.push(...each.lost);
    if (each.tool === undefined) continue;
    const checked = checkInput({ manifest: 1, tools: [each.tool] });
    const [tool] = checked.ok ? checked.manifest.tools : [];
    const problem = checked.ok ? undefined : checked.problems.find(({ severity }) => severity === 'error');
    const { name: called } = each.tool;
    if (tool === undefined)
      lost.push({ tool: called, what: 'tool', why: problem?.message ?? 'a manifest cannot hold it' });
    else if (names.has(called))
      lost.push({ tool: called, what: 'tool', why: 'there is another of this name' });
    else {
      names.add(called);
      tools.push(tool);
    }
  }
  return { manifest: deepFreeze({ manifest: 1, ...(name === undefined ? {} : { name }), tools }), lost };
};
