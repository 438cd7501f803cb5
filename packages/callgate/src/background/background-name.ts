import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

const PACKAGE = new URL('../../package.json', import.meta.url);

const attempt = (read: () => string): string => {
  try {
    return read();
  } catch {
    return '';
  }
};

const version = (): string => /"version": "([\w.-]+)"/.exec(readFileSync(PACKAGE, 'utf8'))?.[1] ?? '';

/** What a Linux process is confined by, and what its children inherit. */
const CONFINEMENT = /^(?:Uid|Gid|Groups|Umask|NoNewPrivs|Seccomp|Cap\w+):.*$/gm;
const NAMESPACES = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'user', 'uts'];

const confinement = (): readonly string[] => [
  ...(attempt(() => readFileSync('/proc/self/status', 'utf8')).match(CONFINEMENT) ?? [
    `${process.getuid?.()} ${process.getgid?.()} ${process.getgroups?.().join(' ')}`,
  ]),
  ...NAMESPACES.map((name) => attempt(() => readlinkSync(`/proc/self/ns/${name}`))),
  attempt(() => readFileSync('/proc/self/attr/current', 'utf8')),
];

/**
 * Names the background gateway that may serve this process: of the same program, with what a server inherits and cannot
 * be handed over. A process in a container or a sandbox must not start its server outside of it.
 */
export const backgroundName = (): string => {
  const parts = [
    process.execPath,
    process.version,
    import.meta.url,
    // a program that was built anew is another
    statSync(fileURLToPath(import.meta.url)).mtimeMs,
    tmpdir(),
    process.env['CALLGATE_TRUST_OWNER'] ?? '',
    ...confinement(),
  ];
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12);
  return `${version().replaceAll(/\W/g, '-')}-${digest}`;
};
