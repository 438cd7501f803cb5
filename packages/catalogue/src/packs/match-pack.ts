import type { JsonObject } from '@callgate/core';
import { digestDefinition, openDefinition } from '@callgate/core/disclose';
import type { ListedServer } from '../listed-server.ts';
import type { Pack, PackedTool } from './pack-schema.ts';
import type { PackFile } from './read-packs.ts';
import { readShippedPacks } from './shipped-packs.ts';

/** How a pack and what a server lists go together. Names of tools are raw. */
export interface PackMatch {
  /** The definition is the one that was judged. */
  readonly judged: readonly string[];
  /** The pack knows the name, but judged another definition: it says nothing about this one. */
  readonly changed: readonly string[];
  /** The pack does not know it. */
  readonly unknown: readonly string[];
  /** The pack judged it and the server does not list it. */
  readonly gone: readonly string[];
}

export interface MatchingPack extends PackMatch {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  readonly pack: Pack;
}

/** What the pack says about exactly this definition, or about the same one with an open input schema. */
export const findJudgement = (pack: Pack, definition: JsonObject): PackedTool | undefined => {
  const name = definition['name'];
  const tool = typeof name === 'string' && Object.hasOwn(pack.tools, name) ? pack.tools[name] : undefined;
  if (tool === undefined || tool.definition === digestDefinition(definition).digest) return tool;
  return tool.definition === digestDefinition(openDefinition(definition)).digest ? tool : undefined;
};

export const matchPack = (pack: Pack, tools: ListedServer['tools']): PackMatch => {
  const listed = new Map(tools.map((tool) => [String(tool['name']), tool] as const));
  const names = [...listed.keys()];
  const known = names.filter((name) => Object.hasOwn(pack.tools, name));
  const isJudged = (name: string): boolean => {
    const tool = listed.get(name);
    return tool !== undefined && findJudgement(pack, tool) !== undefined;
  };
  return {
    judged: known.filter(isJudged),
    changed: known.filter((name) => !isJudged(name)),
    unknown: names.filter((name) => !Object.hasOwn(pack.tools, name)),
    gone: Object.keys(pack.tools).filter((name) => !listed.has(name)),
  };
};

/**
 * The pack that judged most of what a server lists, to be offered to the operator. A server can list what another one
 * does, so this is never a reason to believe the pack by itself.
 */
export const findMatchingPack = (
  { tools }: Pick<ListedServer, 'tools'>,
  packs: readonly PackFile[] = readShippedPacks(),
): MatchingPack | undefined =>
  packs
    .flatMap(({ name, path, text, outcome }) =>
      outcome.ok ? [{ name, path, text, pack: outcome.pack, ...matchPack(outcome.pack, tools) }] : [],
    )
    .filter(({ judged }) => judged.length > 0)
    .toSorted((a, b) => b.judged.length - a.judged.length || a.gone.length - b.gone.length)[0];
