/** Checks the documentation: generated parts are current, links lead somewhere, programs and commands run. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { HINT_NAMES } from '@callgate/core';
import { outdatedPictures } from './console-shape.ts';
import { FILES, withRegions } from './generated.ts';
import { ROOT, listPages } from './list-pages.ts';
import { checkCommandWords } from './page-commands/check-words.ts';
import { openCommandProcess } from './page-commands/command-process.ts';
import { makeEmptyHome, prepareHome } from './page-commands/prepare-home.ts';
import { escapePattern, oneLine, runPageCommands } from './page-commands/run-page-commands.ts';
import { FIRST_PAGE, PICTURE, drawTerminal, shapeOf } from './terminal-picture.ts';
import { findWordProblems, readWordTable } from './word-table.ts';

const problems: string[] = [];

for (const [path, make] of Object.entries(FILES)) {
  if (!existsSync(join(ROOT, path)) || readFileSync(join(ROOT, path), 'utf8') !== make())
    problems.push(`${path}: not current; run npm run generate`);
}

const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gm)].map((match) =>
      (match[1] ?? '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

const checkLinks = (page: string, text: string): void => {
  for (const match of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    const target = match[1] ?? '';
    if (/^[a-z]+:/.test(target)) continue;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
    if (!existsSync(file)) problems.push(`${page}: ${target} leads nowhere`);
    else if (anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).has(anchor))
      problems.push(`${page}: ${target} names no heading`);
  }
};

const VOCABULARY = 'docs/reference/vocabulary.md';
const [, details = ''] = readFileSync(join(ROOT, VOCABULARY), 'utf8').split('\n## Hints in detail\n');
for (const name of HINT_NAMES)
  if (!details.includes(`\n| \`${name}\` | `)) problems.push(`${VOCABULARY}: no details of ${name}`);

problems.push(...findWordProblems(readWordTable()));

/** The commands of the first page start from nothing, and are what the picture of the README shows. */
const runFirstPage = async (text: string): Promise<void> => {
  const home = makeEmptyHome();
  const run = await runPageCommands(FIRST_PAGE, text, { home });
  home.remove();
  problems.push(...run.problems);
  if (run.problems.length > 0) return;
  const picture = existsSync(join(ROOT, PICTURE)) ? readFileSync(join(ROOT, PICTURE), 'utf8') : '';
  if (shapeOf(picture) !== shapeOf(drawTerminal(run.outputs)))
    problems.push(`${PICTURE}: not current; run npm run docs:pictures`);
};

/** Pages for people who use Callgate. */
const COMMAND_PAGES = /^(?:README\.md|docs\/.*|packages\/[^/]+\/README\.md)$/;

/** Every command of these pages is run, or says why not and names nothing that is not there. */
const runCommands = async (): Promise<void> => {
  const pages = listPages().filter((page) => COMMAND_PAGES.test(page));
  // its commands give the server a few seconds: they have the machine to themselves
  await runFirstPage(readFileSync(join(ROOT, FIRST_PAGE), 'utf8'));
  const empty = makeEmptyHome();
  const process = openCommandProcess(empty);
  const runner = { home: await prepareHome(empty, process), process };
  const runs = pages.map(async (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    problems.push(...(await checkCommandWords(page, text)));
    if (page !== FIRST_PAGE) problems.push(...(await runPageCommands(page, text, runner)).problems);
  });
  await Promise.all(runs);
  process.end();
  empty.remove();
};

const MOST_PAGES = 35;
const INDEX = 'docs/README.md';

const checkStructure = (): void => {
  const pages = listPages('docs');
  if (pages.length > MOST_PAGES)
    problems.push(`docs: ${pages.length} pages, at most ${MOST_PAGES}; merge some`);
  const index = readFileSync(join(ROOT, INDEX), 'utf8');
  for (const page of pages.filter((each) => each !== INDEX)) {
    if (!/^docs\/(?:start|guides|reference|internals)\/[^/]+$/.test(page))
      problems.push(`${page}: belongs into docs/start, docs/guides, docs/reference or docs/internals`);
    if (!index.includes(`](${page.slice('docs/'.length)})`)) problems.push(`${INDEX}: no link to ${page}`);
  }
};
checkStructure();

/** What a program says that it prints, by the comments behind `console.log`: `…` is anything, `, then ` the next line. */
const promisedOutput = (program: string): RegExp => {
  const promised = [...program.matchAll(/^\s*console\.log\(.*\); \/\/ (.+)$/gm)]
    .flatMap((match) => (match[1] ?? '').split(', then '))
    .map((text) => escapePattern(text).replaceAll('…', '.*'));
  return new RegExp(promised.join('.*'), 's');
};

/** Programs in the pages are run as they stand, and print what they say. */
const runPrograms = async (page: string, text: string): Promise<void> => {
  const folder = mkdtempSync(join(ROOT, '.docs-'));
  try {
    for (const [index, match] of [...text.matchAll(/^```ts\n([^]*?)^```$/gm)].entries()) {
      const file = join(folder, `program-${index}.ts`);
      writeFileSync(file, match[1] ?? '');
      try {
        const command = ['--conditions=@callgate/source', file];
        const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT });
        const promised = promisedOutput(match[1] ?? '');
        if (!promised.test(oneLine(stdout)))
          problems.push(
            `${page}: program ${index + 1} prints something else than it says: ${oneLine(stdout)}`,
          );
      } catch (error) {
        problems.push(
          `${page}: program ${index + 1} fails: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Policies in the pages are loaded as they stand. */
const checkPolicies = async (page: string, text: string): Promise<void> => {
  const { formatProblem, loadPolicy } = await import('@callgate/policy');
  for (const match of text.matchAll(/^```yaml\n([^]*?)^```$/gm)) {
    const body = match[1] ?? '';
    if (!/^(rules|extends|exceptions|hints):/m.test(body)) continue;
    const loaded = loadPolicy([{ name: page, text: body }]);
    if (!loaded.ok) problems.push(...loaded.problems.map(formatProblem));
  }
};

await runCommands();

for (const page of listPages()) {
  const text = readFileSync(join(ROOT, page), 'utf8');
  if (withRegions(text) !== text)
    problems.push(`${page}: a generated part is not current; run npm run generate`);
  checkLinks(page, text);
  await runPrograms(page, text);
  await checkPolicies(page, text);
}

for (const picture of outdatedPictures())
  problems.push(`${picture}: shows an earlier console; run npm run docs:pictures`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else
  console.log(
    `docs: ${listPages().length} pages are current, their links lead somewhere, their programs, policies and commands run`,
  );
