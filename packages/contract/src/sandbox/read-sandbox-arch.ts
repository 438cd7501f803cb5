import type { SandboxArch } from './seccomp/syscall-numbers.ts';

/** Undefined where no filter of system calls is known. */
export const readSandboxArch = (arch: string = process.arch): SandboxArch | undefined =>
  arch === 'x64' || arch === 'arm64' ? arch : undefined;
