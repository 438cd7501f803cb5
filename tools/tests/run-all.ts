/**
 * `npm test`: lint, build and types, then every test file, and the pages beside them. A file that fails is run once more, alone, when all
 * others have ended; the run fails only if it fails again, and says both.
 * `--quick`: types, lint and the files that take no time. `--measure`: writes down how long each file takes, and says
 * which of them take most processor time.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../list-pages.ts';
import { DURATIONS, quickFiles } from './durations.ts';
import { installPackages } from './install-packages.ts';
import { makeRunFolder } from './make-run-folder.ts';
import { MEASURE } from './processor-groups.ts';
import type { VitestRunResult } from './run-vitest.ts';
import { runVitest } from './run-vitest.ts';

const mode = process.argv[2] ?? '--all';

const STEPS: Readonly<Record<string, readonly string[]>> = {
  '--all': ['lint', 'build', 'typecheck'],
  '--quick': ['typecheck', 'lint'],
  '--measure': ['build'],
};

const COVERED = ['packages/core/src', 'packages/policy/src'];
const SUMMARY = join(ROOT, 'coverage', 'coverage-summary.json');
const percentSchema = z.object({ pct: z.number() });
const coverageSchema = z.object({ total: z.object({ lines: percentSchema, functions: percentSchema }) });
const MOST_EXPENSIVE = 25;
const STEP_LIMIT_MS = 10 * 60_000;
/** A run that was held up is begun again with the files that are left, so often at most. */
const MOST_RUNS = 4;

/** Whatever happens, it ends, and says what ran then. */
const RUN_LIMIT_MS = 70 * 60_000;

const startedAt = performance.now();
setTimeout(() => process.kill(process.pid, 'SIGTERM'), RUN_LIMIT_MS).unref();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const end = (problem: string | null): never => {
  const took = `${((performance.now() - startedAt) / 60_000).toFixed(1)} min`;
  say(problem === null ? `\nPASSED in ${took}` : `\nFAILED in ${took}: ${problem}`);
  process.exit(problem === null ? 0 : 1);
};

// once and before all: of several files that install at the same time, the package system refuses all but one
if (mode === '--all') {
  installPackages('bubblewrap', 'strace');
  // not every system has it
  installPackages('chromium-headless-shell');
}

let installedAll: Promise<unknown> | undefined;

for (const step of STEPS[mode] ?? end(`${mode} is not known`)) {
  // beside the steps, so that no test has to wait; a folder that fails here is tried again by the first test that needs
  // it. Never beside lint, which reads a package that is half there as one without exports
  if (mode === '--all' && step !== 'lint' && installedAll === undefined) {
    const installing = spawn(process.execPath, [join(ROOT, 'material/install-all.ts')], { stdio: 'ignore' });
    installedAll = once(installing, 'exit').catch(() => undefined);
  }
  const began = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', step], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    timeout: STEP_LIMIT_MS,
  });
  say(`${status === 0 ? '✓' : '✗'} npm run ${step} ${Math.round((performance.now() - began) / 1000)} s`);
  if (status !== 0) end(`npm run ${step}`);
}

interface StepResult {
  readonly passed: boolean;
  readonly said: string;
}

/** Runs a step that mostly waits beside the tests. What it says is kept until it has ended. */
const startStep = (step: string): Promise<StepResult> => {
  const began = performance.now();
  const child = spawn('npm', ['run', '--silent', step], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    timeout: STEP_LIMIT_MS,
  });
  process.once('exit', () => child.kill());
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const seconds = Math.round((performance.now() - began) / 1000);
      const mark = code === 0 ? '✓' : '✗';
      resolve({ passed: code === 0, said: `${said}${mark} npm run ${step} ${seconds} s` });
    });
  });
};

const folder = makeRunFolder();
const durations = new Map<string, number>();
const processorTimes = new Map<string, number>();
const failed = new Set<string>();
const problems: string[] = [];

const runOnce = async (args: readonly string[]): Promise<VitestRunResult> => {
  const measure: Readonly<Record<string, string>> = mode === '--measure' ? { [MEASURE]: '1' } : {};
  const result = await runVitest(args, { TMPDIR: folder.path, ...measure });
  for (const [file, ms] of result.durations) durations.set(file, ms);
  for (const [file, ms] of result.processorTimes) processorTimes.set(file, ms);
  problems.push(...result.errors);
  const isExplained = result.failed.length + result.unfinished.length + result.errors.length > 0;
  if (result.code !== 0 && !isExplained)
    problems.push(
      args.includes('--coverage')
        ? 'coverage is below its threshold: npx vitest run --coverage --coverage.reporter=text packages/core/src packages/policy/src names the lines'
        : `vitest ended with ${result.code}`,
    );
  return result;
};

/** Runs what the arguments choose, then what was left when something held it up. */
const runFiles = async (args: readonly string[]): Promise<void> => {
  let chosen = args;
  for (let run = 1; ; run += 1) {
    const { failed: broken, unfinished, heldUp } = await runOnce(chosen);
    for (const file of [...broken, ...(heldUp ?? unfinished)]) failed.add(file);
    const left = unfinished.filter((file) => !failed.has(file));
    if (left.length === 0) return;
    if (run === MOST_RUNS) return void problems.push(`held up too often to run ${left.join(', ')}`);
    chosen = left;
  }
};

/** Whether what ran covered all that must be covered, also where a test of it failed. */
const isAllCovered = (): boolean => {
  try {
    const { total } = coverageSchema.parse(JSON.parse(readFileSync(SUMMARY, 'utf8')));
    return total.lines.pct === 100 && total.functions.pct === 100;
  } catch {
    return false;
  }
};

/** Files that failed are run again alone, like all others. All of them are only where their tests are missing. */
const runCovered = async (): Promise<void> => {
  for (const isLast of [false, true]) {
    rmSync(SUMMARY, { force: true });
    const { failed: broken, unfinished } = await runOnce(['--coverage', ...COVERED]);
    const wrong = [...broken, ...unfinished];
    if (wrong.length === 0) return;
    if (isAllCovered()) {
      for (const file of wrong) failed.add(file);
      return;
    }
    if (isLast) problems.push(`failed twice: ${wrong.join(', ')}`);
    else say(`\nfailed, run again: ${wrong.join(', ')}`);
  }
};

const pages = mode === '--all' ? startStep('docs:check') : undefined;

if (mode === '--quick') await runFiles(quickFiles());
else {
  if (mode === '--all') await runCovered();
  await installedAll;
  await runFiles(mode === '--all' ? COVERED.map((path) => `--exclude=${path}/**`) : []);
}

const repeated: string[] = [];
for (const file of mode === '--all' ? failed : []) {
  say(`\nfailed, run again alone: ${file}`);
  const { passed } = await runOnce(['--isolate', '--maxWorkers=1', file]);
  if (!passed.includes(file)) continue;
  failed.delete(file);
  repeated.push(file);
}

if (mode === '--measure') {
  const seconds = [...durations].toSorted(([a], [b]) => a.localeCompare(b));
  const rounded = Object.fromEntries(seconds.map(([file, ms]) => [file, Math.round(ms / 100) / 10]));
  writeFileSync(DURATIONS, `${JSON.stringify(rounded, null, 2)}\n`);
  const all = [...processorTimes].toSorted(([, a], [, b]) => b - a);
  for (const [file, ms] of all.slice(0, MOST_EXPENSIVE))
    say(`${Math.round(ms / 1000)} s of processor time: ${file}`);
  const total = all.reduce((sum, [, ms]) => sum + ms, 0);
  say(`${Math.round(total / 1000)} s of processor time: all ${all.length} files that were measured`);
}

if (pages !== undefined) {
  const { passed, said } = await pages;
  say(`\n${said}`);
  if (!passed) problems.push('npm run docs:check');
}
say(`\n${durations.size} files`);
for (const file of repeated) say(`failed, passed when run again alone: ${file}`);
for (const file of failed) say(`failed: ${file}`);
for (const problem of problems) say(problem);
if (failed.size + problems.length + repeated.length === 0) folder.remove();
else say(`what the tests wrote is in ${folder.keep()}`);
end(failed.size + problems.length === 0 ? null : 'see above');
