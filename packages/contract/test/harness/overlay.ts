import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Layer } from '../../src/overlay/merged-view.ts';

/** A root with an upper folder, and when it began to be watched. */
export interface Overlay extends Layer {
  readonly folder: string;
  readonly since: number;
}

/** Folders for one preview. */
export const prepareOverlay = (plant: (root: string) => void): Overlay => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'callgate-overlay-')));
  const [root, upper] = [join(folder, 'root'), join(folder, 'upper')];
  for (const path of [root, upper, join(folder, 'work')]) mkdirSync(path);
  plant(root);
  return { folder, root, upper, since: Date.now() + 1 };
};

/** Nothing of this machine but the overlay can be written to, whatever an operation follows. */
const MOUNT = [
  'mount -t overlay overlay -o "lowerdir=$1,upperdir=$2,workdir=$3,userxattr" "$1"',
  'mount -o remount,bind,ro /',
  'shift 3',
  'exec "$@"',
].join(' && ');

/** Runs a program in a real overlay over the root. */
export const runInOverlay = ({ folder, root, upper }: Overlay, command: readonly string[]): string => {
  const ran = spawnSync(
    'unshare',
    [
      '-Urm',
      '--propagation',
      'private',
      'sh',
      '-c',
      MOUNT,
      'sh',
      root,
      upper,
      join(folder, 'work'),
      ...command,
    ],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  );
  if (ran.status !== 0) throw new Error(`it ended with ${ran.status}: ${ran.stderr}`);
  return ran.stdout;
};

/** Folders that nobody may write to are removed too. */
export const removeOverlay = (folder: string): void => {
  spawnSync('chmod', ['-R', 'u+rwX', folder]);
  rmSync(folder, { recursive: true, force: true });
};

export const canOverlay = (): boolean => {
  try {
    runInOverlay(
      prepareOverlay(() => {}),
      ['true'],
    );
    return true;
  } catch {
    return false;
  }
};

/** A program of the harness, as a command. */
export const program = (name: string, ...args: readonly string[]): readonly string[] => [
  process.execPath,
  '--conditions=@callgate/source',
  '--no-warnings',
  join(import.meta.dirname, name),
  ...args,
];
