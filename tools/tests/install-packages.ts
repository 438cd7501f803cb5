import { spawnSync } from 'node:child_process';

/** Others may be installing meanwhile. */
const PATIENT = ['-o', 'DPkg::Lock::Timeout=120'];

const apt = (...words: readonly string[]): boolean =>
  spawnSync('apt-get', [...words, ...PATIENT], {
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

/** Packages of the system that tests need, where that can be done. Who needs them looks whether they are there. */
export const installPackages = (...names: readonly string[]): void => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...names];
  // a machine that never looked does not know of any
  if (!apt(...install) && apt('update')) apt(...install);
};
