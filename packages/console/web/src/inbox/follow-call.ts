import { consoleMessages } from '@callgate/messages/console';
import type { Toast } from '../parts/toast.tsx';
import { readApi } from '../shell/api.ts';
import type { CardQuestion } from './inbox-types.ts';

/** Between two looks, and how many there are. */
const LOOK_MS = 500;
const LOOKS = 20;

type CallEnd = Pick<CardQuestion, 'state' | 'fault'>;

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LOOK_MS);
  });

const hasMoved = ({ state }: CallEnd): boolean => state !== 'approved' && state !== 'held';

/** Waits for what becomes of a call that people approved; undefined where that cannot be read. */
export const followCall = async (call: string): Promise<CallEnd | undefined> => {
  let last: CallEnd | undefined;
  for (let look = 0; look < LOOKS; look += 1) {
    last = await readApi('inbox.question', { call }).catch(() => last);
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

export const outcomeToast = (tool: string, ended: CallEnd | undefined): Toast => {
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
