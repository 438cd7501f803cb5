import { existsSync } from 'node:fs';
import { join } from 'node:path';

const BESIDE = join(import.meta.dirname, '../../../..', 'shared');

/** Recorded data beside the checkout, or undefined with a line that says what was not tried. */
export const findRecordedData = (path: string, what: string): string | undefined => {
  const found = join(BESIDE, path);
  if (existsSync(found)) return found;
  console.log(`skipped: ${what}, because ../shared/${path} is not here`);
  return undefined;
};
