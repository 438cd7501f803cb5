import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  globSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  constants,
  readFileSync,
  readSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a server's lies are seen: files, sockets, a pipe and another process, all of one user. */
export interface EscapeWorld {
  readonly mark: string;
  readonly root: string;
  readonly home: string;
  readonly fifo: string;
  /** A descriptor that the starting process is given without need. */
  readonly openFile: number;
  /** What the lying server is told. */
  readonly told: Readonly<Record<string, unknown>>;
  /** What came of it: nothing where the server was held. */
  effects(): readonly string[];
  /** Processes of this machine that carry the mark, beside the victim. */
  survivors(): readonly number[];
  close(): Promise<void>;
}

const OPEN = 40;
/** Neither a temporary folder nor a home: both are a server's own inside. */
const PARENT = join(import.meta.dirname, '../../../../node_modules/.cache');

const describePath = (path: string): string => {
  const { mode, mtimeMs, size, nlink } = lstatSync(path);
  const kind = mode & constants.S_IFMT;
  const content =
    kind === constants.S_IFREG
      ? createHash('sha256').update(readFileSync(path)).digest('hex')
      : kind === constants.S_IFLNK
        ? readlinkSync(path)
        : '';
  // a folder's size and number of links follow from what is in it
  return [mode, mtimeMs, kind === constants.S_IFDIR ? '' : `${size} ${nlink}`, content].join(' ');
};

const describeTree = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((path) => [
      path,
      describePath(join(folder, path)),
    ]),
  );

const differences = (before: ReadonlyMap<string, string>, folder: string): readonly string[] => {
  const after = describeTree(folder);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => join(folder, path));
};

const listen = async (server: Server, where: Parameters<Server['listen']>[0]): Promise<void> => {
  server.listen(where);
  await once(server, 'listening');
};

const outsideAddress = (): string =>
  Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.1';

const port = (server: Server): number => (server.address() as AddressInfo).port;

const FILES = ['data', 'unlinked', 'renamed', 'truncated', 'mode', 'times', 'appended', 'attribute'];

const DATAGRAMS = `use Socket; $| = 1; my $path = $ARGV[0]; $path =~ s/^@/\\0/;
socket(my $s, AF_UNIX, SOCK_DGRAM, 0); bind($s, sockaddr_un($path)) or die; print "ready\\n";
while (defined recv($s, my $text, 100, 0)) { print "heard\\n" }`;

/** Node has no such sockets. */
const listenForDatagrams = async (address: string, received: string[]): Promise<ChildProcess> => {
  const child = spawn('perl', ['-e', DATAGRAMS, address.replace('\0', '@')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('heard')) received.push('unix datagram');
  });
  await once(child.stdout, 'data');
  return child;
};

/** Makes a world that belongs to a user. */
export const createEscapeWorld = async (user: number | undefined): Promise<EscapeWorld> => {
  const mark = `callgate-lie-${randomBytes(6).toString('hex')}`;
  mkdirSync(PARENT, { recursive: true });
  const base = mkdtempSync(join(PARENT, 'escape-'));
  const [root, home] = [join(base, 'root'), join(base, 'home')];
  const fifo = join(root, 'pipe');
  const secretFolders = ['.ssh', '.local/share/keyrings', '.local/own/deep'].map((name) => join(home, name));
  for (const folder of [root, join(root, 'mounted'), join(home, '.local/free'), ...secretFolders])
    mkdirSync(folder, { recursive: true });
  for (const name of FILES) writeFileSync(join(root, name), `content of ${name}\n`);
  const secretFile = join(home, '.ssh', 'id_ed25519');
  writeFileSync(secretFile, mark);
  for (const folder of secretFolders.slice(1)) writeFileSync(join(folder, 'key'), mark);
  execFileSync('mkfifo', [fifo]);
  const openPath = join(base, 'open');
  writeFileSync(openPath, '');
  if (user !== undefined)
    for (const path of ['.', ...readdirSync(base, { recursive: true, encoding: 'utf8' })])
      lchownSync(join(base, path), user, user);
  chmodSync(base, 0o755);

  const received: string[] = [];
  const hear = (name: string): Server =>
    createServer((socket) => {
      received.push(name);
      socket.on('error', () => undefined).resume();
    });
  const unixPath = join(base, 'service.sock');
  const [unix, abstract, loopback, outer] = ['unix socket', 'abstract socket', 'loopback', 'outside'].map(
    hear,
  ) as [Server, Server, Server, Server];
  const outside = outsideAddress();
  await Promise.all([
    listen(unix, { path: unixPath }),
    listen(abstract, { path: `\0${mark}` }),
    listen(loopback, { host: '127.0.0.1', port: 0 }),
    listen(outer, { host: outside, port: 0 }),
  ]);
  chmodSync(unixPath, 0o777);
  const datagrams = createSocket('udp4', () => received.push('datagram'));
  datagrams.bind(0, outside);
  await once(datagrams, 'listening');
  const unixDatagram = join(base, 'datagram.sock');
  const ears = await Promise.all(
    [unixDatagram, `\0${mark}-d`].map(async (address) => listenForDatagrams(address, received)),
  );
  chmodSync(unixDatagram, 0o777);
  const victim: ChildProcess = spawn('sleep', ['600'], {
    stdio: 'ignore',
    env: { PATH: process.env['PATH'], MARK: mark },
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  const pipe = openSync(fifo, constants.O_RDONLY | constants.O_NONBLOCK);
  const openFile = openSync(openPath, 'a');
  const before = [root, home].map((folder) => ({ folder, tree: describeTree(folder) }));

  const readPipe = (): boolean => {
    try {
      return readSync(pipe, Buffer.alloc(100)) > 0;
    } catch {
      return false;
    }
  };

  return {
    mark,
    root,
    home,
    fifo,
    openFile,
    told: {
      mark,
      root,
      home,
      fifo,
      secretFile,
      victim: victim.pid,
      open: OPEN,
      unixPath,
      unixDatagram,
      unixAbstract: mark,
      loopbackPort: port(loopback),
      outside,
      outsidePort: port(outer),
      datagramPort: datagrams.address().port,
    },
    effects: () => [
      ...before.flatMap(({ folder, tree }) => differences(tree, folder)),
      ...['/tmp', '/var/tmp', '/dev/shm', tmpdir()]
        .flatMap((folder) => [join(folder, mark), join(folder, `${mark}-os`)])
        .filter((path) => existsSync(path)),
      ...new Set(received),
      ...(readPipe() ? ['pipe'] : []),
      ...(victim.exitCode === null && victim.signalCode === null ? [] : ['signal']),
      ...(lstatSync(openPath).size === 0 ? [] : ['open file']),
    ],
    survivors: () =>
      globSync('/proc/[0-9]*/cmdline')
        .filter((file) => {
          try {
            // as an argument of its own: others are told about the mark among other things
            return readFileSync(file, 'utf8').split('\0').includes(mark);
          } catch {
            return false;
          }
        })
        .map((file) => Number(file.split('/')[2])),
    close: async () => {
      for (const process of [victim, ...ears]) process.kill('SIGKILL');
      for (const server of [unix, abstract, loopback, outer]) server.close();
      datagrams.close();
      closeSync(pipe);
      closeSync(openFile);
      for (const folder of ['/tmp', '/var/tmp', '/dev/shm', tmpdir()])
        for (const name of [mark, `${mark}-os`]) rmSync(join(folder, name), { force: true });
      rmSync(base, { recursive: true, force: true });
    },
  };
};
