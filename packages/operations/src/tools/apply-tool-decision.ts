import type { OperatorAction } from '@callgate/gate/record';
import { CallgateError, HINT_NAMES, display } from '@callgate/core';
import type { CustomHint } from '@callgate/core/disclose';
import type { OperatorDecisionStore, PinFolder, InventoryTool, ToolChange } from '@callgate/gateway/tools';
import { acceptDefinition, changeTool } from '@callgate/gateway/tools';

export interface ToolChangeWriter {
  readonly operator: OperatorDecisionStore;
  readonly pins: PinFolder;
  record(act: OperatorAction): Promise<void>;
}

const definitionChangedError = (): CallgateError =>
  new CallgateError('TOOL_CHANGED', 'its definition is not the one you looked at any more', {
    help: 'look at it again',
  });

const checkHints = (set: Readonly<Record<string, unknown>>, custom: readonly CustomHint[]): void => {
  const unknown = Object.keys(set).find(
    (name) => !HINT_NAMES.some((hint) => hint === name) && !custom.some((hint) => hint.name === name),
  );
  if (unknown !== undefined)
    throw new CallgateError('TOOL_HINT', `there is no hint \`${display(unknown, { max: 80 })}\``, {
      help: `hints are ${[...HINT_NAMES, ...custom.map((hint) => display(hint.name))].join(', ')}`,
    });
  if (Object.keys(set).length === 0)
    throw new CallgateError('TOOL_NOTHING', 'nothing is said of any hint', {
      help: 'say yes or no of at least one, or take back what was said',
    });
};

/** Everything that must hold before an operator's word on a tool is written down. */
const checkChange = (change: ToolChange, tool: InventoryTool, custom: readonly CustomHint[]): void => {
  switch (change.change) {
    case 'override':
      checkHints(change.set, custom);
      if (change.definition !== undefined && change.definition !== tool.digest)
        throw definitionChangedError();
      return;
    case 'review':
      checkHints(change.set, custom);
      if (change.definition !== tool.digest) throw definitionChangedError();
      return;
    case 'keep-out':
    case 'accept':
      if (tool.digest === tool.pinnedDigest)
        throw new CallgateError('TOOL_UNCHANGED', 'nothing of it changed that waits to be accepted');
      if (change.definition !== tool.digest) throw definitionChangedError();
      return;
    case 'clear-override':
      if (tool.words?.override === undefined)
        throw new CallgateError('TOOL_NOTHING', 'nobody said anything of it here', {
          help: 'what the configuration says of it is changed there',
        });
      return;
    case 'clear-review':
      if (tool.words?.review === undefined)
        throw new CallgateError('TOOL_NOTHING', 'nobody reviewed it here', {
          help: 'a review of a lock file is changed there',
        });
      return;
    default:
  }
};

/** An agent acts by itself: whoever enables one says that they know. */
export const checkAgent = (agentic: string, told: boolean): void => {
  if (agentic === 'yes' && !told)
    throw new CallgateError('TOOL_AGENT', 'it acts as an agent: it plans and does several steps by itself', {
      help: 'say that you know',
    });
};

/** Does what an operator decided about a tool that was looked at. */
export const applyToolDecision = async (
  { operator, pins, record }: ToolChangeWriter,
  tool: InventoryTool,
  custom: readonly CustomHint[],
  change: ToolChange,
): Promise<void> => {
  checkChange(change, tool, custom);
  const parts = { book: operator, record };
  if (change.change !== 'accept') return await changeTool(parts, change);
  const { server, identity, definition } = change;
  await changeTool(
    {
      ...parts,
      accept: () => {
        const pin = { kind: 'tool', name: change.tool, digest: definition } as const;
        if (!acceptDefinition(pins, server, identity, pin)) throw definitionChangedError();
      },
    },
    change,
  );
};
