import type { CallState as StateName } from '@callgate/gate';
import type { Tone } from './badge.tsx';
import { Badge } from './badge.tsx';
import type { IconName } from './icon.tsx';

const LOOKS: Readonly<
  Record<StateName, { readonly tone: Tone; readonly icon: IconName; readonly words: string }>
> = {
  blocked: { tone: 'block', icon: 'stop', words: 'blocked' },
  held: { tone: 'confirm', icon: 'hand', words: 'held' },
  approved: { tone: 'auto', icon: 'check', words: 'approved' },
  refused: { tone: 'block', icon: 'cross', words: 'refused' },
  expired: { tone: 'neutral', icon: 'clock', words: 'expired' },
  withdrawn: { tone: 'neutral', icon: 'undo', words: 'withdrawn' },
  dispatching: { tone: 'agentic', icon: 'flow', words: 'running' },
  done: { tone: 'auto', icon: 'check', words: 'done' },
  failed: { tone: 'danger', icon: 'warning', words: 'failed' },
  indeterminate: { tone: 'warning', icon: 'warning', words: 'outcome unknown' },
};

/** Where a call is. */
export const CallState = ({ state }: { state: StateName }) => {
  const { tone, icon, words } = LOOKS[state];
  return (
    <Badge tone={tone} icon={icon}>
      {words}
    </Badge>
  );
};
