import { consoleMessages } from '@callgate/messages/console';
import type { Toast } from '../parts/toast.tsx';
import { read } from '../shell/api.ts';
import type { Question } from './types.ts';

/** Between two looks, and how many there are. */
const LOOK_MS = 500;
const LOOKS = 20;

type Ended = Pick<Question, 'state' | 'fault'>;

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LOOK_MS);
  });

const hasMoved = ({ state }: Ended): boolean => state !== 'approved' && state !== 'held';

/** Waits for what becomes of a call that people approved; undefined where that cannot be read. */
export const followCall = async (call: string): Promise<Ended | undefined> => {
  let last: Ended | undefined;
  for (let look = 0; look < LOOKS; look += 1) {
    last = await read('inbox.question', { call }).catch(() => last);
    if (last !== undefined && hasMoved(last)) return last;
    await pause();
  }
  return last;
};

const TEXT = consoleMessages.inbox.outcome;

const TONES: Readonly<Record<keyof typeof TEXT.states, Toast['tone']>> = {
  dispatching: 'good',
  done: 'good',
  failed: 'danger',
  indeterminate: 'danger',
  withdrawn: 'danger',
  refused: 'danger',
  blocked: 'danger',
  expired: 'danger',
};

export const outcomeToast = (tool: string, ended: Ended | undefined): Toast => {
  if (ended === undefined || ended.state === 'approved' || ended.state === 'held')
    return { tone: 'neutral', text: TEXT.waiting({ tool }) };
  const { state, fault } = ended;
  const tone = TONES[state];
  const ran = TEXT.states[state]({ tool });
  const isVoid = state === 'withdrawn' && fault?.code === 'APPROVAL_VOID';
  const result = isVoid ? TEXT.approvalVoid({ result: ran }) : ran;
  const text =
    tone === 'good' || fault === null
      ? result
      : TEXT.because({ result, reason: fault.message ?? fault.code });
  return { tone, text };
};
