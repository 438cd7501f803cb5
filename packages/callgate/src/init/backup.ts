import { digestText } from '@callgate/core/receive';

/** A copy of a file as it was before Callgate changed it. */
export interface Backup {
  readonly path: string;
  /** When it was made, as a text that sorts by time. */
  readonly stamp: string;
  /** Which text was written in its place. */
  readonly written: string;
  readonly text: string;
}

/** Enough of a digest to know a text again. */
export const shortDigest = (text: string): string =>
  digestText('client-config', text).slice('sha256:'.length, 'sha256:'.length + 16);

const stampOf = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');

/** What the backup of a file is called: when it was made, and which text took its place. */
export const backupName = (file: string, at: number, written: string): string =>
  `${file}.callgate-${stampOf(at)}-${shortDigest(written)}.bak`;

/** What a name says if it is that of a backup of this file. */
export const readBackupName = (
  file: string,
  name: string,
): { readonly stamp: string; readonly written: string } | undefined => {
  if (!name.startsWith(`${file}.callgate-`)) return undefined;
  const [, stamp, written] =
    /^(\d{8}T\d{6}Z)-([0-9a-f]{16})\.bak$/.exec(name.slice(`${file}.callgate-`.length)) ?? [];
  return stamp === undefined || written === undefined ? undefined : { stamp, written };
};
