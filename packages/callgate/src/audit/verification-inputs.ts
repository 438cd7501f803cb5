import { existsSync, readFileSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import type { Checkpoint } from '@callgate/gate/record';
import { readAnchorFile } from '@callgate/gate/audit';
import { readKeys, readPublicKeyPem } from '@callgate/gate/record';
import type { HomePaths } from '../home/home-paths.ts';

/** The raw key in a PEM file. */
export const readPublicKey = (path: string): Uint8Array => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new CallgateError('FILE_UNREADABLE', `${display(path)} cannot be read`, {
      help: 'check the path',
      cause,
    });
  }
  return readPublicKeyPem(text);
};

/** The key that was named, or the one that lies with the store; undefined where there is none. */
export const resolvePublicKey = (
  { keys }: Pick<HomePaths, 'keys'>,
  named: string | undefined,
): Uint8Array | undefined => {
  if (named !== undefined) return readPublicKey(named);
  if (existsSync(`${keys}.pub`)) return readPublicKey(`${keys}.pub`);
  return existsSync(keys) ? readKeys(keys).publicKey : undefined;
};

/** The anchored checkpoints in the files that were named, or in the one that lies with the store. */
export const resolveAnchors = async (
  { anchors }: Pick<HomePaths, 'anchors'>,
  named: string | undefined,
  note: (text: string) => void,
): Promise<readonly Checkpoint[]> => {
  const files = named === undefined ? [anchors].filter((path) => existsSync(path)) : named.split(',');
  const all: Checkpoint[] = [];
  for (const path of files) {
    const { checkpoints, unreadable } = await readAnchorFile(path);
    if (checkpoints.length === 0)
      throw new CallgateError('ANCHOR', `there is no checkpoint in ${display(path)}`, {
        help: 'give a file that an anchor wrote',
      });
    if (unreadable.length > 0) note(`${display(path)}: not a checkpoint on line ${unreadable.join(', ')}`);
    all.push(...checkpoints);
  }
  return all;
};
