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

const ENDS: Readonly<Partial<Record<CallEnd['state'], readonly [tone: Toast['tone'], words: string]>>> = {
  dispatching: ['good', 'runs now'],
  done: ['good', 'ran'],
  failed: ['danger', 'ran and failed'],
  indeterminate: ['danger', 'may or may not have run'],
  withdrawn: ['danger', 'did not run'],
  refused: ['danger', 'did not run (refused)'],
  blocked: ['danger', 'did not run (blocked)'],
  expired: ['danger', 'did not run (expired)'],
};

export const outcomeToast = (name: string, ended: CallEnd | undefined): Toast => {
  const [tone, words] = (ended && ENDS[ended.state]) ?? [];
  if (ended === undefined || tone === undefined)
    return {
      tone: 'neutral',
      text: `${name} is approved and has not run: the agent has to come back for it`,
    };
  const isVoid = ended.state === 'withdrawn' && ended.fault?.code === 'APPROVAL_VOID';
  const because =
    tone === 'good' || ended.fault === null ? '' : `: ${ended.fault.message ?? ended.fault.code}`;
  return { tone, text: `${name} ${words}${isVoid ? ': the approval no longer holds' : ''}${because}` };
};
