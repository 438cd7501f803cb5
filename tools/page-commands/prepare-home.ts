import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ROOT } from '../list-pages.ts';
import type { CommandProcess } from './command-process.ts';

const MATERIAL = join(import.meta.dirname, 'material');

/** Files that pages show, under the names that commands use. */
const SHOWN_FILES: readonly (readonly [file: string, page: string, block: RegExp])[] = [
  ['catalogue.json', 'docs/reference/formats.md', /^## Catalogue\n[^]*?^```json\n([^]*?)^```$/m],
  ['monday.json', 'docs/reference/formats.md', /^## Trace\n[^]*?^```json\n([^]*?)^```$/m],
  ['budgets.yaml', 'docs/guides/policies.md', /^```yaml\n(name: budgets\n[^]*?)^```$/m],
  ['budgets.test.yaml', 'docs/guides/policies.md', /^```yaml\n(servers:[^]*?)^```$/m],
  ['our-team.yaml', 'docs/guides/policies.md', /^```yaml\n([^]*?)^```$/m],
  ['our-team.test.yaml', 'docs/guides/policy-tests.md', /^```yaml\n([^]*?)^```$/m],
  ['manifest.yaml', 'docs/guides/tool-manifests.md', /^```yaml\n([^]*?)^```$/m],
];

/** A proof under the name that the console gives to a file. */
const PROOF = 'callgate-proof-of-row-17.json';

/** A home folder in which commands of pages run. */
export interface PageHome {
  readonly folder: string;
  /** Where commands run that name `callgate.yaml`: nobody has accepted it. */
  readonly work: string;
  /** Where the others run: the same files without it, so that the configuration of Callgate's folder counts. */
  readonly plain: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

export const makeEmptyHome = (): PageHome => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-docs-'));
  const work = join(folder, 'work');
  const plain = join(folder, 'plain');
  mkdirSync(work);
  mkdirSync(plain);
  return {
    folder,
    work,
    plain,
    env: {
      HOME: folder,
      FORCE_COLOR: '1',
      // all homes start the same program
      XDG_CACHE_HOME: join(ROOT, 'node_modules/.cache/page-commands'),
      CALLGATE_BIN: join(ROOT, 'node_modules/.bin/callgate'),
      PATH: [join(MATERIAL, 'bin'), join(ROOT, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(
        delimiter,
      ),
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** The agent of a gated server: sends the requests of a file, and leaves when all are answered and `then` is done. */
const sendRequests = async (
  { plain, env }: PageHome,
  file: string,
  then = async (): Promise<void> => {},
): Promise<void> => {
  const requests = readFileSync(join(MATERIAL, file), 'utf8');
  const wanted = requests.split('\n').filter((line) => line.includes('"id"')).length;
  const words = ['up', '--stdio', '--no-console'];
  const child = spawn(env['CALLGATE_BIN'] ?? '', words, {
    cwd: plain,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.write(requests);
  let answered = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('"id"') || ++answered < wanted) continue;
    await then();
    child.stdin.end();
  }
};

const shownFile = (page: string, block: RegExp): string => {
  const found = block.exec(readFileSync(join(ROOT, page), 'utf8'))?.[1];
  if (found === undefined) throw new Error(`${page}: no block ${block}`);
  return found;
};

/** Runs a command of plain words. */
type RunCommand = (command: string) => Promise<string>;

const commandRunner =
  (home: PageHome, process: CommandProcess): RunCommand =>
  async (command) => {
    const { output, errors, code } = await process.run(command.split(' '), home, home.work);
    if (code !== 0) throw new Error(`callgate ${command}: ${errors}`);
    return output;
  };

const withId = z.object({ id: z.string() });
const withQuestion = z.object({ question: z.object({ binding: z.string(), context: z.string() }) });
type Question = z.infer<typeof withQuestion>['question'];

const firstId = async (run: RunCommand, command: string): Promise<string> =>
  withId.parse(JSON.parse((await run(`${command} --json`)).split('\n')[0] ?? '')).id;

const questionOf = async (run: RunCommand, call: string): Promise<Question> =>
  withQuestion.parse(JSON.parse(await run(`inbox ${call} --json`))).question;

/** Fills a home with a server, its configuration, a policy, what pages show, and a store with a few calls and a grant. */
export const prepareHome = async (home: PageHome, process: CommandProcess): Promise<PageHome> => {
  const run = commandRunner(home, process);
  const { folder, work, plain, env } = home;
  cpSync(MATERIAL, work, { recursive: true });
  for (const [file, page, block] of SHOWN_FILES) writeFileSync(join(work, file), shownFile(page, block));
  mkdirSync(join(work, 'lists'));
  cpSync(join(work, 'tools.json'), join(work, 'lists/notes.json'));
  const own = join(folder, '.local/share/callgate');
  mkdirSync(own, { recursive: true, mode: 0o700 });
  for (const file of ['callgate.yaml', 'my-policy.yaml', 'notes.mjs'])
    cpSync(join(work, file), join(own, file));
  await sendRequests(home, 'unanswered.jsonl');
  await sendRequests(home, 'requests.jsonl', async () => {
    const call = await firstId(run, 'audit --state held');
    const { binding } = await questionOf(run, call);
    await run(`approve ${call} --yes --binding ${binding} --grant session`);
  });
  await run(`audit verify --proof 2 --out ${PROOF}`);
  cpSync(join(own, 'callgate.key.pub'), join(work, 'callgate.key.pub'));
  cpSync(work, plain, { recursive: true });
  rmSync(join(plain, 'callgate.yaml'));
  const held = await firstId(run, 'audit --state held');
  const { binding, context } = await questionOf(run, held);
  return {
    ...home,
    env: {
      ...env,
      HELD_CALL: held,
      BINDING: binding,
      CONTEXT: context,
      UNKNOWN_CALL: await firstId(run, 'audit --state indeterminate'),
      GRANT: await firstId(run, 'grants'),
    },
  };
};

/** The same home once more: what runs in one is not seen in the other. */
export const copyHome = (home: PageHome): PageHome => {
  const empty = makeEmptyHome();
  cpSync(home.folder, empty.folder, { recursive: true });
  return { ...empty, env: { ...home.env, ...empty.env } };
};
