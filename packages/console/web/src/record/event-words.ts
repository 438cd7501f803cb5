import type { StoryRow } from '@callgate/operations/api';
import type { Tone } from '../parts/badge.tsx';
import type { IconName } from '../parts/icon.tsx';

export interface EventLook {
  readonly words: string;
  readonly tone: Tone;
  readonly icon: IconName;
}

const LOOKS: Readonly<Record<StoryRow['event'], EventLook>> = {
  blocked: { words: 'Blocked', tone: 'block', icon: 'stop' },
  held: { words: 'Held', tone: 'confirm', icon: 'hand' },
  approved: { words: 'Approved', tone: 'auto', icon: 'check' },
  refused: { words: 'Refused', tone: 'block', icon: 'cross' },
  expired: { words: 'Expired', tone: 'neutral', icon: 'clock' },
  withdrawn: { words: 'Withdrawn', tone: 'neutral', icon: 'undo' },
  dispatching: { words: 'Let out', tone: 'agentic', icon: 'flow' },
  done: { words: 'Done', tone: 'auto', icon: 'check' },
  failed: { words: 'Failed', tone: 'danger', icon: 'warning' },
  indeterminate: { words: 'Nobody knows what came of it', tone: 'warning', icon: 'warning' },
  vote: { words: 'Vote', tone: 'neutral', icon: 'person' },
  settled: { words: 'Settled by a person', tone: 'neutral', icon: 'person' },
  grant: { words: 'Grant given', tone: 'neutral', icon: 'key' },
  'grant-used': { words: 'Grant used', tone: 'neutral', icon: 'key' },
  'grant-revoked': { words: 'Grant taken back', tone: 'neutral', icon: 'key' },
  heard: { words: 'The person said something', tone: 'neutral', icon: 'person' },
  'task-ended': { words: 'The task ended', tone: 'neutral', icon: 'clock' },
  'context-ended': { words: 'The context ended', tone: 'neutral', icon: 'clock' },
  declassified: { words: 'A label was taken away', tone: 'warning', icon: 'unplug' },
  joined: { words: 'Contexts were joined', tone: 'neutral', icon: 'flow' },
  alert: { words: 'Alert', tone: 'warning', icon: 'warning' },
  operator: { words: 'An operator decided', tone: 'neutral', icon: 'person' },
  rerouted: { words: 'Another model recommended', tone: 'agentic', icon: 'flow' },
  policy: { words: 'Another policy', tone: 'neutral', icon: 'policy' },
  opened: { words: 'A gate opened', tone: 'neutral', icon: 'plug' },
};

const UNKNOWN: EventLook = { words: 'Something later versions know', tone: 'neutral', icon: 'info' };

export const eventLook = (event: StoryRow['event']): EventLook => LOOKS[event] ?? UNKNOWN;
