import { hostname } from 'node:os';
import { CallgateError, display } from '@callgate/core';
import { sandboxErrors } from '@callgate/messages/errors/sandbox';
import { sandboxMessages } from '@callgate/messages/sandbox';
import { existingPath, existingPaths } from '../existing-path.ts';
import { isInside } from '../is-inside.ts';
import { planMounts } from '../mount-plan.ts';
import { landlockCommand } from '../landlock/landlock-launcher.ts';
import { placesWithout } from '../landlock/readable-places.ts';
import { NEEDED_PLACES } from '../needed-places.ts';
import type { NetworkDestination } from '../network/destination.ts';
import { parseDestination } from '../network/destination.ts';
import type { AllowedNetwork } from '../network/open-allowed-network.ts';
import { openAllowedNetwork } from '../network/open-allowed-network.ts';
import { planNetwork, proxyEnvironment } from '../network/plan-network.ts';
import type { SandboxedServer, SandboxRequest, SandboxViolation } from '../sandbox.ts';
import type { SandboxPaths } from '../sandbox-paths.ts';
import { resolveSandboxPaths } from '../sandbox-paths.ts';
import { createScratchFolder } from '../scratch-folder.ts';
import { buildSeccompProgram } from '../seccomp/seccomp-program.ts';
import type { SandboxArch } from '../seccomp/syscall-numbers.ts';
import { StrayWrites } from '../stray-writes.ts';
import { endSandbox } from '../end-process.ts';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import type { BubblewrapPrograms } from './bubblewrap-programs.ts';
import { spawnBubblewrap } from './spawn-bubblewrap.ts';

/** Writable for root by the owner of its files alone, whatever capabilities are dropped. */
const KERNEL_SETTINGS = ['sys', 'sysrq-trigger', 'irq', 'bus', 'fs', 'scsi', 'acpi', 'mtrr'].map(
  (name) => `/proc/${name}`,
);

export interface WorkingBubblewrap {
  readonly programs: BubblewrapPrograms;
  readonly arch: SandboxArch;
  /** Where copies can be. */
  readonly folder: string;
  readonly canDisableNamespaces: boolean;
  /** Not where other disks are mounted in it: then it is read-only. */
  readonly canCopyHome: boolean;
  /** Where it can limit rights: a read-only mount does not keep a server from writing into a pipe with a name. */
  readonly perl?: string;
}

interface CopiedFolder {
  readonly path: string;
  readonly parts: string;
}

const upperOf = ({ parts }: CopiedFolder): string => `${parts}/upper`;

const failure = (why: string): CallgateError =>
  new CallgateError(sandboxErrors.start({ backend: 'bubblewrap', why: display(why, { max: 300 }) }));

const linksIn = ({ links }: SandboxPaths, root: string): readonly string[] =>
  links.filter((link) => isInside(link, root));

/** Tells each violation once. */
const collectViolations = (copies: readonly CopiedFolder[]) => {
  const reported = new Set<string>();
  const strayWrites = new StrayWrites(copies.map((copy) => ({ path: copy.path, upper: upperOf(copy) })));
  let waiting: SandboxViolation[] = [];
  return {
    add: (violation: SandboxViolation): void => {
      const key = `${violation.kind} ${violation.what}`;
      if (reported.has(key) || reported.size >= MAX_REPORTED) return;
      reported.add(key);
      waiting.push(violation);
    },
    async take(): Promise<readonly SandboxViolation[]> {
      for (const what of await strayWrites.find()) this.add({ kind: 'write', what });
      const taken = waiting;
      waiting = [];
      return taken;
    },
  };
};

/** Elsewhere than in a home that is read-only. */
const CACHES = { XDG_CACHE_HOME: '/tmp/.cache', npm_config_cache: '/tmp/.cache/npm' };

const MAX_REPORTED = 1000;
const MAX_NAME = 300;

/** Starts a server in namespaces of its own. */
export const startBubblewrap = async (
  { programs, arch, folder, canDisableNamespaces, canCopyHome, perl }: WorkingBubblewrap,
  request: SandboxRequest,
): Promise<SandboxedServer> => {
  const allow: readonly NetworkDestination[] = request.class.network
    ? []
    : request.allow.map(parseDestination);
  const plan = allow.length === 0 ? undefined : planNetwork(allow, hostname());
  const paths = resolveSandboxPaths(request);
  const scratch = await createScratchFolder(folder);
  let network: AllowedNetwork | undefined;
  try {
    const addCopies = (kind: string, places: readonly string[]): Promise<readonly CopiedFolder[]> =>
      Promise.all(places.map(async (path, at) => ({ path, parts: await scratch.addCopy(`${kind}-${at}`) })));
    const homes = await addCopies('home', canCopyHome ? paths.homes : []);
    const previews = await addCopies('root', request.preview === true ? paths.roots : []);
    const copies = [...homes, ...previews];
    // what other servers wrote is there too
    const temporary = [...new Set([...paths.temporary, folder])];
    const needed = existingPaths(NEEDED_PLACES);
    const hosts = plan === undefined ? undefined : existingPath('/etc/hosts');
    const replaced =
      plan === undefined || hosts === undefined
        ? []
        : [{ path: hosts.path, source: await scratch.addFile('hosts', plan.hosts) }];
    const violations = collectViolations(request.class.writes ? [] : homes);
    // options are told from each other by it
    if (Object.values(request.env).some((value) => value.includes('\0')))
      throw failure(sandboxMessages.nullCharacter);
    if (
      perl === undefined &&
      request.class.writes &&
      paths.roots.some((root) => linksIn(paths, root).length > 0)
    )
      throw failure(sandboxMessages.linkedSecret);
    const command = [request.command, ...request.args];
    const writable = [
      ...copies.map(({ path }) => path),
      ...temporary,
      // a link cannot be covered: nothing is made, moved or removed beside it
      ...(request.class.writes
        ? paths.roots.flatMap((root) => placesWithout(linksIn(paths, root), root))
        : []),
      '/dev',
      '/proc',
    ];
    const started = await spawnBubblewrap({
      programs,
      copies,
      options: bubblewrapArguments({
        mounts: planMounts({
          temporary,
          copies: copies.map(({ path, parts }) => ({ path, merged: `${parts}/merged` })),
          roots: paths.roots,
          writes: request.class.writes,
          readable: [...paths.named, ...needed.map(({ path }) => path)],
          replaced,
          secrets: paths.secrets,
        }),
        emptyFile: scratch.emptyFile,
        kernelSettings: existingPaths(KERNEL_SETTINGS).map(({ path }) => path),
        uid: process.getuid?.() ?? 0,
        gid: process.getgid?.() ?? 0,
        network: request.class.network,
        env: {
          ...request.env,
          ...(canCopyHome ? {} : CACHES),
          ...(plan === undefined ? {} : proxyEnvironment(plan.proxyPort)),
        },
        cwd: paths.cwd,
        canDisableNamespaces,
      }),
      filter: buildSeccompProgram({ arch, internet: true, namespaces: true, writes: request.class.writes }),
      command: perl === undefined ? command : landlockCommand(perl, arch, { writable }, command),
      watcher: request.watcher ?? [],
      prepare: async (namespaces) => {
        if (plan === undefined) return undefined;
        const opened = await openAllowedNetwork(namespaces, plan, allow, (what) =>
          violations.add({ kind: 'connection', what: what.slice(0, MAX_NAME) }),
        );
        if (typeof opened === 'string') return opened;
        network = opened;
        return undefined;
      },
    });
    if (typeof started === 'string') throw failure(started);
    const { child, insidePid } = started;
    const stop = (): Promise<void> => endSandbox(child, insidePid);
    return {
      child,
      backend: 'bubblewrap',
      level: 'enforced',
      insidePid,
      layers: previews.map((copy) => ({ root: copy.path, upper: upperOf(copy) })),
      violations: () => violations.take(),
      stop,
      close: async () => {
        await stop();
        network?.close();
        await scratch.remove();
      },
    };
  } catch (error) {
    network?.close();
    await scratch.remove();
    throw error;
  }
};
