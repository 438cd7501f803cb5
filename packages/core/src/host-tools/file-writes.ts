import { fileWordOf } from '../condition/written-paths.ts';
import { sealTool } from '../disclose/describe-tool.ts';
import { applicableOverrides, disclose } from '../disclose/disclosure.ts';
import type { Leaf } from '../disclose/role-leaves.ts';
import { leavesOf } from '../disclose/role-leaves.ts';
import { roleOfLeaf } from '../disclose/role-of-leaf.ts';
import type { Override, ToolInput } from '../disclose/tool-input.ts';
import type { JsonObject } from '../receive/json.ts';
import { own } from '../receive/json.ts';
import { isIn, splitName } from '../vocabulary/role-words.ts';
import { autorunPatterns } from './autorun-files.ts';
import { WRITES_CODE, mayWriteAutorun } from './host-tool.ts';

const isOpenText = ({ kind, choices }: Leaf): boolean =>
  kind !== 'number' && kind !== 'boolean' && choices === undefined;

/** It can hold the name of a file: any text that is not plainly there to be read by people. */
const canNameFile = (leaf: Leaf): boolean =>
  isOpenText(leaf) &&
  (leaf.names.some((name) => fileWordOf(name) !== undefined) || roleOfLeaf(leaf).text !== true);

/** `save_note{note, text}`: of several texts one may name what the others are written to; `body` and `content` do not. */
const canNameBeside = (leaf: Leaf, _: number, leaves: readonly Leaf[]): boolean =>
  isOpenText(leaf) &&
  !isIn('material', splitName(leaf.names[0] ?? '').at(-1)) &&
  leaves.filter(isOpenText).length > 1;

const isContent = (leaf: Leaf): boolean => {
  const word = fileWordOf(leaf.names[0] ?? '');
  return word === 'patch' || ((word === undefined || word === 'name') && roleOfLeaf(leaf).text === true);
};

const overrideFor = (leaves: readonly Leaf[], files: readonly string[]): Override | undefined => {
  // a schema that names no argument takes any
  if (leaves.length > 0 && !leaves.some(canNameFile) && !leaves.some(canNameBeside)) return undefined;
  const content = leaves.filter(isContent).map((leaf) => leaf.paths[0] ?? leaf.top);
  return mayWriteAutorun(content, files);
};

/**
 * A server's tool that changes things, with what a file that runs later makes of a call that names one. It says nothing of
 * whether the tool destroys, because that would make a tool described that nobody has described.
 */
export const withAutorunFiles = (
  tool: ToolInput,
  definition: JsonObject,
  more: readonly string[] = [],
): ToolInput => {
  if (tool.kind !== 'tool') return tool;
  const leaves = leavesOf(own(definition, 'inputSchema') ?? null);
  const found = overrideFor(leaves, autorunPatterns(more));
  if (found === undefined) return tool;
  const { facts } = disclose(tool, 'all', applicableOverrides(tool), []);
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
  when?.op === 'namesFile' && reason === WRITES_CODE;
