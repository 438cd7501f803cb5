import { existsSync, readFileSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { inboxErrors } from '@callgate/messages/errors/inbox';
import type { Checkpoint } from '@callgate/gate/record';
import { readAnchorFile } from '@callgate/gate/audit';
import { readKeys, readPublicKeyPem } from '@callgate/gate/record';
import { auditMessages } from '@callgate/messages/cli/audit';
import type { HomePaths } from '../home/home-paths.ts';

/** The raw key in a PEM file. */
export const readPublicKey = (path: string): Uint8Array => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new CallgateError(dataFileErrors.unreadable({ path: display(path) }), { cause });
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

/** The anchored checkpoints in the files that were named, or in the one that lies with the store, if there is one. */
export const resolveAnchors = async (
  { anchors = '' }: Partial<Pick<HomePaths, 'anchors'>>,
  named: string | undefined,
  note: (text: string) => void,
): Promise<readonly Checkpoint[]> => {
  const files = named === undefined ? [anchors].filter((path) => existsSync(path)) : named.split(',');
  const all: Checkpoint[] = [];
  for (const path of files) {
    const { checkpoints, unreadable } = await readAnchorFile(path);
    if (checkpoints.length === 0) throw new CallgateError(inboxErrors.noCheckpoint({ path: display(path) }));
    if (unreadable.length > 0)
      note(auditMessages.verify.notCheckpoint({ path: display(path), lines: unreadable.join(', ') }));
    all.push(...checkpoints);
  }
  return all;
};
