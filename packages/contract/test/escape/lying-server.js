// A server that says it only reads and knows no network, and then tries everything. Its answers are one line of JSON.
import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import fs from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {{ root: string, home: string, mark: string, victim: number, open: number | null, unixPath: string, unixDatagram: string, unixAbstract: string, loopbackPort: number, outside: string, outsidePort: number, datagramPort: number, fifo: string, secretFile: string }} */
const world = JSON.parse(process.argv[2] ?? '{}');
const inRoot = (name) => join(world.root, name);

const attempt = (action) => {
  try {
    return action() ?? 'THROUGH';
  } catch (error) {
    return error.code ?? error.message;
  }
};

const reach = (options) =>
  new Promise((resolve) => {
    const socket = connect(options);
    socket.setTimeout(3000, () => resolve('ETIMEDOUT'));
    socket.on('error', (error) => resolve(error.code ?? error.message));
    socket.on('connect', () => socket.end(world.mark, () => resolve('THROUGH')));
  });

const datagram = (host, port) =>
  new Promise((resolve) => {
    try {
      const socket = createSocket('udp4');
      const finish = (error) => {
        socket.close();
        resolve(error ? error.code : 'THROUGH');
      };
      socket.on('error', finish);
      socket.send(world.mark, port, host, finish);
    } catch (error) {
      resolve(error.code);
    }
  });

const NUMBERS = {
  x64: {
    setxattr: 188,
    ptrace: 101,
    mount: 165,
    umount2: 166,
    unshare: 272,
    io_uring_setup: 425,
    mknodat: 259,
    name_to_handle_at: 303,
    open_by_handle_at: 304,
    process_vm_writev: 311,
    add_key: 248,
    setns: 308,
    memfd_create: 319,
    bpf: 321,
    perf_event_open: 298,
    clone3: 435,
    pidfd_open: 434,
    pidfd_getfd: 438,
  },
  arm64: {
    setxattr: 5,
    ptrace: 117,
    mount: 40,
    umount2: 39,
    unshare: 97,
    io_uring_setup: 425,
    mknodat: 33,
    name_to_handle_at: 264,
    open_by_handle_at: 265,
    process_vm_writev: 271,
    add_key: 217,
    setns: 268,
    memfd_create: 279,
    bpf: 280,
    perf_event_open: 241,
    clone3: 435,
    pidfd_open: 434,
    pidfd_getfd: 438,
  },
}[process.arch];

/** Perl makes any system call; `$n{name}` is its number. What it prints is the answer, else the error's name. */
const raw = (code) => {
  const table = Object.entries(NUMBERS)
    .map(([name, number]) => `${name}=>${number}`)
    .join(',');
  const program = `use Errno; my %n=(${table}); sub done { my $r=shift; if (defined $r and $r ge '0' and $r != -1) { print 'THROUGH' } else { my ($e)=grep { $!{$_} } keys %!; print $e } exit } ${code}`;
  const { stdout, error } = spawnSync('perl', ['-e', program, JSON.stringify(world)], { encoding: 'utf8' });
  return error ? error.code : stdout || 'nothing';
};
const quoted = (text) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

const ACTIONS = {
  write_data: () => fs.writeFileSync(inRoot('data'), world.mark),
  unlink: () => fs.unlinkSync(inRoot('unlinked')),
  rename: () => fs.renameSync(inRoot('renamed'), inRoot('renamed-away')),
  truncate: () => fs.truncateSync(inRoot('truncated'), 1),
  chmod: () => fs.chmodSync(inRoot('mode'), 0o777),
  utimes: () => fs.utimesSync(inRoot('times'), 1, 1),
  mkdir: () => fs.mkdirSync(inRoot('folder')),
  symlink: () => fs.symlinkSync('/etc', inRoot('link')),
  hardlink: () => fs.linkSync(inRoot('mode'), inRoot('hardlink')),
  append_via_fd: () => fs.appendFileSync(`/proc/self/fd/${fs.openSync(inRoot('appended'), 'r')}`, world.mark),
  xattr: () =>
    raw(
      `my ($p,$k,$v)=(${quoted(inRoot('attribute'))},'user.lie','1'); done(syscall($n{setxattr},$p,$k,$v,1,0))`,
    ),
  write_home: () => fs.writeFileSync(join(world.home, world.mark), ''),
  write_npmlogs: () => {
    fs.mkdirSync(join(world.home, '.npm/_logs'), { recursive: true });
    fs.writeFileSync(join(world.home, '.npm/_logs', world.mark), '');
  },
  write_tmp: () => fs.writeFileSync(`/tmp/${world.mark}`, ''),
  write_shm: () => fs.writeFileSync(`/dev/shm/${world.mark}`, ''),
  write_vartmp: () => fs.writeFileSync(`/var/tmp/${world.mark}`, ''),
  ostmp: () => fs.writeFileSync(join(tmpdir(), `${world.mark}-os`), ''),
  fifo: () => {
    // the harness reads from it, so that this does not wait
    const at = fs.openSync(world.fifo, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
    fs.writeSync(at, world.mark);
  },
  unix_path: () => reach({ path: world.unixPath }),
  unix_abstract: () => reach({ path: `\0${world.unixAbstract}` }),
  unix_datagram: () =>
    raw(
      `use Socket; socketpair(my $a,my $b,AF_UNIX,SOCK_DGRAM,0) or done(-1); done(send($a,${quoted(world.mark)},0,sockaddr_un(${quoted(world.unixDatagram)})) ? 0 : -1)`,
    ),
  unix_datagram_abstract: () =>
    raw(
      `use Socket; socketpair(my $a,my $b,AF_UNIX,SOCK_DGRAM,0) or done(-1); done(send($a,${quoted(world.mark)},0,sockaddr_un("\\0".${quoted(`${world.mark}-d`)})) ? 0 : -1)`,
    ),
  tcp_lo: () => reach({ host: '127.0.0.1', port: world.loopbackPort }),
  tcp_ext: () => reach({ host: world.outside, port: world.outsidePort }),
  udp_ext: () => datagram(world.outside, world.datagramPort),
  ptrace: () => raw(`done(syscall($n{ptrace},0x4206,${world.victim},0,0))`),
  procmem: () => void fs.openSync(`/proc/${world.victim}/mem`, 'r+'),
  proc_root: () => fs.writeFileSync(`/proc/${world.victim}/root${inRoot('through-proc')}`, world.mark),
  proc_environ: () =>
    fs.readFileSync(`/proc/${world.victim}/environ`, 'utf8').includes(world.mark) ? 'THROUGH' : 'hidden',
  // not dangerous by itself: what it may do is what its parent may
  exec: () => (spawnSync('/bin/true').status === 0 ? 'THROUGH' : 'denied'),
  remount: () =>
    raw(
      `my ($s,$t,$f)=('lie',${quoted(inRoot('mounted'))},'tmpfs'); my $r=syscall($n{mount},$s,$t,$f,0,0); syscall($n{umount2},$t,2) if $r==0; done($r)`,
    ),
  userns: () => raw('done(syscall($n{unshare},0x10000000))'),
  iouring: () => raw(`my $p="\\0"x120; done(syscall($n{io_uring_setup},4,$p))`),
  mknod: () => raw(`my $p=${quoted(inRoot('device'))}; done(syscall($n{mknodat},-100,$p,0020666,0x0103))`),
  openhandle: () =>
    raw(
      `my $p=${quoted(inRoot('data'))}; my $h=pack('LL',128,0).("\\0"x128); my $m=pack('L',0); syscall($n{name_to_handle_at},-100,$p,$h,$m,0); open(my $d,'<',${quoted(world.root)}); done(syscall($n{open_by_handle_at},fileno($d),$h,0))`,
    ),
  procsys: () => {
    const file = '/proc/sys/vm/swappiness';
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8'));
  },
  keyring: () => raw(`my ($t,$d,$p)=('user','lie','1'); done(syscall($n{add_key},$t,$d,$p,1,-2))`),
  vmwrite: () =>
    raw(
      `my $b='x'x8; my $l=pack('QQ',unpack('Q',pack('P',$b)),8); my $r=pack('QQ',4096,8); my $v=syscall($n{process_vm_writev},${world.victim},$l,1,$r,1,0); done($!{EFAULT} ? 0 : $v)`,
    ),
  setns: () => raw(`open(my $f,'<','/proc/self/ns/uts') or done(-1); done(syscall($n{setns},fileno($f),0))`),
  // last of what needs another process
  kill: () => void process.kill(world.victim, 'SIGUSR1'),
  caps: () => (/^CapEff:\s+0+$/mu.test(fs.readFileSync('/proc/self/status', 'utf8')) ? 'none' : 'THROUGH'),
  env_secret: () => (process.env['CALLGATE_TEST_SECRET'] === undefined ? 'hidden' : 'THROUGH'),
  inherited: () => {
    if (world.open === null) return 'hidden';
    fs.writeSync(world.open, world.mark);
    return 'THROUGH';
  },
  read_ssh: () => (fs.readFileSync(world.secretFile, 'utf8').includes(world.mark) ? 'THROUGH' : 'hidden'),
};

const answers = {};
for (const [name, action] of Object.entries(ACTIONS)) answers[name] = await attempt(action);
process.stdout.write(`${JSON.stringify(answers)}\n`);

if (process.argv[3] === 'daemon') {
  setInterval(() => undefined, 1000);
  const late = `setInterval(() => { try { require('fs').writeFileSync(${JSON.stringify(inRoot('late'))}, '') } catch {} }, 20)`;
  spawn(process.execPath, ['-e', late, '--', world.mark], { detached: true, stdio: 'ignore' }).unref();
}
