import type { JsonObject, Policy, ToolInput } from '@callgate/core';
import { Engine } from '@callgate/core';
import { compareDefinitions } from '@callgate/core/disclose';
import { systemClock } from '@callgate/gate';
import type { ComparisonResult } from '@callgate/operations/policy';
import { compareTools } from '@callgate/operations/policy';
import type { CatalogueFile } from '../catalogue/read-catalogue.ts';

type DefinitionChange = ReturnType<typeof compareDefinitions>['changes'][number];

export interface ChangedDefinition {
  readonly tool: string;
  readonly changes: readonly DefinitionChange[];
}

/** What changes between two catalogues, manifests or locks. */
export interface CatalogueDiff {
  /** Tools of both that a policy decides otherwise. */
  readonly tools: ComparisonResult['tools'];
  /** Tools of both whose definitions differ, those first that ask for less care. */
  readonly definitions: readonly ChangedDefinition[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

interface NamedTool {
  readonly tool: ToolInput;
  readonly definition: JsonObject;
}

const toolsOf = ({ servers }: CatalogueFile): ReadonlyMap<string, NamedTool> =>
  new Map(
    servers.flatMap(({ name, tools, definitions }) =>
      tools.map((tool, at) => [`${name}/${tool.name}`, { tool, definition: definitions[at] ?? {} }] as const),
    ),
  );

const isLoosened = ({ changes }: ChangedDefinition): boolean =>
  changes.some(({ change }) => change === 'loosened');

/** Compares what two files say of the same tools, and what a policy makes of it. */
export const diffCatalogues = (
  before: CatalogueFile,
  after: CatalogueFile,
  policy: Policy,
): CatalogueDiff => {
  const [one, other] = [toolsOf(before), toolsOf(after)];
  const both = [...one].flatMap(([name, was]) => {
    const is = other.get(name);
    return is === undefined ? [] : [{ name, was, is }];
  });
  const engine = new Engine(policy);
  const definitions = both
    .map(({ name, was, is }) => ({
      tool: name,
      changes: compareDefinitions(was.definition, is.definition, policy.hints).changes,
    }))
    .filter(({ changes }) => changes.length > 0);
  return {
    tools: compareTools(
      both.map(({ was, is }) => ({ before: was.tool, after: is.tool })),
      engine,
      engine,
      systemClock,
    ),
    definitions: definitions.toSorted((a, b) => Number(isLoosened(b)) - Number(isLoosened(a))),
    added: [...other.keys()].filter((name) => !one.has(name)),
    removed: [...one.keys()].filter((name) => !other.has(name)),
  };
};

export const isCatalogueLoosened = ({ tools, definitions }: CatalogueDiff): boolean =>
  tools.loosened > 0 || definitions.some(isLoosened);
