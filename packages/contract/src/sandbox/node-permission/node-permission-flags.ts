export interface NodePermissions {
  /** Of the Node that runs the server: `v25.1.0`. */
  readonly version: string;
  readonly writable: readonly string[];
  readonly network: boolean;
}

/** Node held no network before. */
const FIRST_WITH_NETWORK = 25;

/** Undefined where a Node has no permissions that can be relied on. */
export const nodePermissionFlags = ({
  version,
  writable,
  network,
}: NodePermissions): readonly string[] | undefined => {
  const [, major = '0', minor = '0'] = /^v(\d+)\.(\d+)\./u.exec(version) ?? [];
  const isNew = Number(major) > 22 || (Number(major) === 22 && Number(minor) >= 13);
  if (!isNew) return undefined;
  return [
    '--permission',
    '--allow-fs-read=*',
    '--allow-worker',
    ...writable.flatMap((folder) => [`--allow-fs-write=${folder}`, `--allow-fs-write=${folder}/*`]),
    ...(network && Number(major) >= FIRST_WITH_NETWORK ? ['--allow-net'] : []),
  ];
};
