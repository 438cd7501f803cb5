import type { JsonObject } from '@callgate/core';
import { getOwn } from '@callgate/core';
import { deepFreeze } from '@callgate/core/receive';
import { conversionMessages } from '@callgate/messages/conversion';
import { checkTool } from '../load-manifest.ts';
import type { ConversionLoss } from '../conversion-loss.ts';
import type { ManifestTool, Manifest } from '../manifest.ts';

export interface ImportResult {
  readonly manifest: Manifest;
  readonly lost: readonly ConversionLoss[];
}

/** One tool of some other form, or what kept it from being one. */
export interface ConvertedTool {
  readonly tool?: ManifestTool;
  readonly lost: readonly ConversionLoss[];
}

/** The arguments' schema, as an object's. */
export const toInputSchema = (
  given: JsonObject | undefined,
  note: (what: string, why: string) => void,
): JsonObject => {
  if (given === undefined) {
    note('inputSchema', conversionMessages.noSchema);
    return { type: 'object' };
  }
  if (getOwn(given, 'type') === 'object') return given;
  note('inputSchema', conversionMessages.notAnObject);
  return { ...given, type: 'object' };
};

/** A manifest of these tools. What it cannot hold is left out and told. */
export const buildManifest = (converted: readonly ConvertedTool[], name?: string): ImportResult => {
  const lost: ConversionLoss[] = [];
  const tools: ManifestTool[] = [];
  const counts = new Map<string, number>();
  for (const { tool } of converted)
    if (tool !== undefined) counts.set(tool.name, (counts.get(tool.name) ?? 0) + 1);
  for (const each of converted) {
    for (const what of each.lost) lost.push(what);
    if (each.tool === undefined) continue;
    const { name: called } = each.tool;
    // taking one of them would be saying of the other what it may not be
    if ((counts.get(called) ?? 0) > 1) {
      lost.push({
        tool: called,
        what: 'tool',
        why: conversionMessages.nameTwice,
      });
      continue;
    }
    const checked = checkTool(each.tool);
    if ('tool' in checked) tools.push(checked.tool);
    else lost.push({ tool: called, what: 'tool', why: checked.why });
  }
  return { manifest: deepFreeze({ manifest: 1, ...(name === undefined ? {} : { name }), tools }), lost };
};
