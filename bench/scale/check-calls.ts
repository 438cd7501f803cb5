import { openStoreReader } from '@callgate/gateway/store';
import { EMBEDDED } from './names.ts';
import type { ScaleSetUp } from './scale-set-up.ts';

/** Every call leaves two rows: that it went out, and what came of it. */
const ROWS_A_CALL = 2;

const placeOf = ({ name, database, schema }: ScaleSetUp, file: string): string | undefined => {
  if (name === EMBEDDED) return file;
  return schema === undefined ? undefined : database?.url(schema);
};

/** Throws unless every call that a set-up says it made is in its store and was settled, with its rows in the record. */
export const checkCalls = async (setUps: readonly ScaleSetUp[], file: string): Promise<void> => {
  for (const setUp of setUps) {
    const place = placeOf(setUp, file);
    if (place === undefined) continue;
    const made = setUp.workers.reduce((sum, { calls }) => sum + calls, 0);
    const { read, close } = await openStoreReader(place);
    try {
      const kept = await read.chart({ since: 0, until: FAR, sliceMs: FAR, by: 'state' });
      const done = kept.reduce((sum, { counts }) => sum + (counts['done'] ?? 0), 0);
      const all = kept.reduce((sum, { counts }) => sum + Object.values(counts).reduce((a, b) => a + b, 0), 0);
      const { seq } = await read.head();
      if (done !== made || all !== made || seq < ROWS_A_CALL * made)
        throw new Error(
          `${setUp.name}: ${made} calls were made; its store has ${all}, ${done} of them settled, and ${seq} rows`,
        );
    } finally {
      await close();
    }
  }
};

/** In milliseconds since 1970. */
const FAR = 1e14;
