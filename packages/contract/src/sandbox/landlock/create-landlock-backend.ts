import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CallgateError, display } from '@callgate/core';
import { sandboxErrors } from '@callgate/messages/errors/sandbox';
import { sandboxMessages } from '@callgate/messages/sandbox';
import { closeInherited } from '../close-inherited.ts';
import { endProcessGroup } from '../end-process-group.ts';
import { existingPaths } from '../existing-path.ts';
import { findProgram } from '../find-program.ts';
import { isBelow } from '../is-inside.ts';
import { NEEDED_PLACES } from '../needed-places.ts';
import { readSandboxArch } from '../read-sandbox-arch.ts';
import type { SandboxBackend, SandboxedServer, SandboxRequest } from '../sandbox.ts';
import { resolveSandboxPaths } from '../sandbox-paths.ts';
import { createScratchFolder } from '../scratch-folder.ts';
import { buildSeccompProgram } from '../seccomp/seccomp-program.ts';
import type { SandboxArch } from '../seccomp/syscall-numbers.ts';
import { spawnWithPipes } from '../spawn-with-pipes.ts';
import { tryOut } from '../try-out.ts';
import { landlockCommand } from './landlock-launcher.ts';
import { placesWithout } from './readable-places.ts';

/** Programs expect to write to them. */
const DEVICES = ['null', 'zero', 'full', 'tty', 'ptmx', 'pts'].map((name) => `/dev/${name}`);

const SOURCES = ['/dev/random', '/dev/urandom'];

export interface WorkingLandlock {
  readonly perl: string;
  readonly arch: SandboxArch;
}

const refuse = (what: string): never => {
  throw new CallgateError(sandboxErrors.unsupported({ backend: 'landlock', what }));
};

const startLandlock = async (
  { perl, arch }: WorkingLandlock,
  request: SandboxRequest,
): Promise<SandboxedServer> => {
  const { writes, network } = request.class;
  if (request.preview === true) refuse(sandboxMessages.preview);
  if (!network && request.allow.length > 0) refuse(sandboxMessages.allow);
  const paths = resolveSandboxPaths(request);
  const scratch = await createScratchFolder(tmpdir());
  const [temporary, cache] = [join(scratch.path, 'temporary'), join(scratch.path, 'cache')];
  await Promise.all([temporary, cache].map(async (folder) => mkdir(folder)));
  const hidden = paths.secrets.map(({ path }) => path).filter((path) => !paths.roots.includes(path));
  const needed = existingPaths(NEEDED_PLACES).map(({ path }) => path);
  const shown = [
    ...paths.roots,
    ...[...paths.named, ...needed].filter((path) => paths.temporary.some((folder) => isBelow(path, folder))),
  ];
  const [command = '', ...args] = landlockCommand(
    perl,
    arch,
    {
      writable: [
        temporary,
        cache,
        ...DEVICES,
        ...(writes ? paths.roots.flatMap((root) => placesWithout([...hidden, ...paths.links], root)) : []),
      ],
      readable: [
        // root could read disks; temporary folders have what other servers wrote
        ...placesWithout(['/dev', ...paths.temporary, ...hidden]),
        ...shown.flatMap((path) => placesWithout(hidden, path)),
        ...DEVICES,
        ...SOURCES,
        scratch.path,
      ],
      filter: buildSeccompProgram({ arch, internet: network, namespaces: false, writes }),
    },
    [request.command, ...request.args],
  );
  const child = spawnWithPipes(command, args, {
    cwd: paths.cwd,
    env: {
      ...request.env,
      TMPDIR: temporary,
      XDG_CACHE_HOME: cache,
      npm_config_cache: join(cache, 'npm'),
    },
    more: closeInherited(3),
    detached: true,
  });
  return {
    child,
    backend: 'landlock',
    level: 'enforced',
    layers: [],
    violations: async () => [],
    close: async () => {
      await endProcessGroup(child);
      await scratch.remove();
    },
  };
};

/** Undefined where the launcher works, else why not. */
export const findLandlockLauncher = async (): Promise<WorkingLandlock | string> => {
  if (process.platform !== 'linux') return sandboxMessages.notLinux;
  const arch = readSandboxArch();
  if (arch === undefined) return sandboxMessages.architecture({ arch: process.arch });
  const perl = findProgram('perl');
  if (perl === undefined) return sandboxMessages.missingProgram({ program: 'perl' });
  const [command = '', ...args] = landlockCommand(perl, arch, { writable: [] }, ['true']);
  try {
    await promisify(execFile)(command, args, { env: { PATH: '/usr/bin:/bin' } });
    return { perl, arch };
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    return sandboxMessages.failed({ program: 'perl', output: display(output.trim(), { max: 300 }) });
  }
};

const findWorking = async (): Promise<WorkingLandlock | string> => {
  const found = await findLandlockLauncher();
  if (typeof found === 'string') return found;
  const problem = await tryOut(tmpdir(), (request) => startLandlock(found, request));
  return problem ?? found;
};

/** Rights of files and a filter of system calls, for machines without namespaces. */
export const createLandlockBackend = (): SandboxBackend => {
  let working: Promise<WorkingLandlock | string> | undefined;
  return {
    name: 'landlock',
    level: 'enforced',
    canPreview: false,
    probe: async () => {
      const found = await (working ??= findWorking());
      return typeof found === 'string' ? found : undefined;
    },
    start: async (request) => {
      const found = await (working ??= findWorking());
      if (typeof found === 'string')
        throw new CallgateError(sandboxErrors.start({ backend: 'landlock', why: found }));
      return startLandlock(found, request);
    },
  };
};
