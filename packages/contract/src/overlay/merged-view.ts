import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { fileChangeErrors } from '@callgate/messages/errors/file-change';

/** A root and the folder that collected what was written to it. */
export interface Layer {
  readonly root: string;
  readonly upper: string;
}

/** A root as the call left it, to be read. */
export interface MergedView {
  readonly path: string;
  close(): Promise<void>;
}

const MOUNT =
  'mount -t overlay overlay -o lowerdir=lower,upperdir=upper,workdir=work,userxattr merged && echo ready && read -r end';

/** The kernel leaves a folder in it that has no permissions. */
export const removeLayer = (path: string): void => {
  const locked = join(path, 'work', 'work');
  if (existsSync(locked)) chmodSync(locked, 0o700);
  rmSync(path, { recursive: true, force: true });
};

/**
 * Mounts the layers of a server that has ended again, in a namespace of its own. Only the kernel knows what the merged
 * folder holds: marks of deleted files and of replaced folders have had several forms.
 */
export const openMergedView = async ({ root, upper }: Layer): Promise<MergedView> => {
  const folder = mkdtempSync(join(dirname(upper), 'view-'));
  for (const name of ['work', 'merged']) mkdirSync(join(folder, name));
  // mount options cannot spell every path
  symlinkSync(root, join(folder, 'lower'));
  symlinkSync(upper, join(folder, 'upper'));
  const child = spawn('unshare', ['-Urm', '--propagation', 'private', 'sh', '-c', MOUNT], {
    cwd: folder,
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const close = async (): Promise<void> => {
    child.stdin.destroy();
    child.kill('SIGKILL');
    await ended;
    removeLayer(folder);
  };
  let said = '';
  child.stdin.on('error', () => {});
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString('latin1').slice(0, 500)));
  const isReady = await Promise.race([
    new Promise<boolean>((resolve) => child.stdout.once('data', () => resolve(true))),
    ended.then(() => false),
  ]);
  if (isReady && child.pid !== undefined) return { path: `/proc/${child.pid}/cwd/merged`, close };
  await close();
  throw new CallgateError(fileChangeErrors.viewFailed({ cause: display(said.trim(), { max: 200 }) }));
};
