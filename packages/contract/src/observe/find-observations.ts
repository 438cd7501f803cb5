import { posix } from 'node:path';
import { isInside } from '../sandbox/is-inside.ts';
import type { Observation, ObservationKind } from './observation.ts';
import type { TracedCall } from './read-strace.ts';
import { PROCESS_END, descriptorTarget, quotedText, quotedTexts } from './read-strace.ts';
import { socketAddresses, socketPeer } from './socket-address.ts';

/** What is known of the machine before the server ran. Paths are absolute. */
export interface ObservedSurroundings {
  /** The server as it was started: what other programs did before is not its doing. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** Milliseconds since 1970: nothing before counts. */
  readonly from: number;
  readonly roots: readonly string[];
  /** Temporary files, caches and logs; what is in a root never is. */
  isTemporary(path: string): boolean;
  readonly secrets: readonly string[];
  /** Values that stand for secrets in the environment, with the name of their variable. */
  readonly markers: ReadonlyMap<string, string>;
  /** Whether there was something at a path. */
  existed(path: string): boolean;
}

export interface FoundObservations {
  /** The server was started. */
  readonly started: boolean;
  /** A system call that does its work unseen succeeded. */
  readonly unwatched: boolean;
  /** Files that can be written to through memory, from then on unseen. */
  readonly mapped: readonly string[];
  readonly observations: readonly Observation[];
}

const REFUSALS: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
/** Of sockets: the sandbox has no such network. */
const NO_SOCKET: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EAFNOSUPPORT']);

const OUTWARD_FAMILY = /^AF_(?!UNIX|NETLINK|ALG|UNSPEC)/;

/** Nothing written there lasts or is seen by others. */
const NOWHERE =
  /^(?:\/dev\/(?:null|zero|full|u?random|tty|ptmx|pts\/\d+|std\w+|fd\/\d+)|\/proc\/(?:self|thread-self|\d+)\/.*|\/memfd:.*)$/s;
const ENVIRONMENT = /^\/proc\/(?:self|thread-self|\d+)(?:\/task\/\d+)?\/environ$/;

const NAME_FILES =
  /^\/etc\/(?:nsswitch\.conf|passwd|group|hosts|host\.conf|resolv\.conf|services|gai\.conf)$/;

const WRITES = /\bO_(?:WRONLY|RDWR)\b/;
const SURELY_CHANGES = /\bO_(?:WRONLY|CREAT|TRUNC)\b/;

/** By the index of the argument: a descriptor that is written to. */
const DESCRIPTOR_WRITES: Readonly<Record<string, number>> = {
  write: 0,
  pwrite64: 0,
  writev: 0,
  pwritev: 0,
  pwritev2: 0,
  ftruncate: 0,
  fallocate: 0,
  fchmod: 0,
  fchown: 0,
  fsetxattr: 0,
  fremovexattr: 0,
  sendfile: 0,
  copy_file_range: 2,
  splice: 2,
};

/** Requests of `ioctl` that change a file. */
const CHANGING_IOCTL = /^(?:FICLONE|FIDEDUPERANGE|BTRFS_IOC_CLONE|FS_IOC_(?:SETFLAGS|FSSETXATTR)|_IOC\()/;

/** Where a call has its path, and before it the folder that it is relative to. */
interface PathPlace {
  readonly folder?: number;
  readonly path: number;
}

const ATTRIBUTES: Readonly<Record<string, PathPlace>> = {
  truncate: { path: 0 },
  chmod: { path: 0 },
  chown: { path: 0 },
  lchown: { path: 0 },
  utime: { path: 0 },
  utimes: { path: 0 },
  setxattr: { path: 0 },
  lsetxattr: { path: 0 },
  removexattr: { path: 0 },
  lremovexattr: { path: 0 },
  fchmodat: { folder: 0, path: 1 },
  fchmodat2: { folder: 0, path: 1 },
  fchownat: { folder: 0, path: 1 },
  utimensat: { folder: 0, path: 1 },
  futimesat: { folder: 0, path: 1 },
};

const CREATIONS: Readonly<Record<string, PathPlace>> = {
  mkdir: { path: 0 },
  mkdirat: { folder: 0, path: 1 },
  mknod: { path: 0 },
  mknodat: { folder: 0, path: 1 },
  symlink: { path: 1 },
  symlinkat: { folder: 1, path: 2 },
  link: { path: 1 },
  linkat: { folder: 2, path: 3 },
};

const DELETIONS: Readonly<Record<string, PathPlace>> = {
  unlink: { path: 0 },
  rmdir: { path: 0 },
  unlinkat: { folder: 0, path: 1 },
};

const MOVES: Readonly<Record<string, readonly [PathPlace, PathPlace]>> = {
  rename: [{ path: 0 }, { path: 1 }],
  renameat: [
    { folder: 0, path: 1 },
    { folder: 2, path: 3 },
  ],
  renameat2: [
    { folder: 0, path: 1 },
    { folder: 2, path: 3 },
  ],
};

const OPENINGS: Readonly<Record<string, PathPlace & { readonly flags: number }>> = {
  open: { path: 0, flags: 1 },
  openat: { folder: 0, path: 1, flags: 2 },
  openat2: { folder: 0, path: 1, flags: 2 },
  // its handle has no name; the descriptor it returns has
  open_by_handle_at: { path: -1, flags: 2 },
};

/** Calls after which work happens that no later call shows. */
const UNWATCHED: ReadonlySet<string> = new Set(['io_uring_setup', 'io_setup']);

const MARKER_CALLS: ReadonlySet<string> = new Set([
  'write',
  'pwrite64',
  'writev',
  'pwritev',
  'sendto',
  'sendmsg',
  'sendmmsg',
  'execve',
  'connect',
]);

/** What strace is to write down. Names that a machine does not have are skipped. */
export const TRACED_CALLS: readonly string[] = [
  ...new Set([
    ...Object.keys({
      ...DESCRIPTOR_WRITES,
      ...ATTRIBUTES,
      ...CREATIONS,
      ...DELETIONS,
      ...MOVES,
      ...OPENINGS,
    }),
    ...UNWATCHED,
    ...MARKER_CALLS,
    'creat',
    'ioctl',
    'mmap',
    'chdir',
    'fchdir',
    'socket',
    'bind',
    'listen',
    'execveat',
    'fork',
    'clone',
    'clone3',
  ]),
];

class Observer {
  readonly #around: ObservedSurroundings;
  readonly #found = new Map<string, Observation>();
  /** Paths that are there now and were not before. */
  readonly #created = new Set<string>();
  /** Paths at which something lies that was somewhere else before, with where it was. */
  readonly #movedFrom = new Map<string, string>();
  readonly #opened = new Set<string>();
  readonly #mapped = new Set<string>();
  readonly #folders = new Map<number, string>();
  readonly #programs = new Map<number, string>();
  /** When a process was refused a local socket, until its next call tells what for. */
  readonly #localSockets = new Map<number, number>();
  #lastFolder: string;
  unwatched = false;

  constructor(around: ObservedSurroundings, server: TracedCall) {
    this.#around = around;
    this.#lastFolder = around.cwd;
    this.#programs.set(server.pid, quotedText(server.args[0]) ?? '');
  }

  get observations(): readonly Observation[] {
    return [...this.#found.values()];
  }

  get mapped(): readonly string[] {
    return [...this.#mapped];
  }

  /** Nothing follows. */
  end(): void {
    for (const at of this.#localSockets.values()) this.#addLocalSocket(at);
    this.#localSockets.clear();
  }

  see(call: TracedCall): void {
    this.#followFolder(call);
    this.#settleLocalSocket(call);
    const { name, args, ok } = call;
    if (UNWATCHED.has(name)) this.unwatched ||= ok;
    this.#seeMarkers(call);
    const opening = OPENINGS[name] ?? (name === 'creat' ? { path: 0, flags: -1 } : undefined);
    if (opening !== undefined) this.#open(call, opening, args[opening.flags] ?? 'O_WRONLY|O_CREAT|O_TRUNC');
    else if (name === 'mmap') this.#map(call);
    else if (name === 'ioctl') {
      if (ok && CHANGING_IOCTL.test(args[1] ?? '')) this.#writeTo(call, 0);
    } else if (DESCRIPTOR_WRITES[name] !== undefined) {
      if (ok) this.#writeTo(call, DESCRIPTOR_WRITES[name]);
    } else if (ATTRIBUTES[name] !== undefined) this.#change(call, this.#path(call, ATTRIBUTES[name]));
    else if (CREATIONS[name] !== undefined) {
      const path = this.#path(call, CREATIONS[name]);
      this.#change(call, path);
      if (ok) this.#create(path);
    } else if (DELETIONS[name] !== undefined) this.#delete(call, this.#path(call, DELETIONS[name]));
    else if (MOVES[name] !== undefined) this.#move(call, MOVES[name]);
    else this.#seeOthers(call);
  }

  #seeOthers(call: TracedCall): void {
    const { name, args, ok, error, pid, at } = call;
    switch (name) {
      case 'connect':
      case 'sendto':
      case 'sendmsg':
      case 'sendmmsg': {
        const peer = socketPeer(descriptorTarget(args[0]));
        const addresses = socketAddresses(name, args);
        for (const address of addresses.length === 0 && peer !== undefined ? [peer] : addresses)
          this.#add(at, 'connected', address);
        return;
      }
      case 'socket':
        if (error === null || !NO_SOCKET.has(error)) return;
        if (OUTWARD_FAMILY.test(args[0] ?? '')) this.#add(at, 'connected', args[0] ?? '', { refused: true });
        else if (args[0] === 'AF_UNIX') this.#localSockets.set(pid, at);
        return;
      case 'bind': {
        const [address] = socketAddresses(name, args);
        if (ok && address?.startsWith('unix:/') === true) {
          this.#change(call, address.slice('unix:'.length));
          this.#create(address.slice('unix:'.length));
        }
        return;
      }
      case 'listen': {
        const own = /^(?:TCP|UDP|SCTP)\w*:\[(.*)\]$/s.exec(descriptorTarget(args[0]) ?? '')?.[1];
        if (ok && own !== undefined) this.#add(at, 'listened', own);
        return;
      }
      case 'execve':
      case 'execveat': {
        const program = quotedText(args[name === 'execve' ? 0 : 1]) ?? '';
        if (ok) this.#programs.set(pid, program);
        if (ok) this.#add(at, 'started', program);
        else if (error !== null && REFUSALS.has(error)) this.#add(at, 'started', program, { refused: true });
        return;
      }
      case 'fork':
      case 'clone':
      case 'clone3':
        // threads, and what only starts a program
        if (ok && !args.join().includes('CLONE_VM'))
          this.#add(at, 'started', `${this.#programs.get(pid) ?? this.#around.command[0] ?? ''} (fork)`);
        return;
      default:
    }
  }

  /** The C library asks a cache of names first, and reads files where there is none. Anything else wanted the socket itself. */
  #settleLocalSocket(call: TracedCall): void {
    const at = this.#localSockets.get(call.pid);
    if (at === undefined || (call.name === 'socket' && call.args[0] === 'AF_UNIX')) return;
    this.#localSockets.delete(call.pid);
    const place = OPENINGS[call.name];
    const isLookup = place !== undefined && NAME_FILES.test(this.#path(call, place));
    if (!isLookup) this.#addLocalSocket(at);
  }

  #addLocalSocket(at: number): void {
    this.#add(at, 'connected', 'AF_UNIX', { refused: true });
  }

  #followFolder({ pid, name, args, ok }: TracedCall): void {
    const told = args.find((arg) => arg.startsWith('AT_FDCWD<'));
    const moved =
      ok && name === 'chdir'
        ? posix.resolve(this.#folder(pid), quotedText(args[0]) ?? '.')
        : ok && name === 'fchdir'
          ? descriptorTarget(args[0])
          : null;
    const folder = moved ?? descriptorTarget(told);
    if (folder === null) return;
    this.#folders.set(pid, folder);
    this.#lastFolder = folder;
  }

  #folder(pid: number): string {
    return this.#folders.get(pid) ?? this.#lastFolder;
  }

  #path({ pid, args }: TracedCall, { folder, path }: PathPlace): string {
    const written = quotedText(args[path]);
    const base = (folder === undefined ? null : descriptorTarget(args[folder])) ?? this.#folder(pid);
    // without a path it is the descriptor itself
    return posix.resolve(base, written ?? '');
  }

  #open(call: TracedCall, place: PathPlace, flags: string): void {
    const { at, ok, error, returned } = call;
    const named = place.path < 0 ? (returned ?? '') : this.#path(call, place);
    const path = returned?.startsWith('/') === true ? returned : named;
    if (ok && WRITES.test(flags)) this.#opened.add(path);
    if (!/\bO_WRONLY\b/.test(flags)) {
      const secret = [named, path].find((each) => this.#isSecret(each));
      if (secret !== undefined) this.#add(at, 'readSecret', secret, ok ? {} : { refused: true });
    }
    const isNew = /\bO_(?:CREAT|TMPFILE)\b/.test(flags) && !this.#isThere(path);
    if (!ok) {
      const tries = isNew || /\bO_(?:WRONLY|TRUNC)\b/.test(flags);
      if (tries && SURELY_CHANGES.test(flags)) this.#change({ ...call, error }, path);
      return;
    }
    if (isNew || /\bO_TRUNC\b/.test(flags)) this.#change(call, path);
    if (isNew) this.#create(path);
  }

  /** Writes through memory are no calls; a shared mapping that can be written to stands for them. */
  #map(call: TracedCall): void {
    const [, , protection = '', flags = '', descriptor] = call.args;
    const path = descriptorTarget(descriptor);
    if (!call.ok || path === null || !flags.includes('MAP_SHARED')) return;
    if (!protection.includes('PROT_WRITE') && !this.#opened.has(path)) return;
    this.#writeTo(call, 4);
    if (!NOWHERE.test(path)) this.#mapped.add(path);
  }

  #writeTo(call: TracedCall, index: number): void {
    const target = descriptorTarget(call.args[index]);
    if (target?.startsWith('/') === true) this.#change(call, target);
    const peer = socketPeer(target);
    if (peer !== undefined) this.#add(call.at, 'connected', peer);
  }

  #change({ at, ok, error }: TracedCall, path: string): void {
    if (NOWHERE.test(path) || path === '') return;
    if (ok) this.#add(at, 'wrote', path);
    else if (error !== null && REFUSALS.has(error)) this.#add(at, 'wrote', path, { refused: true });
  }

  #delete({ at, ok, error }: TracedCall, path: string): void {
    if (ok && this.#created.delete(path)) {
      // it came and went: nothing lasts of it
      this.#found.delete(keyOf('wrote', path, false));
      const original = this.#originOf(path);
      if (original !== undefined) this.#add(at, 'deleted', original);
      return;
    }
    if (ok) this.#add(at, 'deleted', this.#originOf(path) ?? path);
    else if (error !== null && REFUSALS.has(error)) this.#add(at, 'deleted', path, { refused: true });
  }

  #move(call: TracedCall, [source, target]: readonly [PathPlace, PathPlace]): void {
    const { at, ok, error } = call;
    const from = this.#path(call, source);
    const to = this.#path(call, target);
    if (!ok) {
      if (error !== null && REFUSALS.has(error)) this.#add(at, 'moved', from, { refused: true });
      return;
    }
    this.#change(call, to);
    const original = this.#originOf(from);
    if (this.#created.has(from)) this.#found.delete(keyOf('wrote', from, false));
    else this.#add(at, 'moved', from);
    if (original !== undefined || !this.#created.has(from)) this.#movedFrom.set(to, original ?? from);
    else this.#movedFrom.delete(to);
    this.#movedFrom.delete(from);
    // what is in a folder moves with it
    for (const path of [...this.#created].filter((each) => isInside(each, from))) {
      this.#created.delete(path);
      this.#create(`${to}${path.slice(from.length)}`);
    }
    this.#create(to);
  }

  /** Where it was before the server ran, if it was moved since. */
  #originOf(path: string): string | undefined {
    for (const [to, from] of this.#movedFrom)
      if (isInside(path, to)) {
        const original = `${from}${path.slice(to.length)}`;
        return this.#around.existed(original) ? original : undefined;
      }
    return undefined;
  }

  #create(path: string): void {
    if (!this.#around.existed(path)) this.#created.add(path);
  }

  #isThere(path: string): boolean {
    return this.#created.has(path) || this.#around.existed(path);
  }

  #isSecret(path: string): boolean {
    return ENVIRONMENT.test(path) || this.#around.secrets.some((place) => isInside(path, place));
  }

  #isTemporary(path: string): boolean {
    const { roots } = this.#around;
    return !roots.some((root) => isInside(path, root)) && this.#around.isTemporary(path);
  }

  #seeMarkers({ at, name, args }: TracedCall): void {
    const { markers } = this.#around;
    if (markers.size === 0 || !MARKER_CALLS.has(name)) return;
    for (const { text } of args.flatMap(quotedTexts))
      for (const [value, variable] of markers)
        if (text.includes(value)) this.#add(at, 'readSecret', variable);
  }

  #add(at: number, kind: ObservationKind, what: string, more: Pick<Observation, 'refused'> = {}): void {
    if (at < this.#around.from) return;
    const isFile = kind === 'wrote' || kind === 'deleted' || kind === 'moved';
    const observation: Observation = {
      kind,
      what,
      ...more,
      ...(isFile && this.#isTemporary(what) ? { temporary: true as const } : {}),
    };
    this.#found.set(keyOf(kind, what, more.refused === true), observation);
  }
}

const keyOf = (kind: ObservationKind, what: string, refused: boolean): string =>
  `${kind}\0${what}\0${String(refused)}`;

/** The names of a command as strace shows them: long ones are cut off. */
const isCommand = (argument: string | undefined, command: readonly string[]): boolean => {
  const shown = quotedTexts(argument ?? '');
  const isWhole = argument?.endsWith('...]') !== true;
  return (
    shown.length > 0 &&
    (isWhole ? shown.length === command.length : shown.length <= command.length) &&
    shown.every(({ text, isCut }, at) =>
      isCut ? command[at]?.startsWith(text) === true : command[at] === text,
    )
  );
};

/** What a server did. What started it ran before: those processes are left out, and all that came after are its own. */
export const findObservations = (
  calls: readonly TracedCall[],
  around: ObservedSurroundings,
): FoundObservations => {
  const start = calls.findIndex(
    ({ name, args, ok }) => ok && name === 'execve' && isCommand(args[1], around.command),
  );
  const server = calls[start];
  if (server === undefined) return { started: false, unwatched: false, mapped: [], observations: [] };
  const launchers = new Set(calls.slice(0, start).map(({ pid }) => pid));
  launchers.delete(server.pid);
  const observer = new Observer(around, server);
  for (const call of calls.slice(start + 1)) {
    // the number may be given again, to a process of the server
    if (call.name === PROCESS_END) launchers.delete(call.pid);
    else if (!launchers.has(call.pid)) observer.see(call);
  }
  observer.end();
  const { unwatched, mapped, observations } = observer;
  return { started: true, unwatched, mapped, observations };
};
