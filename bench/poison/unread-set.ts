import { readFileSync } from 'node:fs';
import type { UnseenSample } from '../../packages/catalogue/test/unseen-sample.ts';
import { inputs } from '../../packages/catalogue/test/unseen-sample.ts';

const readSample = (line: string): UnseenSample => {
  const [language = '', name = '', description = '', parameter] = line.split(' | ');
  const [argument = '', ...said] = parameter?.split(': ') ?? [];
  return {
    language,
    tool: {
      name,
      description,
      inputSchema: inputs(parameter === undefined ? {} : { [argument]: said.join(': ') }),
    },
  };
};

/** A set of one line a definition, by family: nothing may learn from it. */
export const readUnreadSet = (
  set: 'poisoned' | 'harmless',
): Readonly<Record<string, readonly UnseenSample[]>> => {
  const families: Record<string, UnseenSample[]> = {};
  let family: UnseenSample[] = [];
  for (const line of readFileSync(new URL(`unread/${set}.txt`, import.meta.url), 'utf8').split('\n'))
    if (line.startsWith('## ')) families[line.slice(3)] = family = [];
    else if (line !== '' && !line.startsWith('#')) family.push(readSample(line));
  return families;
};
