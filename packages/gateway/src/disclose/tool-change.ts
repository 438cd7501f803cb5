import type { OperatorAction } from '@callgate/gate/record';
import { CallgateError, display } from '@callgate/core';
import type { Override } from '@callgate/core/disclose';
import { logMessages } from '@callgate/messages/log';
import { toolStateErrors } from '@callgate/messages/errors/tool-state';
import type { OperatorDecisionStore } from './operator-decision-file.ts';
import type { ToolIdentity, ToolDecisions, OperatorAttribution } from './tool-decisions.ts';
import { isSameTool } from './tool-decisions.ts';

export type ToolChange = ToolIdentity &
  OperatorAttribution &
  (
    | { readonly change: 'enable' }
    | { readonly change: 'disable' }
    /** Not offered while it is defined so. */
    | { readonly change: 'keep-out'; readonly definition: string }
    | { readonly change: 'override'; readonly set: Override['set']; readonly definition?: string }
    | { readonly change: 'clear-override' }
    | { readonly change: 'review'; readonly set: Override['set']; readonly definition: string }
    | { readonly change: 'clear-review' }
    /** The pins were changed too. */
    | { readonly change: 'accept'; readonly definition: string }
  );

const omitDecision = <K extends 'override' | 'review'>(words: ToolDecisions, key: K): ToolDecisions => {
  const { [key]: _, ...rest } = words;
  return rest as ToolDecisions;
};

const applyChange = (words: ToolDecisions, change: ToolChange): ToolDecisions => {
  const { by, at, reason } = change;
  const word: OperatorAttribution = { by, at, reason };
  switch (change.change) {
    case 'enable':
      return { ...words, use: { ...word, allowed: true } };
    case 'disable':
      return { ...words, use: { ...word, allowed: false } };
    case 'keep-out':
      // what is disabled whatever it is stays so
      return words.use?.allowed === false && words.use.definition === undefined
        ? words
        : { ...words, use: { ...word, allowed: false, definition: change.definition } };
    case 'override': {
      const { set, definition } = change;
      return { ...words, override: { ...word, set, ...(definition === undefined ? {} : { definition }) } };
    }
    case 'clear-override':
      return omitDecision(words, 'override');
    case 'review':
      return { ...words, review: { ...word, set: change.set, definition: change.definition } };
    case 'clear-review':
      return omitDecision(words, 'review');
    case 'accept':
      return { ...words, accepted: { ...word, definition: change.definition } };
    default:
      return change satisfies never;
  }
};

export const applyToolChange = (
  all: readonly ToolDecisions[],
  change: ToolChange,
): readonly ToolDecisions[] => {
  const { server, identity, tool } = change;
  const known = all.find((words) => isSameTool(words, change)) ?? { server, identity, tool };
  return [...all.filter((words) => words !== known), applyChange(known, change)];
};

const CODES: Readonly<Record<ToolChange['change'], string>> = {
  enable: 'TOOL_ENABLED',
  disable: 'TOOL_DISABLED',
  'keep-out': 'TOOL_KEPT_OUT',
  override: 'TOOL_OVERRIDDEN',
  'clear-override': 'TOOL_OVERRIDE_CLEARED',
  review: 'TOOL_REVIEWED',
  'clear-review': 'TOOL_REVIEW_CLEARED',
  accept: 'TOOL_ACCEPTED',
};

const answersText = (set: Override['set']): string =>
  Object.entries(set)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([hint, answer]) => `${display(hint, { max: 128 })} ${answer}`)
    .join(', ');

const changeText = (change: ToolChange): string => {
  const text = logMessages.toolChange;
  switch (change.change) {
    case 'enable':
      return text.enable;
    case 'disable':
      return text.disable;
    case 'keep-out':
      return text.keepOut(change);
    case 'override':
      return text.override({ hints: answersText(change.set), definition: change.definition });
    case 'clear-override':
      return text.clearOverride;
    case 'review':
      return text.review({ hints: answersText(change.set), definition: change.definition });
    case 'clear-review':
      return text.clearReview;
    case 'accept':
      return text.accept(change);
    default:
      return change satisfies never;
  }
};

/** For the record: who did what to which tool of which server, and why. */
export const changeNotice = (change: ToolChange): OperatorAction => ({
  by: change.by,
  tool: `${change.server}/${change.tool}`,
  code: CODES[change.change],
  message: `${display(change.server, { max: 80 })}/${display(change.tool, { max: 200 })} (${display(change.identity.slice(0, 19), { max: 100 })}): ${display(change.by, { max: 200 })} ${changeText(change)}: ${display(change.reason, { max: 1000 })}`,
});

export interface ToolChangeParts {
  readonly book: OperatorDecisionStore;
  /** Must be durable when it resolves: what cannot be recorded is not done. */
  record(act: OperatorAction): Promise<void>;
  /** With `accept`: puts the new definition in the place of the pinned one. */
  accept?(): void;
}

/** Does what an operator decided. It is in the record before it is in force. */
export const changeTool = async (
  { book, record, accept }: ToolChangeParts,
  change: ToolChange,
): Promise<void> => {
  if (change.reason.trim() === '') throw new CallgateError(toolStateErrors.reasonMissing());
  // what cannot be read cannot be changed either, and then nothing is to be recorded
  book.read();
  const notice = changeNotice(change);
  await record(notice);
  try {
    await book.together(() => {
      accept?.();
      book.change((all) => applyToolChange(all, change));
    });
  } catch (error) {
    await record({
      ...notice,
      code: 'TOOL_CHANGE_FAILED',
      message: logMessages.tools.changeFailed({ change: notice.message }),
    });
    throw error;
  }
};
