import { decisionMessages } from '@callgate/messages/decision';
import type { Decision } from './decision.ts';
import { display } from '../receive/display.ts';

const MAX_NAME = 128;

type UndoTool = NonNullable<Decision['undoTool']>;

const callText = ({ name, believed }: UndoTool): string => {
  const tool = display(name, { max: MAX_NAME });
  const { byTool, byToolOfUntrusted } = decisionMessages.undo;
  return believed ? byTool({ tool }) : byToolOfUntrusted({ tool });
};

/** Nothing here enforces it: whether a call can be undone, who says so, and by which tool; undefined where nobody says anything. Safe to show. */
export const describeUndo = ({
  beliefs,
  facts,
  undoTool,
}: Pick<Decision, 'beliefs' | 'undoTool'> & {
  readonly facts: Pick<Decision['facts'], 'mutates' | 'irreversible'>;
}): string | undefined => {
  if (facts.mutates === 'no') return undefined;
  if (facts.irreversible === 'yes') return decisionMessages.undo.impossible;
  const { reversible } = beliefs;
  const parts = [
    ...(reversible?.value === 'yes' ? [decisionMessages.undo.possible({ source: reversible.ground })] : []),
    ...(undoTool === undefined ? [] : [callText(undoTool)]),
  ];
  return parts.length === 0 ? undefined : parts.join('. ');
};
