import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chooseSandbox } from '@callgate/contract/sandbox';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { installed } from '../../../../material/install.ts';
import { readyBackends } from '../../../contract/test/escape/ready-backends.ts';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
// with CI=true they are here, or it throws
await readyBackends();
const { backend } = await chooseSandbox();

const report = z.object({
  tools: z.array(z.string()),
  calls: z.array(z.object({ tool: z.string(), failed: z.boolean(), text: z.string() })),
  places: z.array(z.tuple([z.string(), z.looseObject({ place: z.unknown().optional() })])),
  log: z.array(z.string()),
});

const exercise = async (
  name: string,
  contract: 'off' | 'prefer',
  user?: number,
): Promise<z.infer<typeof report>> => {
  const home = mkdtempSync(join(tmpdir(), 'callgate-exercise-home-'));
  if (user !== undefined) chownSync(home, user, user);
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        '--conditions=@callgate/source',
        '--no-warnings',
        join(import.meta.dirname, 'exercise.ts'),
        name,
        contract,
      ],
      {
        env: {
          ...process.env,
          EXERCISE_MODULES: join(await installed('servers'), 'node_modules'),
          EXERCISE_HOME: home,
          HOME: home,
        },
        maxBuffer: 64 * 1_048_576,
        ...(user === undefined ? {} : { uid: user, gid: user }),
      },
    );
    return report.parse(JSON.parse(stdout));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

/** What differs between two runs anyway: times, variables of users, and what is drawn anew. */
const VOLATILE = /^(?:get-env|get-resource-reference|get_file_info|which|mongodb-logs)$/;

/** A server of Node and one of Python, which a user without rights tries too; in the deep run that user tries all. */
const ONE_OF_A_KIND: ReadonlySet<string> = new Set(['filesystem', 'python']);
const isTriedByNobody = (name: string): boolean =>
  isRoot && (process.env['CALLGATE_DEEP'] === '1' || ONE_OF_A_KIND.has(name));

describe.skipIf(backend.level !== 'enforced')('in a sandbox, for root and for others', () => {
  it.for(
    ['filesystem', 'memory', 'everything', 'mongodb', 'npx', 'uvx', 'python'].flatMap((name) => [
      { name, user: undefined },
      ...(isTriedByNobody(name) ? [{ name, user: NOBODY }] : []),
    ]),
  )('every tool of $name answers as it does without one, as user $user', async ({ name, user }) => {
    const plain = await exercise(name, 'off', user);
    const held = await exercise(name, 'prefer', user);
    expect(plain.tools.length).toBeGreaterThan(0);
    expect(held.tools).toEqual(plain.tools);
    expect(held.calls.map(({ tool, failed }) => [tool, failed])).toEqual(
      plain.calls.map(({ tool, failed }) => [tool, failed]),
    );
    const steady = ({ calls }: typeof held): unknown => calls.filter(({ tool }) => !VOLATILE.test(tool));
    expect(steady(held)).toEqual(steady(plain));
    expect(held.log.filter((line) => line.startsWith('CONTRACT'))).toEqual([]);
    expect(held.places.map(([, { place }]) => place)).toEqual(
      held.places.map(() => expect.objectContaining({ level: 'enforced', backend: 'bubblewrap' })),
    );
  });
});
