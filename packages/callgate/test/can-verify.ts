import { findStrace } from '@callgate/contract/observe';
import { createBubblewrapBackend } from '@callgate/contract/sandbox';
import { installPackages } from '../../../tools/tests/install-packages.ts';

const missing = async (): Promise<string | undefined> => {
  if (process.platform !== 'linux') return 'it needs Linux';
  if ((await findStrace()) === undefined) return 'strace is not installed or may not trace';
  return await createBubblewrapBackend().probe();
};

/** Whether tools can be watched here. Says so in one line if not; where that must not be, it throws. */
export const canVerify = async (): Promise<boolean> => {
  if ((await missing()) !== undefined) installPackages('strace', 'bubblewrap');
  const why = await missing();
  if (why === undefined) return true;
  const text = `no tool is watched: ${why}`;
  if (process.env['CI'] === 'true') throw new Error(text);
  console.log(text);
  return false;
};
