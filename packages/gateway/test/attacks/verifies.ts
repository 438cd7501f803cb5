import { it } from 'vitest';
import { REQUIREMENTS } from './requirements.ts';

const KNOWN: ReadonlySet<string> = new Set(REQUIREMENTS.map(({ id }) => id));

/** A test of one requirement. The list of requirements looks for its calls by name. */
export const verifies = (id: string, title: string, test: () => void | Promise<void>, ms?: number): void => {
  if (!KNOWN.has(id)) throw new Error(`there is no requirement ${id}`);
  it(`${id}: ${title}`, test, ms);
};
