import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type { FailpointActs } from './failpoints.ts';
import { FAILPOINT_EXIT, failpoint, failpointFromEnv, parseFailpoints, seededRandom } from './failpoints.ts';

const noted = (): { readonly acts: FailpointActs; readonly did: string[] } => {
  const did: string[] = [];
  return {
    did,
    acts: {
      kill: () => void did.push('kill'),
      exit: () => void did.push('exit'),
      delay: (ms) => void did.push(`delay ${ms}`),
    },
  };
};

describe('a failpoint', () => {
  it('has a name with colons in it, a number and an action', () => {
    expect(parseFailpoints('settle:before-commit:12:kill, send:1:delay=5,*:3:throw')).toEqual([
      { name: 'settle:before-commit', n: 12, action: 'kill', delayMs: 100 },
      { name: 'send', n: 1, action: 'delay', delayMs: 5 },
      { name: '*', n: 3, action: 'throw', delayMs: 100 },
    ]);
  });

  it.each([
    '',
    'send',
    'send:1',
    'send:0:kill',
    'send:-1:kill',
    'send:1:explode',
    ':1:kill',
    'send:9-3@1:kill',
    'send:1.5:kill',
  ])('is not %o', (text) => {
    expect(() => parseFailpoints(text)).toThrow(expect.objectContaining({ code: 'FAILPOINT_SYNTAX' }));
  });

  it('acts the n-th time its name is reached and never again', () => {
    const { acts, did } = noted();
    const reach = failpoint(parseFailpoints('send:2:kill'), acts);
    reach('send');
    reach('other');
    expect(did).toEqual([]);
    reach('send');
    reach('send');
    expect(did).toEqual(['kill']);
  });

  it('counts every name where it is named *', () => {
    const { acts, did } = noted();
    const reach = failpoint(parseFailpoints('*:3:exit,b:1:delay=7'), acts);
    reach('a');
    reach('b');
    expect(did).toEqual(['delay 7']);
    reach('c');
    expect(did).toEqual(['delay 7', 'exit']);
  });

  it('throws with its name', () => {
    const reach = failpoint(parseFailpoints('send:1:throw'));
    expect(() => reach('send')).toThrow(
      expect.objectContaining({ code: 'FAILPOINT', message: expect.stringContaining('send') }),
    );
    expect(() => reach('send')).not.toThrow();
  });

  it('is chosen by chance, the same for a seed, and every choice comes up', () => {
    const chosen = (seed: number): number => parseFailpoints(`send:5-9@${seed}:kill`)[0]?.n ?? 0;
    const all = Array.from({ length: 200 }, (_, seed) => chosen(seed));
    expect(all).toEqual(Array.from({ length: 200 }, (_, seed) => chosen(seed)));
    expect([...new Set(all)].toSorted((a, b) => a - b)).toEqual([5, 6, 7, 8, 9]);
  });

  it('is there only where the environment asks for it', () => {
    expect(failpointFromEnv({})).toBeUndefined();
    expect(failpointFromEnv({ CALLGATE_FAILPOINT: '' })).toBeUndefined();
    expect(() => failpointFromEnv({ CALLGATE_FAILPOINT: 'x:1:throw' })?.('x')).toThrow('failpoint');
  });

  it.each([
    ['kill', { signal: 'SIGKILL', status: null, stdout: 'before' }],
    ['exit', { signal: null, status: FAILPOINT_EXIT, stdout: 'before' }],
    ['delay=1', { signal: null, status: 0, stdout: 'beforeafter' }],
  ])('does what it says to a real process: %s', (action, expected) => {
    const program = `
      const { failpointFromEnv } = await import(${JSON.stringify(new URL('failpoints.ts', import.meta.url).href)});
      const { writeSync } = await import('node:fs');
      writeSync(1, 'before');
      failpointFromEnv()('here');
      writeSync(1, 'after');
    `;
    const { signal, status, stdout } = spawnSync(
      process.execPath,
      ['--conditions=@callgate/source', '--input-type=module', '-e', program],
      { encoding: 'utf8', env: { ...process.env, CALLGATE_FAILPOINT: `here:1:${action}` } },
    );
    expect({ signal, status, stdout }).toEqual(expected);
  });
});

describe('seeded random', () => {
  it('is spread evenly from 0 to 1 and differs with its seed', () => {
    const random = seededRandom(7);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let draw = 0; draw < 10_000; draw += 1) {
      const place = Math.floor(random() * 10);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    for (const count of counts) expect(count).toBeGreaterThan(850);
    expect(seededRandom(1)()).not.toBe(seededRandom(2)());
  });
});
