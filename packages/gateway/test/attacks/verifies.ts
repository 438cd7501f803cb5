import { REQUIREMENTS } from './requirements.ts';

const KNOWN: ReadonlySet<string> = new Set(REQUIREMENTS.map(({ id }) => id));

/** The title of a test of one requirement. The list of requirements looks for its calls by name. */
export const verifies = (id: string, title: string): string => {
  if (!KNOWN.has(id)) throw new Error(`there is no requirement ${id}`);
  return `${id}: ${title}`;
};
