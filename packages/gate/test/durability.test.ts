import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { presetPolicy } from '@callgate/policy';
import { createGate, memoryKeys } from '@callgate/gate';
import type { Gate, GateOptions } from '@callgate/gate';
import type { Store, Tx } from '@callgate/gate/store';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { describe, expect, it } from 'vitest';
import { canTrace } from './faults/strace.ts';
import { OFFICE, afterTest, call, catalogueOf, policyText, recorder, tempFolder } from './office.ts';

/** A store that says of each transaction that wrote an entry whether it may be synced later. */
const observe = (store: Store): { readonly store: Store; readonly late: boolean[] } => {
  const late: boolean[] = [];
  const watch = (tx: Tx, seen: { entries: number; late: boolean }): Tx =>
    new Proxy(tx, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: readonly unknown[]): unknown => {
          if (name === 'append') seen.entries += 1;
          if (name === 'syncLater') seen.late = true;
          return Reflect.apply(value, target, args);
        };
      },
    });
  return {
    late,
    store: new Proxy(store, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== 'transact') return typeof value === 'function' ? value.bind(target) : value;
        return async (work: (tx: Tx) => Promise<unknown>) => {
          const seen = { entries: 0, late: false };
          const done = await target.transact((tx) => work(watch(tx, seen)));
          if (seen.entries > 0) late.push(seen.late);
          return done;
        };
      },
    }),
  };
};

/** A store that is watched, and its gate. */
const watched = async (
  options: Partial<GateOptions> = {},
): Promise<{ readonly gate: Gate; readonly late: boolean[] }> => {
  const keys = memoryKeys();
  const opened = await openSqliteStore({ path: join(tempFolder(), 'gate.db'), keys });
  const { store, late } = observe(opened);
  const gate = await createGate({
    policy: presetPolicy('balanced'),
    catalogue: catalogueOf(),
    store,
    keys,
    ...options,
    limits: { sweepMs: null, ...options.limits },
  });
  afterTest(async () => {
    await gate.close();
    await opened.close();
  });
  late.length = 0;
  return { gate, late };
};

/** What each transaction of these calls says, in one session. */
const lateOf = async (
  names: readonly string[],
  options: Partial<GateOptions> = {},
): Promise<readonly boolean[]> => {
  const { gate, late } = await watched(options);
  for (const [index, name] of names.entries()) {
    const { state } = await gate.run(call(name, { n: index }), recorder().dispatch);
    expect(state).toBe('done');
  }
  return late;
};

const BOTH = [true, true];
const NEITHER = [false, false];

describe('what is synced before anybody hears of it', () => {
  it('is not the intent and the outcome of a harmless read', async () => {
    expect(await lateOf(['read_note'])).toEqual(BOTH);
  });

  it.each(['add_note', 'search_web', 'read_mail', 'read_salary', 'read_secret'])(
    'is all of %s',
    async (name) => {
      expect(await lateOf([name])).toEqual(NEITHER);
    },
  );

  it('is all of a harmless read after untrusted content', async () => {
    expect(await lateOf(['read_mail', 'read_note'])).toEqual([...NEITHER, ...NEITHER]);
  });

  it('is all of a harmless read that ends after untrusted content has come in', async () => {
    const { gate, late } = await watched();
    const note = await gate.begin(call('read_note'));
    await gate.run(call('read_mail'), recorder().dispatch);
    if (!('take' in note)) throw new Error('it did not leave');
    note.take();
    await gate.settle(note, { type: 'result', result: { content: [] } });
    expect(late).toEqual([true, ...NEITHER, false]);
  });

  it.each([
    ['reads what is not public', { returnMetadata: { source: ['internal'] } }],
    ['acts in steps of its own', { agencyHint: true }],
  ])('is all of a read that %s, the first and the next', async (_, annotations) => {
    const { annotations: harmless = {} } = OFFICE.find(({ name }) => name === 'read_note') ?? {};
    const { sensitiveDataHint: _none, ...rest } = harmless;
    const catalogue = catalogueOf([{ name: 'read', annotations: { ...rest, ...annotations } }]);
    expect(await lateOf(['read', 'read'], { catalogue })).toEqual([...NEITHER, ...NEITHER]);
  });

  it('is all of a read that the policy tells people of', async () => {
    const policy = policyText(
      'extends: balanced\nrules: [{id: told, tools: office/read_note, notify: operator, reason: somebody looks}]',
    );
    expect(await lateOf(['read_note'], { policy })).toEqual(NEITHER);
  });

  it('is all where the durability is strict', async () => {
    expect(await lateOf(['read_note'], { limits: { durability: 'strict' } })).toEqual(NEITHER);
  });

  it('is all of a policy that only observes, or that wants the whole result in the audit log', async () => {
    const observed = policyText('extends: balanced\nmode: observe');
    const full = policyText(
      'extends: balanced\nrules: [{id: full, tools: office/read_note, audit: full, reason: everything}]',
    );
    expect(await lateOf(['read_note'], { policy: observed })).toEqual(NEITHER);
    expect(await lateOf(['read_note'], { policy: full })).toEqual(NEITHER);
  });

  it('refuses a durability that there is not', async () => {
    await expect(lateOf([], { limits: { durability: 'none' as unknown as 'strict' } })).rejects.toMatchObject(
      { code: 'LIMIT_VALUE' },
    );
  });
});

const CHILD = fileURLToPath(new URL('durability-child.ts', import.meta.url));

describe.runIf(canTrace())('the log of a store', () => {
  it('is synced before work has resolved, or right after it where it may be late and changes no label', () => {
    const folder = tempFolder();
    const trace = join(folder, 'trace');
    execFileSync(
      'strace',
      [
        '-f',
        '-o',
        trace,
        '-e',
        'trace=fdatasync,write',
        process.execPath,
        '--conditions=@callgate/source',
        CHILD,
        folder,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'], timeout: 60_000 },
    );
    const steps = readFileSync(trace, 'utf8')
      .split('\n')
      .flatMap((line) => {
        if (/fdatasync\(\d+\)? +(?:= 0|<unfinished)/.test(line)) return ['sync'];
        const step = /write\(1, "step: (.+?)\\n"/.exec(line)?.[1];
        return step === undefined ? [] : [step];
      });
    expect(steps.slice(steps.indexOf('opened'), steps.lastIndexOf('a late label') + 1)).toEqual([
      'opened',
      'sync',
      'a write',
      'two late reads',
      'sync',
      'a while later',
      'sync',
      'a late label',
    ]);
  });
});
