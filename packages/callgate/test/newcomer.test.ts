import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { installed } from '../../../material/install.ts';
import type { NewcomerReport } from '../../../tools/newcomer/play-newcomer.ts';
import { playNewcomer } from '../../../tools/newcomer/play-newcomer.ts';
import { playTroubles } from '../../../tools/newcomer/play-troubles.ts';
import { BIN, ensureBuilt } from './fixtures/run-callgate.ts';

const CALLGATE = [process.execPath, BIN] as const;
const MINUTES = 60_000;

describe.skipIf(process.platform === 'win32')('a newcomer with six clients and three servers', () => {
  let report: NewcomerReport;
  beforeAll(async () => {
    ensureBuilt();
    const servers = join(await installed('newcomer'), 'node_modules');
    report = await playNewcomer({ callgate: CALLGATE, servers });
  }, 5 * MINUTES);

  it('answers at most three questions to put Callgate in front', () => {
    expect(report.isGated).toBe(true);
    expect(report.setUpQuestions.length).toBeLessThanOrEqual(3);
  });

  it('is never asked about a read, and every call runs', () => {
    expect(report.calls.filter(({ isDone }) => !isDone)).toEqual([]);
    expect(report.calls.filter(({ isRead, questions }) => isRead && questions > 0)).toEqual([]);
  });

  it('is asked once before a file is overwritten, in the client itself', () => {
    const asked = report.calls.filter(({ questions }) => questions > 0);
    expect(asked).toMatchObject([{ tool: 'write_file', questions: 1 }]);
  });

  it('has every file back byte for byte', () => {
    expect(report.changedByUndo).toEqual([]);
  });
});

describe('a server that does not work', () => {
  it(
    'shows what is wrong and what to do',
    async () => {
      ensureBuilt();
      const screens = await playTroubles(CALLGATE);
      expect(screens['wrong command']).toMatch(
        /^The client shows: failed\n.*program `no-such-program` was not found/,
      );
      expect(screens['flaky server']).toContain('Server `flaky` is gone');
      expect(screens['hung server']).toContain('is still starting');
      expect(screens['hung server']).toMatch(/hung  Starting, no answer for \d+ s/);
      expect(screens['wrong command']).toContain('Fix: Correct its command, or install the program.');
      expect(screens['flaky server']).toMatch(
        /(?:Starting again. Before|Restarted once. Last error): Server `flaky` ended \(status 3\)/,
      );
      expect(screens['sign-in needed']).toContain('requires sign-in');
    },
    3 * MINUTES,
  );
});
