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

const because = ({ fault }: Ended): string => (fault === null ? '' : `: ${fault.message ?? fault.code}`);

/** What became of an approved call, for whoever approved it. */
export const outcomeToast = (name: string, ended: Ended | undefined): Toast => {
  switch (ended?.state) {
    case 'dispatching':
      return { tone: 'good', text: `${name} runs now` };
    case 'done':
      return { tone: 'good', text: `${name} ran` };
    case 'failed':
      return { tone: 'danger', text: `${name} ran and failed${because(ended)}` };
    case 'indeterminate':
      return { tone: 'danger', text: `${name} may or may not have run${because(ended)}` };
    case 'withdrawn':
      return {
        tone: 'danger',
        text:
          ended.fault?.code === 'APPROVAL_VOID'
            ? `${name} did not run: the approval no longer holds${because(ended)}`
            : `${name} did not run${because(ended)}`,
      };
    case 'refused':
    case 'blocked':
    case 'expired':
      return { tone: 'danger', text: `${name} did not run (${ended.state})${because(ended)}` };
    default:
      return {
        tone: 'neutral',
        text: `${name} is approved and has not run: the agent has to come back for it`,
      };
  }
};
