import { lchownSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** A user who makes one of these folders gets in, or has programs of theirs run. */
const RESERVED = ['.ssh', '.gnupg', '.aws', '.azure', '.kube', '.docker'];

/**
 * Only what exists can be hidden: a server that may write to a home would make `~/.ssh` itself. Folders that are missing
 * are made, empty and for their user alone. They stay: other processes may have them hidden.
 */
export const reserveSecretPlaces = (homes: readonly string[]): void => {
  for (const home of homes)
    try {
      const { uid, gid } = lstatSync(home);
      for (const name of RESERVED) {
        const path = join(home, name);
        if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue;
        mkdirSync(path, { mode: 0o700 });
        // its user may have put a link there meanwhile
        if (process.geteuid?.() !== uid) lchownSync(path, uid, gid);
      }
    } catch {
      // where this process cannot make them, the server cannot either, or another process just did
    }
};
