import { classifyFileArgument } from '../condition/written-paths.ts';
import { sealTool } from '../disclose/describe-tool.ts';
import { listApplicableOverrides, disclose } from '../disclose/disclosure.ts';
import type { SchemaLeaf } from '../disclose/schema-leaves.ts';
import { listSchemaLeaves } from '../disclose/schema-leaves.ts';
import { inferLeafRole } from '../disclose/infer-leaf-role.ts';
import type { Override, ToolInput } from '../disclose/tool-input.ts';
import type { JsonObject } from '../receive/json.ts';
import { getOwn } from '../receive/json.ts';
import { isInWordList, splitName } from '../vocabulary/role-words.ts';
import { autorunPatterns } from './autorun-files.ts';
import { AUTORUN_REASON, makePossibleAutorunOverride } from './host-tool.ts';

const isOpenText = ({ kind, choices }: SchemaLeaf): boolean =>
  kind !== 'number' && kind !== 'boolean' && choices === undefined;

/** It can hold the name of a file: any text that is not plainly there to be read by people. */
const canNameFile = (leaf: SchemaLeaf): boolean =>
  isOpenText(leaf) &&
  (leaf.names.some((name) => classifyFileArgument(name) !== undefined) || inferLeafRole(leaf).text !== true);

/** `save_note{note, text}`: of several texts one may name what the others are written to; `body` and `content` do not. */
const canNameBeside = (leaf: SchemaLeaf, _: number, leaves: readonly SchemaLeaf[]): boolean =>
  isOpenText(leaf) &&
  !isInWordList('material', splitName(leaf.names[0] ?? '').at(-1)) &&
  leaves.filter(isOpenText).length > 1;

const isContent = (leaf: SchemaLeaf): boolean => {
  const word = classifyFileArgument(leaf.names[0] ?? '');
  return word === 'patch' || ((word === undefined || word === 'name') && inferLeafRole(leaf).text === true);
};

const overrideFor = (leaves: readonly SchemaLeaf[], files: readonly string[]): Override | undefined => {
  // a schema that names no argument takes any
  if (leaves.length > 0 && !leaves.some(canNameFile) && !leaves.some(canNameBeside)) return undefined;
  const content = leaves.filter(isContent).map((leaf) => leaf.paths[0] ?? leaf.top);
  return makePossibleAutorunOverride(content, files);
};

/**
 * A server's tool that changes things, with what a file that runs later makes of a call that names one. It says nothing of
 * whether the tool destroys, because that would make a tool described that nobody has described.
 */
export const addAutorunOverrides = (
  tool: ToolInput,
  definition: JsonObject,
  more: readonly string[] = [],
): ToolInput => {
  if (tool.kind !== 'tool') return tool;
  const leaves = listSchemaLeaves(getOwn(definition, 'inputSchema') ?? null);
  const found = overrideFor(leaves, autorunPatterns(more));
  if (found === undefined) return tool;
  const { facts } = disclose(tool, 'all', listApplicableOverrides(tool), []);
  if (facts.mutates.value === 'no') return tool;
  const said = tool.overrides.some(
    ({ set, when }) => when === undefined && Object.hasOwn(set, 'privilegedAccess'),
  );
  const set: Override['set'] = said ? {} : { privilegedAccess: 'yes' };
  return sealTool({
    ...tool,
    overrides: [...tool.overrides, { ...found, set }],
  });
};

/** Whether an override is Callgate's own and no word of the operator. */
export const isAutorunOverride = ({ reason, when }: Override): boolean =>
  when?.op === 'namesFile' && reason === AUTORUN_REASON;
