import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { canOverlay, program } from './harness/overlay.ts';

const isDeep = process.env['CALLGATE_DEEP'] === '1';
const ROUNDS = isDeep ? 1000 : 30;
const OPERATIONS = 25;
const NOBODY = 65_534;

const USERS: readonly (readonly [name: string, ids: { readonly uid?: number; readonly gid?: number }])[] = [
  ['this user', {}],
  ...(process.getuid?.() === 0 ? [['a user without rights', { uid: NOBODY, gid: NOBODY }] as const] : []),
];

it.runIf(canOverlay()).each(USERS)(
  'what is committed is what the call left, and what is undone is what was there before, as %s',
  (_, ids) => {
    const [file = '', ...args] = program(
      'fuzz-rounds.ts',
      isDeep ? '5000' : '1',
      `${ROUNDS}`,
      `${OPERATIONS}`,
    );
    const ran = spawnSync(file, args, { encoding: 'utf8', cwd: '/', ...ids });
    expect(ran).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^\d+ changes$/) });
    // the calls did something
    expect(Number.parseInt(ran.stdout, 10)).toBeGreaterThan(ROUNDS);
  },
);
