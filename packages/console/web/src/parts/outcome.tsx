import type { Outcome as OutcomeName } from '@callgate/core';
import type { Tone } from './badge.tsx';
import { Badge } from './badge.tsx';
import type { IconName } from './icon.tsx';

const LOOKS: Readonly<
  Record<OutcomeName, { readonly tone: Tone; readonly icon: IconName; readonly words: string }>
> = {
  auto: { tone: 'auto', icon: 'check', words: 'runs by itself' },
  confirm: { tone: 'confirm', icon: 'hand', words: 'needs a person' },
  block: { tone: 'block', icon: 'stop', words: 'must not run' },
};

/** What an outcome means, in words. */
export const outcomeWords = (outcome: OutcomeName): string => LOOKS[outcome].words;

/** What was decided. `enforced: false` says that it was computed and not acted on. */
export const Outcome = ({ outcome, enforced = true }: { outcome: OutcomeName; enforced?: boolean }) => {
  const { tone, icon, words } = LOOKS[outcome];
  return (
    <Badge tone={tone} icon={icon} title={enforced ? words : `${words}; only observed, not enforced`}>
      {outcome}
      {enforced ? null : ' (observed)'}
    </Badge>
  );
};
