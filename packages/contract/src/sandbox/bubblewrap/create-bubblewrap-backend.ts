import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { display, CallgateError } from '@callgate/core';
import { sandboxErrors } from '@callgate/messages/errors/sandbox';
import { sandboxMessages } from '@callgate/messages/sandbox';
import { existingPaths } from '../existing-path.ts';
import { planMounts } from '../mount-plan.ts';
import type { SandboxBackend, SandboxedServer, SandboxRequest } from '../sandbox.ts';
import { resolveSandboxPaths } from '../sandbox-paths.ts';
import { createScratchFolder } from '../scratch-folder.ts';
import { buildSeccompProgram } from '../seccomp/seccomp-program.ts';
import type { SandboxArch } from '../seccomp/syscall-numbers.ts';
import { findStrayWrites } from '../stray-writes.ts';
import { endProcess, waitForEnd } from '../wait-for-end.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import { findBubblewrapPrograms } from './bubblewrap-programs.ts';
import type { BubblewrapPrograms } from './bubblewrap-programs.ts';
import { spawnBubblewrap } from './spawn-bubblewrap.ts';

/** Writable for root by the owner of its files alone, whatever capabilities are dropped. */
const KERNEL_SETTINGS = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'scsi', 'acpi', 'mtrr'].map(
  (name) => `/proc/${name}`,
);

/** Names are resolved by the first; the second has the programs of NixOS. */
const NEEDED = ['/etc/resolv.conf', '/run/current-system'];

interface Working {
  readonly programs: BubblewrapPrograms;
  readonly arch: SandboxArch;
  /** Where copies can be. */
  readonly folder: string;
  readonly canDisableNamespaces: boolean;
}

const readArch = (arch: string): SandboxArch | undefined =>
  arch === 'x64' || arch === 'arm64' ? arch : undefined;

const startIn = async (
  { programs, arch, folder, canDisableNamespaces }: Working,
  request: SandboxRequest,
): Promise<SandboxedServer> => {
  if (request.allow.length > 0 && !request.class.network)
    throw new CallgateError(
      sandboxErrors.unsupported({ backend: 'bubblewrap', what: sandboxMessages.allow }),
    );
  const paths = await resolveSandboxPaths(request);
  const scratch = await createScratchFolder(folder);
  try {
    const addCopies = (kind: string, places: readonly string[]) =>
      Promise.all(places.map(async (path, at) => ({ path, parts: await scratch.addCopy(`${kind}-${at}`) })));
    const homes = await addCopies('home', paths.homes);
    const previews = await addCopies('root', request.preview === true ? paths.roots : []);
    const copies = [...homes, ...previews];
    const needed = await existingPaths(NEEDED);
    const options = bubblewrapArguments({
      mounts: planMounts({
        temporary: paths.temporary,
        copies: copies.map(({ path, parts }) => ({ path, merged: `${parts}/merged` })),
        roots: paths.roots,
        writes: request.class.writes,
        readable: [...paths.named, ...needed.map(({ path }) => path)],
        secrets: paths.secrets,
      }),
      emptyFile: scratch.emptyFile,
      kernelSettings: (await existingPaths(KERNEL_SETTINGS)).map(({ path }) => path),
      uid: process.getuid?.() ?? 0,
      gid: process.getgid?.() ?? 0,
      network: request.class.network,
      env: request.env,
      cwd: paths.cwd,
      canDisableNamespaces,
    });
    const started = await spawnBubblewrap({
      programs,
      copies,
      options,
      filter: buildSeccompProgram({ arch, internet: true, withoutNamespaces: false }),
      command: [request.command, ...request.args],
      prepare: async () => undefined,
    });
    if (typeof started === 'string')
      throw new CallgateError(
        sandboxErrors.start({ backend: 'bubblewrap', why: display(started, { max: 300 }) }),
      );
    const { child, insidePid } = started;
    const reported = new Set<string>();
    return {
      child,
      backend: 'bubblewrap',
      level: 'enforced',
      insidePid,
      layers: previews.map(({ path, parts }) => ({ root: path, upper: `${parts}/upper` })),
      violations: async () => {
        if (request.class.writes) return [];
        const strays = await Promise.all(
          homes.map(async ({ path, parts }) => findStrayWrites(path, `${parts}/upper`)),
        );
        const fresh = strays.flat().filter((what) => !reported.has(what));
        for (const what of fresh) reported.add(what);
        return fresh.map((what) => ({ kind: 'write', what }) as const);
      },
      close: async () => {
        await endProcess(child);
        await waitForEnd(insidePid);
        await scratch.remove();
      },
    };
  } catch (error) {
    await scratch.remove();
    throw error;
  }
};

const TRIAL = 'if (echo > "$1/trial") 2>/dev/null; then echo through; else echo held; fi';

/** Undefined where a sandbox of this kind holds. */
const tryOut = async (working: Working): Promise<string | undefined> => {
  const root = await mkdtemp(join(working.folder, 'callgate-trial-'));
  try {
    const server = await startIn(working, {
      command: working.programs.sh,
      args: ['-c', TRIAL, 'sh', root],
      cwd: '/',
      env: {},
      class: { writes: false, network: false },
      roots: [root],
      hidden: [],
      allow: [],
    });
    try {
      const [output, errors] = await Promise.all([text(server.child.stdout), text(server.child.stderr)]);
      if (output.trim() === 'held') return undefined;
      return output.trim() === 'through'
        ? sandboxMessages.leaks({ what: root })
        : sandboxMessages.failed({
            program: 'bwrap',
            output: display(errors.trim(), { max: 300 }) || sandboxMessages.noOutput,
          });
    } finally {
      await server.close();
    }
  } catch (error) {
    if (error instanceof CallgateError) return error.message;
    throw error;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};

/** Paths that options of `mount` can hold as they are. */
const isPlain = (path: string): boolean => /^[\w./+-]+$/u.test(path);

const findWorking = async (): Promise<Working | string> => {
  if (process.platform !== 'linux') return sandboxMessages.notLinux;
  const arch = readArch(process.arch);
  if (arch === undefined) return sandboxMessages.architecture({ arch: process.arch });
  const programs = findBubblewrapPrograms();
  if (typeof programs === 'string') return programs;
  const { stdout: usage } = await promisify(execFile)(programs.bwrap, ['--help']);
  let why: string = sandboxMessages.noFolder;
  const folders = await existingPaths([tmpdir(), '/var/tmp', '/dev/shm']);
  for (const { path: folder } of folders.filter(({ path }) => isPlain(path))) {
    const working = { programs, arch, folder, canDisableNamespaces: usage.includes('--disable-userns') };
    const problem = await tryOut(working);
    if (problem === undefined) return working;
    why = problem;
  }
  return why;
};

/** Namespaces with a filter of system calls: what a class does not allow cannot last and cannot be sent. */
export const createBubblewrapBackend = (): SandboxBackend => {
  let working: Promise<Working | string> | undefined;
  const find = (): Promise<Working | string> => (working ??= findWorking());
  return {
    name: 'bubblewrap',
    level: 'enforced',
    canPreview: true,
    probe: async () => {
      const found = await find();
      return typeof found === 'string' ? found : undefined;
    },
    start: async (request) => {
      const found = await find();
      if (typeof found === 'string')
        throw new CallgateError(sandboxErrors.start({ backend: 'bubblewrap', why: found }));
      return startIn(found, request);
    },
  };
};
