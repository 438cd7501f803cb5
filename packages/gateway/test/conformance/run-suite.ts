import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'yaml';
import { z } from 'zod';
import { installed } from '../../../../material/install.ts';

/** From best to worst. `INFO` is the suite's word for optional and not offered. */
const STATUSES = ['SUCCESS', 'INFO', 'SKIPPED', 'WARNING', 'FAILURE'] as const;
export type CheckStatus = (typeof STATUSES)[number];

export interface Check {
  readonly id: string;
  readonly name: string;
  readonly status: CheckStatus;
  readonly message: string;
}

export interface ScenarioResult {
  readonly scenario: string;
  /** Scored by the suite. The others run too, but the revision does not demand them. */
  readonly required: boolean;
  readonly checks: readonly Check[];
  /** Those that ended in a failure or a warning; the suite itself forgives warnings. */
  readonly failed: readonly Check[];
}

export type Revision = '2025-11-25' | '2026-07-28';
export const REVISIONS: readonly Revision[] = ['2025-11-25', '2026-07-28'];

export interface SuiteRun {
  readonly url: string;
  readonly requirements: Revision;
}

const CHECKS = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    status: z.enum(STATUSES),
    errorMessage: z.string().optional(),
  }),
);

const REQUIREMENTS = z.object({
  server: z.array(z.string()),
  not_scored: z.array(z.object({ scenario: z.string(), leg: z.string() })),
});

const TOO_LONG_MS = 300_000;

/** Runs every server scenario of a revision against `url`, one after the other. */
export const runSuite = async ({ url, requirements }: SuiteRun): Promise<readonly ScenarioResult[]> => {
  const suite = join(await installed('conformance'), 'node_modules/@modelcontextprotocol/conformance');
  const scenarios = scenariosOf(join(suite, 'requirements', `${requirements}.yaml`));
  const out = mkdtempSync(join(tmpdir(), 'callgate-conformance-'));
  try {
    const said = await runCommand([
      join(suite, 'dist/index.js'),
      'server',
      `--url=${url}`,
      `--requirements=${requirements}`,
      `--output-dir=${out}`,
    ]);
    const found = checksByScenario(out);
    return scenarios.map(({ scenario, required }) => {
      const checks = found.get(scenario) ?? [didNotRun(said)];
      return { scenario, required, checks, failed: checks.filter(isBad) };
    });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};

const scenariosOf = (file: string): readonly Pick<ScenarioResult, 'scenario' | 'required'>[] => {
  const { server, not_scored: extra } = REQUIREMENTS.parse(parse(readFileSync(file, 'utf8')));
  return [
    ...server.map((scenario) => ({ scenario, required: true })),
    ...extra.filter(({ leg }) => leg === 'server').map(({ scenario }) => ({ scenario, required: false })),
  ];
};

/** The exit code says only that something failed, so it is not looked at. */
const runCommand = async (args: readonly string[]): Promise<string> => {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: TOO_LONG_MS });
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return said;
};

/** A folder per scenario, named `server-<scenario>-<time>`; a scenario that threw leaves it empty. */
const FOLDER = /^server-(?<scenario>.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/u;

const checksByScenario = (out: string): ReadonlyMap<string, readonly Check[]> => {
  const found = new Map<string, readonly Check[]>();
  for (const folder of readdirSync(out)) {
    const scenario = FOLDER.exec(folder)?.groups?.['scenario'];
    const file = join(out, folder, 'checks.json');
    if (scenario === undefined || !existsSync(file)) continue;
    found.set(
      scenario,
      CHECKS.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ errorMessage = '', ...check }) => ({
        ...check,
        message: errorMessage,
      })),
    );
  }
  return found;
};

const didNotRun = (said: string): Check => ({
  id: 'scenario-ran',
  name: 'ScenarioRan',
  status: 'FAILURE',
  message: `the suite left no result for this scenario: ${said}`,
});

const isBad = ({ status }: Check): boolean => status === 'FAILURE' || status === 'WARNING';

export interface WorseCheck {
  readonly scenario: string;
  readonly required: boolean;
  readonly check: string;
  readonly direct: CheckStatus | 'absent';
  readonly through: CheckStatus | 'absent';
  readonly message: string;
}

/** The checks that came out worse through something than without it, all scenarios in the order of `direct`. */
export const compare = (
  direct: readonly ScenarioResult[],
  through: readonly ScenarioResult[],
): readonly WorseCheck[] =>
  direct.flatMap(({ scenario, required, checks }) => {
    const before = keyed(checks);
    const after = keyed(through.find((result) => result.scenario === scenario)?.checks ?? []);
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((check): WorseCheck[] => {
      const was = before.get(check)?.status ?? 'absent';
      const is = after.get(check)?.status ?? 'absent';
      const message = after.get(check)?.message ?? 'the scenario did not get this far';
      return isWorse(was, is) ? [{ scenario, required, check, direct: was, through: is, message }] : [];
    });
  });

/** A check that was not there before is no loss unless it is bad; one that is gone is a loss if it was good. */
const isWorse = (was: CheckStatus | 'absent', is: CheckStatus | 'absent'): boolean => {
  if (is === 'absent') return was === 'SUCCESS';
  if (was === 'absent') return is === 'WARNING' || is === 'FAILURE';
  return STATUSES.indexOf(is) > STATUSES.indexOf(was);
};

/** Scenarios repeat ids and names, so that the nth of the same is told apart by its place. */
const keyed = (checks: readonly Check[]): ReadonlyMap<string, Check> => {
  const seen = new Map<string, number>();
  return new Map(
    checks.map((check) => {
      const label = `${check.id} ${check.name}`;
      const nth = (seen.get(label) ?? 0) + 1;
      seen.set(label, nth);
      return [nth === 1 ? label : `${label} ${nth}`, check];
    }),
  );
};
