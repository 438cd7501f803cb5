import type { JournalsVerified } from '@callgate/cluster';
import { isPostgresUrl } from '@callgate/gate/store';
import { counted } from '../show/columns.ts';

/** Holds the record in a database against the journals it was made of; null where it is in a file. */
export const verifyJournalsAt = async (place: string): Promise<JournalsVerified | null> => {
  if (!isPostgresUrl(place)) return null;
  const { verifyJournals } = await import('@callgate/cluster');
  return await verifyJournals(place);
};

export const journalsText = ({ ok, problems, chains, rows, copied }: JournalsVerified): string =>
  [
    `${counted(chains, 'journal')} with ${counted(rows, 'row')} ${ok ? 'agree' : 'DO NOT AGREE'} with the record${copied === 0 ? '' : `; ${counted(copied, 'row')} came from another store`}`,
    ...problems.map((problem) => `  ${problem}`),
  ].join('\n');
