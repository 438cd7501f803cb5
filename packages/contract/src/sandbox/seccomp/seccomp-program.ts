import type { SandboxArch, SyscallName } from './syscall-numbers.ts';
import { syscallNumber } from './syscall-numbers.ts';

export interface SeccompOptions {
  readonly arch: SandboxArch;
  /** Sockets of the internet may be made: the class has network, or a network namespace holds them. */
  readonly internet: boolean;
  /** Mounts and a namespace of processes hold the server. Without them, calls that nothing else prevents are refused. */
  readonly namespaces: boolean;
  /** A pipe with a name is how a server that may not write tells one that may. It is made by one that may. */
  readonly writes: boolean;
}

const AUDIT_ARCH: Readonly<Record<SandboxArch, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };
/** Numbers from here on are those of x32. */
const X32 = 0x40000000;

const EPERM = 1;
const EROFS = 30;
const ENOSYS = 38;
const EPROTONOSUPPORT = 93;
const EAFNOSUPPORT = 97;

const AF_UNIX = 1;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
/** Of a type of sockets; the rest are flags. */
const SOCK_TYPES = 0xf;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;

/** `CLONE_NEW…` of mounts, cgroups, hosts, IPC, users, processes and network. */
const NAMESPACES = 0x7e020000;
/** `CLONE_NEWTIME`: for `clone` a part of the signal's number. */
const NEWTIME = 0x80;

const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;

const KILL_PROCESS = 0x80000000;
const ALLOW = 0x7fff0000;
const ERRNO = 0x00050000;

// offsets in `struct seccomp_data`; of an argument its lower half
const NUMBER = 0;
const ARCH = 4;
const argument = (index: number): number => 16 + 8 * index;

const LOAD = 0x20;
const EQUAL = 0x15;
const AT_LEAST = 0x35;
const ANY_BIT = 0x45;
const MASK = 0x54;
const RETURN = 0x06;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const answer = (value: number): Instruction => [RETURN, 0, 0, value];
const fail = (errno: number): Instruction => answer(ERRNO | errno);

/** Calls that nothing in a sandbox needs, and what they fail with. */
const DENIED: readonly (readonly [errno: number, names: readonly SyscallName[]])[] = [
  // callers know how to do without them; unseen calls through a ring would pass every rule below
  [ENOSYS, ['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'clone3']],
  [
    EPERM,
    [
      'ptrace',
      'process_vm_readv',
      'process_vm_writev',
      'process_madvise',
      'kcmp',
      'pidfd_getfd',
      'setns',
      'chroot',
      'pivot_root',
      'mount',
      'umount2',
      'move_mount',
      'open_tree',
      'open_tree_attr',
      'fsopen',
      'fsconfig',
      'fsmount',
      'fspick',
      'mount_setattr',
      'keyctl',
      'add_key',
      'request_key',
      'bpf',
      'perf_event_open',
      'open_by_handle_at',
      'userfaultfd',
      'fanotify_init',
      'init_module',
      'finit_module',
      'delete_module',
      'kexec_load',
      'kexec_file_load',
      'swapon',
      'swapoff',
      'reboot',
      'quotactl',
      'quotactl_fd',
      'acct',
      'syslog',
      'iopl',
      'ioperm',
      'uselib',
      'vhangup',
      'lookup_dcookie',
      'nfsservctl',
      'settimeofday',
      'clock_settime',
      'clock_adjtime',
      'adjtimex',
      'sethostname',
      'setdomainname',
    ],
  ],
];

const METADATA: readonly SyscallName[] = [
  'chmod',
  'fchmod',
  'fchmodat',
  'fchmodat2',
  'chown',
  'fchown',
  'lchown',
  'fchownat',
  'utime',
  'utimes',
  'futimesat',
  'utimensat',
  'setxattr',
  'lsetxattr',
  'fsetxattr',
  'setxattrat',
  'removexattr',
  'lremovexattr',
  'fremovexattr',
  'removexattrat',
  'file_setattr',
];

/** Memory that is shared by a key, ways out of the group of processes that is ended together, and what old kernels do not limit. */
const UNHELD: readonly SyscallName[] = ['shmget', 'semget', 'msgget', 'setsid', 'setpgid', 'truncate'];

/** For calls with these numbers, all of one answer. The number is loaded before and after. */
const denyCalls = (
  arch: SandboxArch,
  errno: number,
  names: readonly SyscallName[],
): readonly Instruction[] => {
  const numbers = names.map((name) => syscallNumber(name, arch)).filter((number) => number !== undefined);
  const tests = numbers.map((number, at): Instruction => {
    const isLast = at === numbers.length - 1;
    return [EQUAL, numbers.length - 1 - at, isLast ? 1 : 0, number];
  });
  return [...tests, fail(errno)];
};

/** For one call, rules about its arguments that end in an answer. */
const judgeCall = (
  arch: SandboxArch,
  name: SyscallName,
  rules: readonly Instruction[],
): readonly Instruction[] => {
  const number = syscallNumber(name, arch);
  return number === undefined ? [] : [[EQUAL, 0, rules.length, number], ...rules];
};

const judgeSocket = (internet: boolean): readonly Instruction[] => {
  const families = internet ? [AF_INET, AF_INET6] : [];
  const rest: readonly Instruction[] = internet
    ? [
        [EQUAL, 0, 3, AF_NETLINK],
        load(argument(2)),
        [EQUAL, 2, 0, NETLINK_ROUTE],
        fail(EPROTONOSUPPORT),
        fail(EAFNOSUPPORT),
        answer(ALLOW),
      ]
    : [fail(EAFNOSUPPORT), answer(ALLOW)];
  const allowed = rest.length - 1;
  return [
    load(argument(0)),
    [EQUAL, 0, 1, AF_UNIX],
    fail(EPERM),
    ...families.map((family, at): Instruction => [EQUAL, families.length - 1 - at + allowed, 0, family]),
    ...rest,
  ];
};

/** One end of a pair that sends datagrams can send them to any other socket. */
const judgePair: readonly Instruction[] = [
  load(argument(1)),
  [MASK, 0, 0, SOCK_TYPES],
  [EQUAL, 2, 0, SOCK_STREAM],
  [EQUAL, 1, 0, SOCK_SEQPACKET],
  fail(EPERM),
  answer(ALLOW),
];

/** Limits of the caller alone. */
const judgeLimits: readonly Instruction[] = [load(argument(0)), [EQUAL, 1, 0, 0], fail(EPERM), answer(ALLOW)];

/** `flags` without any bit of `mask`. */
const denyFlags = (index: number, mask: number): readonly Instruction[] => [
  load(argument(index)),
  [ANY_BIT, 0, 1, mask],
  fail(EPERM),
  answer(ALLOW),
];

const FILE_KIND = 0o170000;
const NAMED_PIPE = 0o010000;

const denyPipe = (index: number): readonly Instruction[] => [
  load(argument(index)),
  [MASK, 0, 0, FILE_KIND],
  [EQUAL, 0, 1, NAMED_PIPE],
  fail(EPERM),
  answer(ALLOW),
];

const judgeIoctl: readonly Instruction[] = [
  load(argument(1)),
  [EQUAL, 1, 0, TIOCSTI],
  [EQUAL, 0, 1, TIOCLINUX],
  fail(EPERM),
  answer(ALLOW),
];

const encode = (instructions: readonly Instruction[]): Uint8Array => {
  const bytes = new Uint8Array(instructions.length * 8);
  const view = new DataView(bytes.buffer);
  for (const [at, [code, ifTrue, ifFalse, operand]] of instructions.entries()) {
    view.setUint16(at * 8, code, true);
    view.setUint8(at * 8 + 2, ifTrue);
    view.setUint8(at * 8 + 3, ifFalse);
    view.setUint32(at * 8 + 4, operand >>> 0, true);
  }
  return bytes;
};

/** A filter of system calls, as the kernel takes it: `struct sock_filter[]`, little endian. */
export const buildSeccompProgram = ({ arch, internet, namespaces, writes }: SeccompOptions): Uint8Array =>
  encode([
    load(ARCH),
    [EQUAL, 1, 0, AUDIT_ARCH[arch]],
    answer(KILL_PROCESS),
    load(NUMBER),
    ...(arch === 'x64' ? ([[AT_LEAST, 0, 1, X32], answer(KILL_PROCESS)] as const) : []),
    ...DENIED.flatMap(([errno, names]) => denyCalls(arch, errno, names)),
    ...(namespaces ? [] : denyCalls(arch, EPERM, UNHELD)),
    ...(namespaces || writes ? [] : denyCalls(arch, EROFS, METADATA)),
    ...judgeCall(arch, 'socket', judgeSocket(internet)),
    ...judgeCall(arch, 'socketpair', judgePair),
    ...(namespaces ? [] : judgeCall(arch, 'prlimit64', judgeLimits)),
    ...judgeCall(arch, 'clone', denyFlags(0, NAMESPACES)),
    ...judgeCall(arch, 'unshare', denyFlags(0, NAMESPACES | NEWTIME)),
    ...judgeCall(arch, 'ioctl', judgeIoctl),
    ...(writes ? [...judgeCall(arch, 'mknod', denyPipe(1)), ...judgeCall(arch, 'mknodat', denyPipe(2))] : []),
    answer(ALLOW),
  ]);
