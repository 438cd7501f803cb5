import type { PackFile, PackedTool } from '@callgate/catalogue/packs';
import { judgementOf, packFor, shippedPacks } from '@callgate/catalogue/packs';
import { CallgateError } from '@callgate/core';
import type { KnownServer } from '@callgate/operations/tools';
import type { FoundTool } from '../tools/home-tools.ts';

/** What a pack that comes with Callgate says of exactly this definition. It is shown, and counts for nothing. */
export interface Packed {
  readonly name: string;
  readonly judged: PackedTool;
}

const shipped = (): readonly PackFile[] => {
  try {
    return shippedPacks();
  } catch (error) {
    if (error instanceof CallgateError) return [];
    throw error;
  }
};

/** Looks for the pack of each server once. */
export const packedOf = (): ((found: FoundTool) => Packed | null) => {
  const packs = shipped();
  const fitting = new Map<KnownServer, ReturnType<typeof packFor>>();
  return ({ known, tool }) => {
    if (!fitting.has(known)) {
      const tools = known.tools.map(({ definition }) => definition);
      fitting.set(known, packFor({ tools }, packs));
    }
    const found = fitting.get(known);
    const judged = found === undefined ? undefined : judgementOf(found.pack, tool.definition);
    return found === undefined || judged === undefined ? null : { name: found.name, judged };
  };
};
