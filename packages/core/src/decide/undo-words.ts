import type { Decision } from './decision.ts';
import type { Ground } from '../disclose/ground.ts';
import { display } from '../receive/display.ts';

/** Nothing here enforces that a call can be undone: every sentence names who says so. */
const SAYS: Readonly<Record<Ground, string>> = {
  observation: 'earlier calls show that',
  operator: 'the operator says',
  review: 'a review says',
  contract: 'the sandbox guarantees that',
  claim: 'the tool says',
  default: 'the protocol says',
};

const MAX_NAME = 128;

type UndoTool = NonNullable<Decision['undoTool']>;

const callText = ({ name, believed }: UndoTool): string => {
  const tool = `\`${display(name, { max: MAX_NAME })}\``;
  return believed ? `to undo: call ${tool}` : `the server, which is not trusted, says: to undo, call ${tool}`;
};

/** Whether a call can be undone, who says so, and by which tool; undefined where nobody says anything. Safe to show. */
export const undoWords = ({
  beliefs,
  facts,
  undoTool,
}: Pick<Decision, 'beliefs' | 'undoTool'> & {
  readonly facts: Pick<Decision['facts'], 'mutates' | 'irreversible'>;
}): string | undefined => {
  if (facts.mutates === 'no') return undefined;
  if (facts.irreversible === 'yes') return 'cannot be undone';
  const { reversible } = beliefs;
  const parts = [
    ...(reversible?.value === 'yes' ? [`${SAYS[reversible.ground]} this can be undone`] : []),
    ...(undoTool === undefined ? [] : [callText(undoTool)]),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
};
