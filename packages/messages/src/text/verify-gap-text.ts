import { formatCount } from './count.ts';

export interface VerifyGapParams {
  readonly gap: 'key' | 'anchors' | 'archives' | 'tail-signature' | 'older-than-remembered';
  readonly rows: number;
  readonly signedRows: number;
}

/** What is missing to say that the audit log is intact, without a full stop. */
export const verifyGapText = ({ gap, rows, signedRows }: VerifyGapParams): string => {
  switch (gap) {
    case 'key':
      return 'No public key was given, so the signer is unknown';
    case 'anchors':
      return 'No anchor matches, so a missing end or an older copy would not be noticed';
    case 'archives':
      return 'Entries are in archives that were not read';
    case 'tail-signature':
      return `Entries ${formatCount(signedRows + 1)} to ${formatCount(rows)} are not signed yet. A gateway signs within a minute and when it stops`;
    case 'older-than-remembered':
      return 'An anchor knows entries that are missing here. This is an older copy, or its end was cut off';
  }
};
