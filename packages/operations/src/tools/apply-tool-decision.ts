import type { OperatorAction } from '@callgate/gate/record';
import { CallgateError, HINT_NAMES, display } from '@callgate/core';
import type { CustomHint } from '@callgate/core/disclose';
import type { OperatorDecisionStore, PinFolder, InventoryTool, ToolChange } from '@callgate/gateway/tools';
import { acceptDefinition, changeTool } from '@callgate/gateway/tools';
import { toolErrors } from '@callgate/messages/errors/tool';

export interface ToolChangeWriter {
  readonly operator: OperatorDecisionStore;
  readonly pins: PinFolder;
  record(act: OperatorAction): Promise<void>;
}

const definitionChangedError = (): CallgateError => new CallgateError(toolErrors.definitionChanged());

const checkHints = (set: Readonly<Record<string, unknown>>, custom: readonly CustomHint[]): void => {
  const unknown = Object.keys(set).find(
    (name) => !HINT_NAMES.some((hint) => hint === name) && !custom.some((hint) => hint.name === name),
  );
  if (unknown !== undefined)
    throw new CallgateError(
      toolErrors.hintUnknown({
        hint: display(unknown, { max: 80 }),
        hints: [...HINT_NAMES, ...custom.map((hint) => display(hint.name))].join(', '),
      }),
    );
  if (Object.keys(set).length === 0) throw new CallgateError(toolErrors.noHint());
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
      if (tool.digest === tool.pinnedDigest) throw new CallgateError(toolErrors.definitionUnchanged());
      if (change.definition !== tool.digest) throw definitionChangedError();
      return;
    case 'clear-override':
      if (tool.words?.override === undefined) throw new CallgateError(toolErrors.noOverride());
      return;
    case 'clear-review':
      if (tool.words?.review === undefined) throw new CallgateError(toolErrors.noReview());
      return;
    default:
  }
};

/** An agent acts by itself: an operator who enables one confirms that they know. */
export const checkAgent = (agentic: string, told: boolean): void => {
  if (agentic === 'yes' && !told) throw new CallgateError(toolErrors.agentUnconfirmed());
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
