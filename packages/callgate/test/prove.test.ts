import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, Outcome, Policy } from '@callgate/core';
import { decide, isJsonObject, traceTool } from '@callgate/core';
import { receiveArguments } from '@callgate/core/receive';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readCatalogue } from '../src/catalogue/read-catalogue.ts';
import { openPolicy } from '../src/input/open-policy.ts';
import { buildDecisionInput, readPrincipal, readSessionFacts } from '../src/input/session-facts.ts';
import { runCallgate } from './fixtures/run-callgate.ts';

interface CaseEntry {
  readonly args: JsonObject;
  readonly session: JsonObject;
  readonly principal: JsonObject;
  readonly at: string;
  readonly expect: Outcome;
}

const folder = mkdtempSync(join(tmpdir(), 'cg-prove-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | object): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const LAX = file('lax.yaml', 'rules: [{id: all, when: tool.described == yes, then: auto, reason: fine}]\n');

const TOOLS = [
  { name: 'fetch_page', annotations: { readOnlyHint: true, openWorldHint: false, unsafeOutputHint: true } },
  { name: 'delete_file', annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false } },
];

const prove = (...args: readonly string[]): ReturnType<typeof runCallgate> => runCallgate(['prove', ...args]);

describe('callgate prove', () => {
  it('proves the built-in properties of a preset', async () => {
    const { code, out: stdout } = await prove('balanced');
    expect(stdout).toMatch(/7 properties proved, 0 not/);
    expect(code).toBe(0);
  });

  it('shows a call that breaks a property, as a case that fails until the policy is corrected', async () => {
    const { code, out: stdout } = await prove(LAX, '--never', 'tool.destroys == yes && args.amount > 100');
    expect(code).toBe(1);
    expect(stdout).toContain('NOT TRUE');
    const yaml = stdout.slice(stdout.indexOf('  policy:'), stdout.indexOf('0 properties'));
    const tests: unknown = parse(yaml.replaceAll(/^ {2}/gm, ''));
    if (!isJsonObject(tests)) throw new Error(yaml);
    expect(tests).toMatchObject({ policy: LAX, cases: [{ args: { amount: 101 }, expect: 'confirm' }] });
    const [entry] = tests['cases'] as unknown as readonly [CaseEntry];
    const [server] = readCatalogue(file('found.json', { servers: tests['servers'] }), {
      trust: undefined,
    }).servers;
    const [tool] = server?.tools ?? [];
    const [definition] = server?.definitions ?? [];
    if (tool === undefined || definition === undefined) throw new Error(yaml);
    const outcomeUnder = (policy: Policy): Outcome => {
      const { arguments: args } = receiveArguments(entry.args);
      const facts = readSessionFacts(entry.session)(traceTool(tool, definition), args);
      const time = { at: Date.parse(entry.at), offsetMinutes: 0 };
      return decide(
        policy,
        buildDecisionInput(policy, tool, facts, readPrincipal(entry.principal), args, time),
      ).outcome;
    };
    expect(outcomeUnder(openPolicy([LAX]))).toBe('auto');
    expect(outcomeUnder(openPolicy(['strict']))).toBe(entry.expect);
  });

  it('takes several conditions, and prints JSON with whole inputs', async () => {
    const { code, out: stdout } = await prove(
      LAX,
      '--never',
      'tool.described == no',
      '--always',
      'tool.described == yes',
      '--always',
      'tool.mutates == no',
      '--json',
    );
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      proofs: [
        { property: { kind: 'never' }, result: 'proved' },
        { property: { kind: 'always' }, result: 'proved' },
        {
          result: 'disproved',
          counterexample: { input: { v: 1 }, decision: { outcome: 'auto' } },
          tests: { policy: LAX },
        },
      ],
    });
  });

  it('tells of a rule that never matches, and exits with 2 where something is undecided', async () => {
    const idle = file(
      'idle.yaml',
      'extends: balanced\nrules: [{id: odd, when: args.a == 1 && args.a == 2, then: block, reason: odd}]\n',
    );
    const told = await prove(idle);
    expect(told.code).toBe(1);
    expect(told.out).toContain('odd never matches');
    const odd = file(
      'odd.yaml',
      'rules: [{id: odd, when: tool.described == yes && size(args.a) > 1 && size(args.a) < 2, then: auto, reason: odd}]\n',
    );
    const open = await prove(odd, '--never', 'tool.described == yes');
    expect(open.out).toContain('UNDECIDED');
    expect(open.code).toBe(2);
  });

  it('says that an observing policy holds nothing', async () => {
    const { code, err } = await prove('observe', '--always', 'tool.described == yes');
    expect(code).toBe(0);
    expect(err).toContain('only observes');
  });

  it('refuses a condition that cannot be used', async () => {
    const { code, err: stderr } = await prove('balanced', '--never', 'tool.destroy == yes');
    expect(code).toBe(1);
    expect(stderr).toMatch(/CONDITION_FIELD.*`tool` has no field `destroy`/s);
  });
});

describe('callgate prove --catalogue', () => {
  const saved = file('tools.json', { tools: TOOLS });

  it('shows the shortest chain of calls that run with nobody asked', async () => {
    const { code, out: stdout } = await prove(
      LAX,
      '--catalogue',
      saved,
      '--server',
      'files',
      '--trust',
      'trusted',
    );
    expect(stdout).toMatch(/YES .*destroy.*\n\s+# 1\. files\/fetch_page .*\n\s+# 2\. files\/delete_file/);
    expect(code).toBe(1);
    const [, chain = ''] = stdout.split(/^YES .*$/m);
    const tests = file('chain.test.yaml', chain.replaceAll(/^ {2}/gm, ''));
    const before = await runCallgate(['test', tests]);
    expect([before.code, before.out]).toEqual([2, expect.stringContaining('2 cases, 1 failed')]);
    const corrected = file('strict.test.yaml', chain.replaceAll(/^ {2}/gm, '').replace(LAX, 'strict'));
    const after = await runCallgate(['test', corrected]);
    expect(after.out).not.toContain('delete_file');
  });

  it('proves how many people must agree', async () => {
    const pay = file(
      'pay.yaml',
      'extends: balanced\nrules: [{id: dear, tools: "bank/*", when: args.amount > 1000, then: confirm, approvers: 2, reason: dear}]\n',
    );
    const dear = 'decision.outcome == "confirm" && glob(server.name, "bank") && args.amount >= ';
    const held = await prove(pay, '--never', `${dear} 1001 && decision.approvers < 2`);
    expect([held.code, held.out]).toEqual([0, expect.stringContaining('PROVED')]);
    const lax = await prove(pay, '--never', `${dear} 1000 && decision.approvers < 2`);
    expect([lax.code, lax.out]).toEqual([1, expect.stringContaining('NOT TRUE')]);
    const over = await prove(pay, '--never', 'decision.approvers > 2');
    expect(over.code).toBe(0);
  });

  it('says no where people are asked', async () => {
    const { code, out: stdout } = await prove('balanced', '--catalogue', saved, '--trust', 'trusted');
    expect(stdout.match(/^NO /gm)).toHaveLength(2);
    expect(code).toBe(0);
  });

  it('reads manifests and locks', async () => {
    const manifest = file(
      'manifest.yaml',
      `manifest: 1
tools:
  - {name: fetch_page, description: Fetch a page, inputSchema: {type: object}, hints: {readOnly: true, openWorld: false, unsafeOutput: true}}
  - {name: delete_file, description: Delete a file, inputSchema: {type: object}, hints: {readOnly: false, destructive: true, openWorld: false}}
`,
    );
    expect((await prove(LAX, '--catalogue', manifest, '--trust', 'owned')).out).toMatch(/YES .*destroy/);
    const digest = `sha256:${'0'.repeat(64)}`;
    const lock = file('callgate.lock.yaml', {
      version: 1,
      servers: {
        files: {
          identity: digest,
          tools: {
            fetch_page: {
              definition: digest,
              claims: { readOnly: 'yes', openWorld: 'no', unsafeOutput: 'yes' },
            },
            delete_file: {
              definition: digest,
              classification: {
                set: { readOnly: 'no', destructive: 'yes' },
                by: 'me',
                at: '2026-11-19T12:00:00Z',
                why: 'it deletes',
              },
            },
          },
          prompts: {},
          templates: {},
        },
      },
    });
    expect((await prove(LAX, '--catalogue', lock, '--trust', 'trusted')).out).toMatch(/YES .*destroy/);
    expect((await prove('balanced', '--catalogue', lock)).out.match(/^NO /gm)).toHaveLength(2);
  });
});

it('callgate check --prove tells of warnings and proofs', async () => {
  const { code, out: stdout } = await runCallgate(['check', '--prove', LAX]);
  expect(stdout).toMatch(/NOT TRUE .*confirmation/);
  expect(stdout).toMatch(/1 rule, 0 warnings/);
  expect(code).toBe(1);
  const json = await runCallgate(['check', '--prove', '--json', 'balanced']);
  expect(JSON.parse(json.out)).toMatchObject({
    problems: [],
    proofs: Array.from({ length: 7 }, () => ({ result: 'proved' })),
  });
});
