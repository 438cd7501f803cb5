import { describe, expect, it } from 'vitest';
import type { ObservedSurroundings } from './find-observations.ts';
import { findObservations } from './find-observations.ts';
import { readStrace } from './read-strace.ts';

const START = '10 1.0 execve("/bin/srv", ["srv", "-x"], 0x7f /* 9 vars */) = 0';
const CWD = 'AT_FDCWD</root/w>';

const around = (more: Partial<ObservedSurroundings> = {}): ObservedSurroundings => ({
  command: ['srv', '-x'],
  cwd: '/root/w',
  from: 0,
  roots: ['/root/w', '/tmp/project'],
  isTemporary: (path) => path.startsWith('/tmp/') || path.startsWith('/root/.cache/'),
  secrets: ['/root/.ssh', '/root/.netrc'],
  markers: new Map(),
  existed: (path) => path.includes('old'),
  ...more,
});

const found = (lines: readonly string[], more?: Partial<ObservedSurroundings>) =>
  findObservations(
    readStrace([START, ...lines.map((line, at) => `10 ${at + 2}.0 ${line}`)].join('\n')),
    around(more),
  );

/** What was done, in short: `!` was refused, `~` is temporary. */
const seen = (lines: readonly string[], more?: Partial<ObservedSurroundings>): readonly string[] =>
  found(lines, more).observations.map(
    ({ kind, what, refused, temporary }) =>
      `${refused === true ? '!' : ''}${temporary === true ? '~' : ''}${kind} ${what}`,
  );

describe('files', () => {
  it.each<[string, string, readonly string[]]>([
    ['a new file', `openat(${CWD}, "a", O_WRONLY|O_CREAT, 0666) = 3</root/w/a>`, ['wrote /root/w/a']],
    [
      'a file cut to nothing',
      `openat(${CWD}, "old", O_WRONLY|O_TRUNC) = 3</root/w/old>`,
      ['wrote /root/w/old'],
    ],
    [
      'an old file opened to be written perhaps',
      `openat(${CWD}, "old", O_RDWR|O_CREAT) = 3</root/w/old>`,
      [],
    ],
    ['a file read', `openat(${CWD}, "old", O_RDONLY) = 3</root/w/old>`, []],
    ['a file created by its old call', 'creat("a", 0666) = 3</root/w/a>', ['wrote /root/w/a']],
    ['a write to what was open before', 'write(7</root/w/log>, "x", 1) = 1', ['wrote /root/w/log']],
    [
      'a write from a thread',
      'pwritev2(7</root/w/log>, [{iov_base="x", iov_len=1}], 1) = 1',
      ['wrote /root/w/log'],
    ],
    [
      'a copy inside the kernel',
      'copy_file_range(3</root/w/old>, NULL, 4</root/w/b>, NULL, 9, 0) = 9',
      ['wrote /root/w/b'],
    ],
    ['a splice', 'splice(3<pipe:[1]>, NULL, 4</root/w/b>, NULL, 9, 0) = 9', ['wrote /root/w/b']],
    ['a clone of blocks', 'ioctl(4</root/w/b>, BTRFS_IOC_CLONE or FICLONE, 3) = 0', ['wrote /root/w/b']],
    [
      'memory shared with a file',
      'mmap(NULL, 9, PROT_READ|PROT_WRITE, MAP_SHARED, 4</root/w/old>, 0) = 0x7f',
      ['wrote /root/w/old'],
    ],
    ["memory of one's own", 'mmap(NULL, 9, PROT_READ|PROT_WRITE, MAP_PRIVATE, 4</root/w/old>, 0) = 0x7f', []],
    ['rights', 'chmod("/root/w/old", 0777) = 0', ['wrote /root/w/old']],
    ['times', `utimensat(${CWD}, "old", NULL, 0) = 0`, ['wrote /root/w/old']],
    ['times of a descriptor', 'utimensat(5</root/w/old>, NULL, NULL, 0) = 0', ['wrote /root/w/old']],
    ['a folder', 'mkdir("d", 0777) = 0', ['wrote /root/w/d']],
    ['a link', `symlinkat("/etc/passwd", ${CWD}, "l") = 0`, ['wrote /root/w/l']],
    [
      'a socket file',
      'bind(3<UNIX-STREAM:[1]>, {sa_family=AF_UNIX, sun_path="/root/w/s"}, 9) = 0',
      ['wrote /root/w/s'],
    ],
    ['a deletion', 'unlink("/root/w/old") = 0', ['deleted /root/w/old']],
    ['a deleted folder', `unlinkat(${CWD}, "old", AT_REMOVEDIR) = 0`, ['deleted /root/w/old']],
    ['a move', 'rename("old", "/root/w/b") = 0', ['wrote /root/w/b', 'moved /root/w/old']],
    [
      'a refused write',
      `openat(${CWD}, "/etc/x", O_WRONLY|O_CREAT) = -1 EROFS (Read-only file system)`,
      ['!wrote /etc/x'],
    ],
    ['a refused deletion', 'unlink("/etc/old") = -1 EACCES (Permission denied)', ['!deleted /etc/old']],
    ['a file that is not there', `openat(${CWD}, "x", O_WRONLY) = -1 ENOENT (No such file or directory)`, []],
    ['a temporary file', `openat(${CWD}, "/tmp/x", O_WRONLY|O_CREAT) = 3</tmp/x>`, ['~wrote /tmp/x']],
    [
      'a file of a root in a temporary folder',
      `openat(${CWD}, "/tmp/project/x", O_WRONLY|O_CREAT) = 3</tmp/project/x>`,
      ['wrote /tmp/project/x'],
    ],
    [
      'a cache',
      `openat(${CWD}, "/root/.cache/x", O_WRONLY|O_CREAT) = 3</root/.cache/x>`,
      ['~wrote /root/.cache/x'],
    ],
    ['what leads nowhere', 'write(1</dev/null<char 1:3>>, "x", 1) = 1', []],
    ['memory files', 'write(9</memfd:x>(deleted), "x", 1) = 1', []],
    ['its own process', 'write(9</proc/77/oom_score_adj>, "x", 1) = 1', []],
    [
      'settings of the kernel',
      'write(9</proc/sys/vm/swappiness>, "1", 1) = 1',
      ['wrote /proc/sys/vm/swappiness'],
    ],
  ])('%s', (_, line, wanted) => {
    expect(seen([line])).toEqual(wanted);
  });

  it('that came and went leave nothing', () => {
    expect(
      seen([
        `openat(${CWD}, "t.tmp", O_WRONLY|O_CREAT|O_EXCL, 0666) = 3</root/w/t.tmp>`,
        'write(3</root/w/t.tmp>, "x", 1) = 1',
        'unlink("t.tmp") = 0',
      ]),
    ).toEqual([]);
  });

  it('replaced by a new one are written, not deleted', () => {
    expect(
      seen([
        `openat(${CWD}, "t.tmp", O_WRONLY|O_CREAT, 0666) = 3</root/w/t.tmp>`,
        'rename("t.tmp", "old") = 0',
      ]),
    ).toEqual(['wrote /root/w/old']);
    expect(
      seen([
        `openat(${CWD}, "t.tmp", O_WRONLY|O_CREAT, 0666) = 3</root/w/t.tmp>`,
        'rename("t.tmp", "old") = 0',
        'unlink("old") = 0',
      ]),
    ).toEqual(['wrote /root/w/old', 'deleted /root/w/old']);
  });

  it('moved and then deleted are deleted where they were', () => {
    const moved = 'rename("old", "/tmp/project/x") = 0';
    expect(seen([moved, 'unlink("/tmp/project/x") = 0'])).toEqual([
      'moved /root/w/old',
      'deleted /root/w/old',
    ]);
    expect(seen([moved, 'rename("/tmp/project/x", "y") = 0', 'unlink("y") = 0'])).toContain(
      'deleted /root/w/old',
    );
    expect(seen(['rename("oldfolder", "f") = 0', 'unlink("f/a") = 0'])).toContain(
      'deleted /root/w/oldfolder/a',
    );
  });

  it('at the old place of a moved one are new ones', () => {
    expect(
      seen([
        'rename("old", "x") = 0',
        'rename("x", "y") = 0',
        `openat(${CWD}, "x", O_WRONLY|O_CREAT, 0666) = 3</root/w/x>`,
        'unlink("x") = 0',
      ]),
    ).not.toContain('deleted /root/w/old');
  });

  it('that are mapped into memory before a call are named, for later writes are no calls', () => {
    const map = 'mmap(NULL, 9, PROT_READ|PROT_WRITE, MAP_SHARED, 4</root/w/old>, 0) = 0x7f';
    expect(found([map], { from: 9000 })).toMatchObject({ mapped: ['/root/w/old'], observations: [] });
    const late = [
      `openat(${CWD}, "old", O_RDWR) = 3</root/w/old>`,
      map.replace('PROT_READ|PROT_WRITE', 'PROT_READ'),
    ];
    expect(found(late).mapped).toEqual(['/root/w/old']);
  });

  it('of a new folder move with it', () => {
    expect(
      seen([
        'mkdir("d", 0777) = 0',
        `openat(${CWD}, "d/a", O_WRONLY|O_CREAT, 0666) = 3</root/w/d/a>`,
        'rename("d", "e") = 0',
        'unlink("e/a") = 0',
      ]),
    ).toContain('wrote /root/w/e');
  });

  it('are found from the folder that the process is in', () => {
    expect(seen(['chdir("/tmp/project") = 0', 'unlink("sub/../old") = 0'])).toEqual([
      'deleted /tmp/project/old',
    ]);
    expect(seen(['fchdir(3</root/w/d>) = 0', 'unlink("old") = 0'])).toEqual(['deleted /root/w/d/old']);
  });
});

describe('connections', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'by IPv4',
      'connect(5<TCP:[1]>, {sa_family=AF_INET, sin_port=htons(443), sin_addr=inet_addr("1.2.3.4")}, 16) = -1 ENETUNREACH (Network is unreachable)',
      ['connected 1.2.3.4:443'],
    ],
    [
      'by IPv6',
      'connect(6<TCPv6:[1]>, {sa_family=AF_INET6, sin6_port=htons(9), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "::1", &sin6_addr), sin6_scope_id=0}, 28) = 0',
      ['connected [::1]:9'],
    ],
    [
      'without a connection',
      'sendto(7<UDP:[1]>, "hi", 2, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("9.9.9.9")}, 16) = 2',
      ['connected 9.9.9.9:53'],
    ],
    [
      'by message',
      'sendmsg(7<UDP:[1]>, {msg_name={sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("9.9.9.9")}, msg_namelen=16}, 0) = 2',
      ['connected 9.9.9.9:53'],
    ],
    [
      'over a socket from before',
      'write(9<TCP:[10.0.0.2:58099->1.2.3.4:80]>, "x", 1) = 1',
      ['connected 1.2.3.4:80'],
    ],
    [
      'to a local socket',
      String.raw`connect(3<UNIX-STREAM:[1]>, {sa_family=AF_UNIX, sun_path="/run/do\"cker.sock"}, 9) = -1 ENOENT (No)`,
      ['connected unix:/run/do"cker.sock'],
    ],
    [
      'to an abstract socket',
      'connect(3<UNIX-STREAM:[1]>, {sa_family=AF_UNIX, sun_path=@"x"}, 9) = 0',
      ['connected unix:@x'],
    ],
    [
      'to the cache of names',
      'connect(3<UNIX-STREAM:[1]>, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 9) = -1 ENOENT (No)',
      [],
    ],
    [
      'to the kernel',
      'sendto(3<NETLINK:[ROUTE:1]>, [{nlmsg_len=20}], 20, 0, {sa_family=AF_NETLINK, nl_pid=0, nl_groups=00000000}, 12) = 20',
      [],
    ],
    [
      'that have no network to try',
      'socket(AF_INET, SOCK_STREAM, IPPROTO_TCP) = -1 EPERM (Operation not permitted)',
      ['!connected AF_INET'],
    ],
    ['from outside', 'listen(9<TCP:[0.0.0.0:8080]>, 128) = 0', ['listened 0.0.0.0:8080']],
  ])('%s', (_, line, wanted) => {
    expect(seen([line])).toEqual(wanted);
  });

  it('to a local socket are seen where the sandbox has none, not where names are looked up', () => {
    const refused =
      'socket(AF_UNIX, SOCK_STREAM|SOCK_CLOEXEC|SOCK_NONBLOCK, 0) = -1 EPERM (Operation not permitted)';
    const lookup = `openat(${CWD}, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 3</etc/passwd>`;
    expect(seen([refused, refused, lookup])).toEqual([]);
    expect(seen([refused])).toEqual(['!connected AF_UNIX']);
    expect(seen([refused, 'mkdir("a", 0777) = 0'])).toEqual(['!connected AF_UNIX', 'wrote /root/w/a']);
  });

  it('of several messages at once are all seen', () => {
    const to = (host: string): string =>
      `{sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("${host}")}`;
    const messages = `[{msg_hdr={msg_name=NULL, msg_iov=[{iov_base="msg_name=${'x'}", iov_len=1}]}}, {msg_hdr={msg_name=${to('9.9.9.9')}}}, {msg_hdr={msg_name=${to('8.8.8.8')}}}]`;
    expect(seen([`sendmmsg(7<UDP:[1]>, ${messages}, 3, 0) = 3`])).toEqual([
      'connected 9.9.9.9:53',
      'connected 8.8.8.8:53',
    ]);
  });

  it('over other kinds of networks are seen where the sandbox has none', () => {
    expect(
      seen(['socket(AF_VSOCK, SOCK_STREAM, 0) = -1 EAFNOSUPPORT (Address family not supported by protocol)']),
    ).toEqual(['!connected AF_VSOCK']);
  });

  it('are not made up by what is sent', () => {
    const fake = String.raw`{sa_family=AF_INET, sin_port=htons(1), sin_addr=inet_addr(\"6.6.6.6\")}`;
    expect(seen([`sendto(7<UNIX-STREAM:[1->2]>, "${fake}", 2, 0, NULL, 0) = 2`])).toEqual([]);
  });
});

describe('processes and secrets', () => {
  it('are seen', () => {
    expect(
      seen([
        'execve("/bin/sh", ["sh", "-c", "id"], 0x7f /* 9 vars */) = 0',
        'execve("/nowhere/sh", ["sh"], 0x7f /* 9 vars */) = -1 ENOENT (No such file or directory)',
        'clone(child_stack=NULL, flags=CLONE_CHILD_SETTID|SIGCHLD, child_tidptr=0x7f) = 2',
        'clone3({flags=CLONE_VM|CLONE_THREAD, exit_signal=0} => {parent_tid=[5]}, 88) = 5',
      ]),
    ).toEqual(['started /bin/sh', 'started /bin/sh (fork)']);
  });

  it('count when they were only tried', () => {
    expect(
      seen([
        `openat(${CWD}, "/root/.ssh/id_rsa", O_RDONLY) = -1 ENOENT (No such file or directory)`,
        `openat(${CWD}, "../.netrc", O_RDONLY) = 3</root/.netrc>`,
        `openat(${CWD}, "/root/.sshx", O_RDONLY) = 3</root/.sshx>`,
        `openat(${CWD}, "/proc/self/environ", O_RDONLY) = 3</proc/77/environ>`,
      ]),
    ).toEqual(['!readSecret /root/.ssh/id_rsa', 'readSecret /root/.netrc', 'readSecret /proc/self/environ']);
  });

  it('behind a link are found where the link leads', () => {
    expect(seen([`openat(${CWD}, "innocent", O_RDONLY) = 3</root/.ssh/id_rsa>`])).toEqual([
      'readSecret /root/.ssh/id_rsa',
    ]);
  });

  it('of the environment are seen where their value leaves the process', () => {
    const markers = new Map([['marker-1', 'TOKEN']]);
    expect(
      seen(
        [
          String.raw`write(1<pipe:[1]>, "{\"text\":\"marker-1\"}", 21) = 21`,
          'execve("/bin/sh", ["sh", "-c", "echo marker-2"], 0x7f /* 9 vars */) = 0',
        ],
        { markers },
      ),
    ).toEqual(['readSecret TOKEN', 'started /bin/sh']);
  });
});

describe('what counts', () => {
  it('begins with the server: not with the programs that start it, nor with what they do later', () => {
    const log = `8 0.1 execve("/usr/bin/bwrap", ["bwrap", "srv", "-x"], 0x7f /* 9 vars */) = 0
8 0.2 mkdir("/launcher", 0777) = 0
10 0.3 execve("/usr/bin/nope/srv", ["srv", "-x"], 0x7f) = -1 ENOENT (No such file or directory)
${START}
8 2.0 mkdir("/launcher-later", 0777) = 0
11 3.0 mkdir("/child", 0777) = 0
`;
    const { observations, started } = findObservations(readStrace(log), around());
    expect(started).toBe(true);
    expect(observations.filter(({ kind }) => kind === 'wrote').map(({ what }) => what)).toEqual(['/child']);
  });

  it('is what a process does that got the number of an ended launcher', () => {
    const log = `8 0.1 mkdir("/launcher", 0777) = 0
${START}
8 2.0 +++ exited with 0 +++
8 3.0 mkdir("/child", 0777) = 0
`;
    const { observations } = findObservations(readStrace(log), around());
    expect(observations.map(({ what }) => what)).toContain('/child');
  });

  it('is nothing where the server never ran', () => {
    expect(findObservations(readStrace('8 0.1 mkdir("/a", 0777) = 0'), around())).toEqual({
      started: false,
      unwatched: false,
      mapped: [],
      observations: [],
    });
  });

  it('begins with the call: earlier effects are those of the start', () => {
    expect(seen(['mkdir("a", 0777) = 0', 'mkdir("b", 0777) = 0'], { from: 3000 })).toEqual([
      'wrote /root/w/b',
    ]);
  });

  it('still deletes nothing that the start itself created', () => {
    expect(seen(['mkdir("a", 0777) = 0', 'rmdir("a") = 0'], { from: 3000 })).toEqual([]);
  });

  it('is known to be incomplete where work can be done unseen', () => {
    expect(found(['io_uring_setup(8, {flags=0}) = -1 ENOSYS (Function not implemented)']).unwatched).toBe(
      false,
    );
    expect(found(['io_uring_setup(8, {flags=0}) = 3']).unwatched).toBe(true);
  });
});
