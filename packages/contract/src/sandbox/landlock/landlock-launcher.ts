import type { SandboxArch } from '../seccomp/syscall-numbers.ts';

interface LauncherNumbers {
  readonly prctl: number;
  readonly seccomp: number;
  readonly capset: number;
}

const NUMBERS: Readonly<Record<SandboxArch, LauncherNumbers>> = {
  x64: { prctl: 157, seccomp: 317, capset: 126 },
  arm64: { prctl: 167, seccomp: 277, capset: 91 },
};

/**
 * Perl, because it can make any system call and is part of most systems: no program of our own has to be compiled. It
 * gives up rights and capabilities, then becomes the command. Arguments: numbers of system calls, the filter in hexadecimal
 * (may be empty), `read` if reading is limited too, how many folders can be written to and these, how many can be read
 * and these, the command.
 */
const SCRIPT = String.raw`
use strict;
my ($prctl, $seccomp, $capset, $filter, $limit) = splice @ARGV, 0, 5;
my @writable = splice @ARGV, 0, shift @ARGV;
my @readable = splice @ARGV, 0, shift @ARGV;
my ($CREATE, $ADD, $RESTRICT) = (444, 445, 446);
sub check { my ($name, $result) = @_; die "$name: $!\n" if $result < 0; return $result }
my $abi = check('landlock', syscall($CREATE, 0, 0, 1));
my $file = 1 << 1;
$file |= 1 << 14 if $abi >= 3;
my $write = $file;
$write |= 1 << $_ for 4 .. 12;
$write |= 1 << 13 if $abi >= 2;
my $read = $limit eq 'read' ? 1 << 2 : 0;
my $attributes = pack('QQQ', $write | $read, 0, $abi >= 6 ? 3 : 0);
my $size = $abi >= 6 ? 24 : $abi >= 4 ? 16 : 8;
my $rules = check('landlock_create_ruleset', syscall($CREATE, $attributes, $size, 0));
sub allow {
  my ($path, $folder, $single) = @_;
  sysopen(my $at, $path, 012000000) or return;
  my $rule = pack('Ql', -d $path ? $folder : $single, fileno $at);
  check("landlock_add_rule $path", syscall($ADD, $rules, 1, $rule, 0));
}
allow($_, $write | $read, $file | $read) for @writable;
if ($read) { allow($_, $read, $read) for @readable }
check('prctl', syscall($prctl, 38, 1, 0, 0, 0));
check('landlock_restrict_self', syscall($RESTRICT, $rules, 0));
if ($filter ne '') {
  my $code = pack('H*', $filter);
  my $program = pack('Sx6J', length($code) / 8, unpack('J', pack('P', $code)));
  check('seccomp', syscall($seccomp, 1, 0, $program));
}
my ($head, $none) = (pack('LL', 0x20080522, 0), pack('L6', (0) x 6));
check('capset', syscall($capset, $head, $none));
check('prctl', syscall($prctl, 1, 9, 0, 0, 0));
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n";
`;

export interface LandlockRights {
  /** Absolute. What does not exist is left out. */
  readonly writable: readonly string[];
  /** Undefined where everything may be read. */
  readonly readable?: readonly string[];
  /** A filter of system calls, where none is there already. */
  readonly filter?: Uint8Array;
}

/** The command that runs another one with these rights and no more. */
export const landlockCommand = (
  perl: string,
  arch: SandboxArch,
  { writable, readable, filter }: LandlockRights,
  command: readonly string[],
): readonly string[] => [
  perl,
  '-e',
  SCRIPT,
  String(NUMBERS[arch].prctl),
  String(NUMBERS[arch].seccomp),
  String(NUMBERS[arch].capset),
  filter === undefined ? '' : Buffer.from(filter).toString('hex'),
  readable === undefined ? '' : 'read',
  String(writable.length),
  ...writable,
  String(readable?.length ?? 0),
  ...(readable ?? []),
  ...command,
];
