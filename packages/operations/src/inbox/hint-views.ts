import type { Decision, ToolInput } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import type { CustomHint, Ground } from '@callgate/core/disclose';
import { approvalMessages } from '@callgate/messages/approval';
import type { HintView } from '../api/inbox.ts';

export const GROUND_WORDS: Readonly<Record<Ground, string>> = approvalMessages.card.ground;

const relaxingOf = (name: string, custom: readonly CustomHint[]): 'yes' | 'no' | undefined => {
  const known = HINT_NAMES.find((hint) => hint === name);
  return known === undefined ? custom.find((hint) => hint.name === name)?.relaxing : HINTS[known].relaxing;
};

const hintText = (name: string, value: HintView['value'], custom: readonly CustomHint[]): string => {
  if (value === 'unknown') return '';
  const known = HINT_NAMES.find((hint) => hint === name);
  if (known !== undefined) return HINTS[known].badge[value];
  const description = custom.find((hint) => hint.name === name)?.description;
  return description === undefined ? `${name}: ${value}` : `${description}: ${value}`;
};

const claimsOf = (name: string, tool: ToolInput | undefined): string[] =>
  (tool?.claims.answers ?? [])
    .filter(({ hint }) => hint === name)
    .map(({ home, key, answer }) => approvalMessages.card.claim({ key: `${home}.${key}`, answer }));

/** Every hint that is believed or claimed, in plain words and with its ground. What nobody knows or said is left out. */
export const hintViews = (
  { beliefs }: Decision,
  tool: ToolInput | undefined,
  custom: readonly CustomHint[],
): readonly HintView[] =>
  Object.entries(beliefs)
    .map(([name, { value, ground }]): HintView => ({
      name,
      value,
      ground,
      words: hintText(name, value, custom),
      groundWords: GROUND_WORDS[ground],
      care: value !== 'unknown' && value !== relaxingOf(name, custom),
      claims: claimsOf(name, tool),
    }))
    .filter(({ value, claims }) => value !== 'unknown' || claims.length > 0);
