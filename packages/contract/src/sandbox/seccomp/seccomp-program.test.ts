import { array, assert, integer, nat, pre, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSeccompProgram } from './seccomp-program.ts';
import type { SeccompOptions } from './seccomp-program.ts';
import type { SandboxArch, SyscallName } from './syscall-numbers.ts';
import { SYSCALL_NUMBERS, syscallNumber } from './syscall-numbers.ts';

const MACHINE = { x64: 0xc000003e, arm64: 0xc00000b7, i386: 0x40000003, arm: 0x40000028 } as const;

interface SystemCall {
  readonly machine: number;
  readonly number: number;
  readonly args?: readonly number[];
}

/** What a kernel does with a classic BPF program: only what a filter of system calls may contain. */
const interpret = (program: Uint8Array, { machine, number, args = [] }: SystemCall): string => {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number, true);
  data.setUint32(4, machine, true);
  for (const [index, value] of args.entries())
    data.setBigUint64(16 + 8 * index, BigInt.asUintN(64, BigInt(value)), true);
  const code = new DataView(program.buffer, program.byteOffset, program.byteLength);
  let accumulator = 0;
  for (let at = 0; ; at += 1) {
    if (at * 8 >= program.byteLength) throw new Error(`left the program at ${at}`);
    const operation = code.getUint16(at * 8, true);
    const operand = code.getUint32(at * 8 + 4, true);
    const jump = (isTrue: boolean): void => {
      at += code.getUint8(at * 8 + (isTrue ? 2 : 3));
    };
    if (operation === 0x20) accumulator = data.getUint32(operand, true);
    else if (operation === 0x54) accumulator = (accumulator & operand) >>> 0;
    else if (operation === 0x15) jump(accumulator === operand);
    else if (operation === 0x35) jump(accumulator >= operand);
    else if (operation === 0x45) jump((accumulator & operand) !== 0);
    else if (operation === 0x06) return describeAnswer(operand);
    else throw new Error(`unknown operation ${operation} at ${at}`);
  }
};

const ERRORS: Readonly<Record<number, string>> = {
  1: 'EPERM',
  30: 'EROFS',
  38: 'ENOSYS',
  93: 'EPROTONOSUPPORT',
  97: 'EAFNOSUPPORT',
};

const describeAnswer = (value: number): string => {
  if (value === 0x7fff0000) return 'allowed';
  if (value === 0x80000000) return 'killed';
  return (value & 0xffff0000) === 0x00050000 ? (ERRORS[value & 0xffff] ?? 'unknown') : 'unknown';
};

const NAMESPACES: Omit<SeccompOptions, 'arch'> = { internet: true, namespaces: true, writes: false };
const ALONE: Omit<SeccompOptions, 'arch'> = { internet: false, namespaces: false, writes: false };

const call = (
  arch: SandboxArch,
  name: SyscallName,
  args: readonly number[] = [],
  options: Omit<SeccompOptions, 'arch'> = NAMESPACES,
): string =>
  interpret(buildSeccompProgram({ arch, ...options }), {
    machine: MACHINE[arch],
    number: syscallNumber(name, arch) ?? Number.NaN,
    args,
  });

const UNIX = 1;
const INET = 2;
const INET6 = 10;
const NETLINK = 16;
const PACKET = 17;
const ALG = 38;
const VSOCK = 40;
const STREAM = 1;

describe.each(['x64', 'arm64'] as const)('a filter for %s', (arch) => {
  it.each([
    [UNIX, 'EPERM'],
    [INET, 'allowed'],
    [INET6, 'allowed'],
    [PACKET, 'EAFNOSUPPORT'],
    [ALG, 'EAFNOSUPPORT'],
    [VSOCK, 'EAFNOSUPPORT'],
  ])('answers to a socket of family %i: %s', (family, answer) => {
    expect(call(arch, 'socket', [family, STREAM, 0])).toBe(answer);
  });

  it('allows routes to be asked for, and no other use of netlink', () => {
    expect(call(arch, 'socket', [NETLINK, STREAM, 0])).toBe('allowed');
    expect(call(arch, 'socket', [NETLINK, STREAM, 15])).toBe('EPROTONOSUPPORT');
  });

  it('allows no socket at all where no namespace holds it', () => {
    assert(
      property(integer({ min: 0, max: 64 }), (family) => {
        expect(call(arch, 'socket', [family, STREAM, 0], ALONE)).toBe(
          family === UNIX ? 'EPERM' : 'EAFNOSUPPORT',
        );
      }),
    );
  });

  it('allows pairs of sockets that lead to each other for good, and none of datagrams', () => {
    const [DATAGRAM, RAW, SEQPACKET, CLOEXEC] = [2, 3, 5, 0x80000];
    expect(call(arch, 'socketpair', [UNIX, STREAM | CLOEXEC, 0])).toBe('allowed');
    expect(call(arch, 'socketpair', [UNIX, SEQPACKET, 0])).toBe('allowed');
    expect(call(arch, 'socketpair', [UNIX, DATAGRAM | CLOEXEC, 0])).toBe('EPERM');
    expect(call(arch, 'socketpair', [UNIX, RAW, 0])).toBe('EPERM');
  });

  it('lets a process limit another only where a namespace holds it', () => {
    expect(call(arch, 'prlimit64', [0], ALONE)).toBe('allowed');
    expect(call(arch, 'prlimit64', [4711], ALONE)).toBe('EPERM');
    expect(call(arch, 'prlimit64', [4711])).toBe('allowed');
  });

  it('does not care for the upper half of a family, as the kernel does not', () => {
    expect(call(arch, 'socket', [2 ** 32 + UNIX, STREAM, 0])).toBe('EPERM');
  });

  it('hides rings and the newer clone, which callers do without', () => {
    for (const name of ['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'clone3'] as const)
      expect(call(arch, name)).toBe('ENOSYS');
  });

  it.each([
    'ptrace',
    'process_vm_writev',
    'pidfd_getfd',
    'setns',
    'mount',
    'umount2',
    'pivot_root',
    'move_mount',
    'open_tree',
    'mount_setattr',
    'fsmount',
    'keyctl',
    'bpf',
    'perf_event_open',
    'open_by_handle_at',
    'userfaultfd',
    'init_module',
    'kexec_load',
    'reboot',
  ] as const)('refuses %s', (name) => {
    expect(call(arch, name)).toBe('EPERM');
  });

  it('lets processes and threads be made, but no namespace of any kind', () => {
    const THREAD = 0x3d0f00;
    const SIGCHLD = 17;
    expect(call(arch, 'clone', [THREAD])).toBe('allowed');
    expect(call(arch, 'clone', [SIGCHLD])).toBe('allowed');
    expect(call(arch, 'unshare', [0x400])).toBe('allowed');
    const kinds = [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000];
    for (const kind of kinds) {
      expect(call(arch, 'clone', [kind | SIGCHLD])).toBe('EPERM');
      expect(call(arch, 'unshare', [kind])).toBe('EPERM');
    }
    expect(call(arch, 'unshare', [0x80])).toBe('EPERM');
  });

  it('keeps keys from being pushed into a terminal', () => {
    expect(call(arch, 'ioctl', [0, 0x5412])).toBe('EPERM');
    expect(call(arch, 'ioctl', [0, 0x541c])).toBe('EPERM');
    expect(call(arch, 'ioctl', [0, 0x5413])).toBe('allowed');
  });

  it('refuses changes of modes, owners, times and attributes only where no mount does', () => {
    for (const name of ['fchmod', 'fchownat', 'utimensat', 'fsetxattr', 'fchmodat2'] as const) {
      expect(call(arch, name)).toBe('allowed');
      expect(call(arch, name, [], ALONE)).toBe('EROFS');
    }
    expect(call(arch, 'fchmod', [], { ...ALONE, writes: true })).toBe('allowed');
  });

  it('lets a server that may write make files, but no pipe with a name', () => {
    const [file, pipe] = [0o100644, 0o010644];
    const writer = { ...NAMESPACES, writes: true };
    expect(call(arch, 'mknodat', [0, 0, file], writer)).toBe('allowed');
    expect(call(arch, 'mknodat', [0, 0, pipe], writer)).toBe('EPERM');
    expect(call(arch, 'mknodat', [0, 0, pipe])).toBe('allowed');
  });

  it('keeps processes in their group and from shared memory only where no namespace holds them', () => {
    for (const name of ['shmget', 'semget', 'msgget', 'setsid', 'setpgid', 'truncate'] as const) {
      expect(call(arch, name)).toBe('allowed');
      expect(call(arch, name, [], ALONE)).toBe('EPERM');
    }
  });

  it.each(Object.entries(MACHINE).filter(([name]) => name !== arch))(
    'kills a caller with the calls of %s',
    (_, machine) => {
      expect(interpret(buildSeccompProgram({ arch, ...NAMESPACES }), { machine, number: 0 })).toBe('killed');
    },
  );

  it('has no opinion of any call that it does not name', () => {
    const numbers = new Set(
      Object.values(SYSCALL_NUMBERS).map((each: { x64?: number; arm64?: number }) => each[arch]),
    );
    const programs = [NAMESPACES, ALONE].map((options) => buildSeccompProgram({ arch, ...options }));
    assert(
      property(integer({ min: 0, max: 600 }), array(nat(), { maxLength: 6 }), (number, args) => {
        pre(!numbers.has(number));
        for (const program of programs)
          expect(interpret(program, { machine: MACHINE[arch], number, args })).toBe('allowed');
      }),
    );
  });

  it('fits what a kernel takes', () => {
    expect(buildSeccompProgram({ arch, ...ALONE }).length / 8).toBeLessThanOrEqual(4096);
  });
});

describe('a filter for x64', () => {
  it('kills a caller with numbers of x32', () => {
    const program = buildSeccompProgram({ arch: 'x64', ...NAMESPACES });
    assert(
      property(integer({ min: 0x40000000, max: 0xffffffff }), (number) => {
        expect(interpret(program, { machine: MACHINE.x64, number })).toBe('killed');
      }),
    );
  });
});
