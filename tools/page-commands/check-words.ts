import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { callProblem, callsIn } from '../../packages/callgate/test/fixtures/named-commands.ts';
import { ROOT } from '../list-pages.ts';
import { readCommandBlocks } from './command-blocks.ts';
import { usageLines } from './usage.ts';

const withScripts = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = withScripts.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')));

/** Scripts and files of the repository that a line names and that are not there. */
const missingParts = (line: string): readonly string[] => [
  ...[...line.matchAll(/\bnpm (?:run )?(?!ci\b|run\b|install\b|pack\b|publish\b)([a-z:]+)/g)].flatMap(
    ([, script = '']) => (Object.hasOwn(scripts, script) ? [] : [`there is no script ${script}`]),
  ),
  ...[...line.matchAll(/(?<=\s)(?:packages|frameworks|tools|bench)\/\S+/g)].flatMap(([path]) =>
    existsSync(join(ROOT, path)) ? [] : [`there is no ${path}`],
  ),
];

/** What commands of a page name wrongly, run or not: commands, options, scripts and files that are not there. */
export const checkCommandWords = async (page: string, text: string): Promise<readonly string[]> => {
  const found = readCommandBlocks(text).flatMap(({ line, commands }) =>
    commands.includes('<<')
      ? []
      : usageLines(commands).map(async (each) => {
          const calls = await Promise.all(callsIn(each).map(callProblem));
          return [...calls.filter((problem) => problem !== undefined), ...missingParts(each)].map(
            (problem) => `${page}:${line}: ${each}: ${problem}`,
          );
        }),
  );
  return (await Promise.all(found)).flat();
};
