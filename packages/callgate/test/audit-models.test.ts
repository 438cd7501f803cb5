import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL, describeTool, traceTool } from '@callgate/core';
import { createGate, openKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import { beforeAll, expect, it } from 'vitest';
import type { CommandResult } from './fixtures/run-callgate.ts';
import { runCallgate, ensureBuilt } from './fixtures/run-callgate.ts';

const HOME = mkdtempSync(join(tmpdir(), 'callgate-audit-models-'));
const DB = join(HOME, 'callgate.db');
const EVIL = 'big|<b>\u202E`x`';

const definition: JsonObject = {
  name: 'read',
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: { type: 'object' },
};
const read = traceTool(describeTool({ server: 'farm', trust: 'trusted', definition }), definition, {});

let call = '';

beforeAll(async () => {
  ensureBuilt();
  const keys = openKeys(join(HOME, 'callgate.key'));
  const store = await openSqliteStore({ path: DB, keys });
  const policy = presetPolicy('balanced');
  const remember = { path: join(HOME, 'callgate.anchors') };
  const gate = await createGate({ policy, store, keys, catalogue: { find: () => read }, remember });
  const who = { principal: LOCAL_PRINCIPAL, context: 'c', authenticated: true } as const;
  const done = await gate.run(
    { kind: 'tool', server: 'farm', name: 'read', arguments: {}, ...who },
    async (out) => {
      out.take();
      return { type: 'result', result: {} };
    },
  );
  call = done.call;
  const context = { principal: 'local', context: 'c', authenticated: true } as const;
  const reasons = ['farm/read asks for 0.1'];
  await gate.rerouted({ context, call, model: 'small', instead: 'medium', reasons, cost: 0.01, saved: 0.25 });
  await gate.rerouted({ context, model: 'small', instead: 'medium', reasons, cost: 0.01, saved: 0.5 });
  await gate.rerouted({ context, model: EVIL, instead: 'medium', reasons, cost: 0.2, saved: -0.1 });
  await gate.close();
  await store.close();
});

const audit = (...args: string[]): Promise<CommandResult> => runCallgate(['audit', ...args, '--db', DB]);

it('a rerouted step is told in words, exported, and verified', async () => {
  const tail = await audit('--entries');
  expect(tail.out).toContain('small in place of medium; about 0.25 cheaper a step; farm/read asks for 0.1');
  expect(tail.out).not.toContain('\u202E');
  const shown = await audit(call);
  expect(shown.out).toContain('rerouted');
  expect(shown.out).toContain('"instead"');
  const csv = await audit('--export', '-', '--format', 'csv');
  expect(csv.out).toMatch(/"rerouted","allowed","local","farm\/read".*about 0\.25 cheaper/);
  expect(await audit('verify')).toMatchObject({ code: 0 });
});

it('the report says how often and what it saved', async () => {
  const { out, code } = await audit('--export', '-', '--format', 'markdown');
  expect(code).toBe(0);
  expect(out).toContain('## Rerouted models');
  expect(out).toContain('3 steps rerouted; estimated 0.65 saved');
  expect(out).toMatch(/^\| `medium` \| `small` \| 2 \| 0\.75 \|$/m);
  expect(out).toMatch(/^\| `medium` \| .*⟦U\+202E⟧.* \| 1 \| -0\.1 \|$/m);
  expect((await audit('--export', '-', '--format', 'html')).out).not.toContain('<b>');
});
