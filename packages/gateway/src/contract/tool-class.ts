import type { Override, ToolReview } from '@callgate/core/disclose';
import type { SandboxClass } from '@callgate/contract/sandbox';
import { isClaimed } from '@callgate/contract/sandbox';
import type { PlacedTool } from '../disclose/enforcement.ts';

/** The tightest of what people say of a hint; undefined where they say nothing of it. */
const settledAnswer = (
  hint: string,
  relaxing: 'yes' | 'no',
  { digest, overrides, reviews }: Pick<PlacedTool, 'digest' | 'overrides' | 'reviews'>,
): 'yes' | 'no' | undefined => {
  const said = (set: Override['set'] | ToolReview['set']): ('yes' | 'no')[] => {
    const answer = Object.hasOwn(set, hint) ? set[hint] : undefined;
    return answer === undefined ? [] : [answer];
  };
  const tighter = relaxing === 'yes' ? 'no' : 'yes';
  const answers = [
    ...overrides
      .filter(({ definition }) => definition === undefined || definition === digest)
      // what holds for some calls only can give power to all of them, and take it from none
      .flatMap(({ set, when }) => said(set).filter((answer) => when === undefined || answer === tighter)),
    ...reviews.filter(({ definition }) => definition === digest).flatMap(({ set }) => said(set)),
  ];
  if (answers.length === 0) return undefined;
  return answers.includes(tighter) ? tighter : relaxing;
};

/** What a tool may do that lasts: everything that neither its claims nor people take from it. */
export const classOfTool = (tool: Omit<PlacedTool, 'name' | 'enabled'>): SandboxClass => {
  const { definition } = tool;
  const readOnly = settledAnswer('readOnly', 'yes', tool);
  const openWorld = settledAnswer('openWorld', 'no', tool);
  return {
    writes: readOnly === undefined ? !isClaimed(definition, 'readOnly', 'yes') : readOnly !== 'yes',
    network: openWorld === undefined ? !isClaimed(definition, 'openWorld', 'no') : openWorld !== 'no',
  };
};
