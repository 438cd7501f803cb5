import { installPackages } from '../../../../tools/tests/install-packages.ts';
import { createBubblewrapBackend, createLandlockBackend } from '../../src/sandbox/index.ts';
import type { SandboxBackend } from '../../src/sandbox/index.ts';

const isReady = async (create: () => SandboxBackend, program: string): Promise<boolean> => {
  if ((await create().probe()) !== undefined) installPackages(program);
  const why = await create().probe();
  if (why === undefined) return true;
  const line = `sandbox ${create().name} does not work here, nothing is tried in it: ${why}`;
  if (process.env['CI'] === 'true') throw new Error(line);
  console.log(`skipped: ${line}`);
  return false;
};

/** Backends that hold and work on this machine; what is missing is installed where that can be done. */
export const readyBackends = async (): Promise<readonly ('bubblewrap' | 'landlock')[]> => [
  ...((await isReady(createBubblewrapBackend, 'bubblewrap')) ? (['bubblewrap'] as const) : []),
  ...((await isReady(createLandlockBackend, 'perl-base')) ? (['landlock'] as const) : []),
];
