import { existsSync } from 'node:fs';
import { affectedBy } from '@callgate/operations/tools';
import { openRecord } from '../audit/open-record.ts';
import { now } from '../now.ts';
import type { HomeTools } from '../tools/home-tools.ts';
import type { ToReview } from './needing.ts';

/** With who feels it, where something changed and there is a record to look into. */
export const withAffected = async (
  tools: HomeTools,
  all: readonly ToReview[],
): Promise<readonly ToReview[]> => {
  const { path } = tools.config.store;
  if (!existsSync(path) || all.every(({ detail }) => detail.drift === null)) return all;
  const { read, close } = await openRecord({ db: path });
  try {
    const looked: ToReview[] = [];
    for (const one of all) {
      const affected = one.detail.drift === null ? null : await affectedBy(read, one.detail, now().at);
      looked.push({ ...one, detail: { ...one.detail, affected } });
    }
    return looked;
  } finally {
    await close();
  }
};
