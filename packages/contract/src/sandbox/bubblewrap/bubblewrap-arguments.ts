import type { SandboxMount } from '../mount-plan.ts';

export interface BubblewrapPlan {
  readonly mounts: readonly SandboxMount[];
  /** A file without content, and one of hosts where names lead into the sandbox. */
  readonly emptyFile: string;
  /** Places of `/proc` that root could write to. */
  readonly kernelSettings: readonly string[];
  readonly uid: number;
  readonly gid: number;
  readonly network: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Not known to old versions; the filter of system calls prevents the same. */
  readonly canDisableNamespaces: boolean;
}

const mountArguments = (mount: SandboxMount, emptyFile: string): readonly string[] => {
  switch (mount.kind) {
    case 'emptyFolder':
      return ['--tmpfs', mount.path];
    case 'emptyFile':
      return ['--ro-bind', emptyFile, mount.path];
    case 'readOnly':
      return ['--ro-bind', mount.source, mount.path];
    case 'writable':
      return ['--bind', mount.source, mount.path];
  }
};

/** Options of `bwrap`, in their order. They are handed over by a pipe: the environment is no business of other processes. */
export const bubblewrapArguments = ({
  mounts,
  emptyFile,
  kernelSettings,
  uid,
  gid,
  network,
  env,
  cwd,
  canDisableNamespaces,
}: BubblewrapPlan): readonly string[] => [
  '--unshare-user',
  '--uid',
  String(uid),
  '--gid',
  String(gid),
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  ...(network ? [] : ['--unshare-net']),
  ...(canDisableNamespaces ? ['--disable-userns'] : []),
  '--cap-drop',
  'ALL',
  '--die-with-parent',
  '--new-session',
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  ...kernelSettings.flatMap((path) => ['--ro-bind', path, path]),
  ...mounts.flatMap((mount) => mountArguments(mount, emptyFile)),
  '--clearenv',
  ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
  '--chdir',
  cwd,
];
