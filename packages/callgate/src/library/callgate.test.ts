import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdCommand } from '@callgate/contract/command';
import { verifyAuditLog } from '@callgate/gate';
import { openStoreReader } from '@callgate/gateway/store';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import type { Callgate, CallgateOptions } from './index.ts';
import { callbackChannel, callgate } from './index.ts';

const open = async (options: CallgateOptions = {}): Promise<Callgate> => {
  const gate = await callgate({ store: 'memory', ...options });
  onTestFinished(() => gate.close());
  return gate;
};

const READS = { readOnlyHint: true, openWorldHint: false };
const WRITES = { readOnlyHint: false, destructiveHint: true };

const statesOf = async (gate: Callgate): Promise<readonly string[]> =>
  (await gate.desk.read.callsAfter('', 100)).map(
    ({ server, target, state }) => `${server}/${target} ${state}`,
  );

describe('calls that an agent intends', () => {
  it('are one question, and each runs once when it comes as it was listed and approved', async () => {
    const asked: (readonly string[])[] = [];
    const gate = await open({
      channels: [
        callbackChannel({
          ask: ({ target }) => {
            asked.push([target]);
            return Promise.resolve(null);
          },
          askTogether: (questions) => {
            asked.push(questions.map(({ target }) => target));
            // calls that were not planned can come together too, on a slow machine
            if (asked.length > 1) return Promise.resolve([]);
            return Promise.resolve(
              questions.map(({ call, target }) => ({
                call,
                verdict: target === 'wipe' ? ('approve' as const) : ('refuse' as const),
                subject: 'local',
                opened: true,
              })),
            );
          },
        }),
      ],
    });
    const wiped: unknown[] = [];
    const turn = gate.turn({ conversation: 'c', messages: 'tidy up' });
    const parameters = { type: 'object', properties: { id: { type: 'number' } } } as const;
    const tools = turn.functions(
      {
        look: { description: 'Looks', parameters, execute: () => 'seen' },
        wipe: { description: 'Wipes', parameters, execute: (input: unknown) => wiped.push(input) },
        drop: { description: 'Drops', parameters, execute: () => 'dropped' },
      },
      { trust: 'owned', annotations: { look: READS, wipe: WRITES, drop: WRITES }, waitMs: 50 },
    );
    const planned = await turn.plan([
      { tool: 'look', args: { id: 1 } },
      { tool: 'wipe', args: { id: 7 } },
      { tool: 'drop', args: { id: 8 } },
    ]);
    expect(planned.map(({ state }) => state)).toEqual(['auto', 'held', 'held']);
    await expect.poll(() => statesOf(gate)).toEqual(['app/wipe approved', 'app/drop refused']);
    expect(asked).toEqual([['wipe', 'drop']]);
    await tools.wipe({ id: 7 });
    expect(wiped).toEqual([{ id: 7 }]);
    await expect(tools.wipe({ id: 8 })).rejects.toMatchObject({ code: 'CALL_HELD' });
    await expect(tools.wipe({ id: 7 })).rejects.toMatchObject({ code: 'CALL_HELD' });
    expect(wiped).toHaveLength(1);
  });
});

it('a tool that is a command is believed as far as its sandbox holds it, and a function only declares', async () => {
  const gate = await open();
  const held = await holdCommand({
    definition: { name: 'list', inputSchema: {}, annotations: READS },
    command: '/bin/echo',
    args: ({ text }) => [String(text)],
    sandbox: 'prefer',
  });
  const parameters = { type: 'object', properties: { text: { type: 'string' } } } as const;
  const turn = gate.turn({ conversation: 'c', messages: 'look' });
  const tools = turn.functions(
    {
      list: {
        description: 'Lists',
        parameters,
        execute: async (input: { text: string }, options) => (await held.run(input, options)).stdout,
      },
      look: { description: 'Looks', parameters, execute: () => 'seen' },
    },
    {
      annotations: { list: READS, look: READS },
      operator: { list: { contract: held.contract } },
      waitMs: 50,
    },
  );
  const isEnforced = held.contract.place?.level === 'enforced';
  const listed = tools.list({ text: 'a' });
  if (isEnforced) expect(await listed).toBe('a\n');
  else await expect(listed).rejects.toMatchObject({ code: 'CALL_HELD' });
  // its server is not trusted, and nothing holds a function
  await expect(tools.look({ text: 'a' })).rejects.toMatchObject({ code: 'CALL_HELD' });
  const { items } = await gate.desk.read.search({ target: 'list' }, { limit: 1 });
  expect(items[0]?.decision.beliefs['readOnly']?.ground).toBe(isEnforced ? 'contract' : 'default');
});

describe('a gate for a program', () => {
  it('decides about a tool that nobody has described as carefully as it can', async () => {
    const gate = await open({ policy: 'balanced' });
    const { outcome, reasons } = await gate.decide('notes/delete_note', { id: 7 });
    expect(outcome).toBe('confirm');
    expect(reasons).not.toEqual([]);
    expect(await statesOf(gate)).toEqual([]);
  });

  it('takes whole requests as well, as every gate does', async () => {
    const gate = await open();
    const judged = await gate.decide({
      kind: 'tool',
      server: 'notes',
      name: 'delete_note',
      principal: { subject: 'ann', kind: 'human', groups: [], roles: [], delegation: [] },
      context: 'c',
      authenticated: true,
      arguments: {},
    });
    expect(judged.decision.outcome).toBe('confirm');
    expect(gate.policy.name).toBe('balanced');
    expect('turn' in gate && 'begin' in gate).toBe(true);
  });

  it('refuses a user, a tool or a policy of another kind, and takes nobody for the local user', async () => {
    const gate = await open();
    const badUser = (user: unknown): unknown =>
      Reflect.apply(gate.turn, undefined, [{ user, conversation: 'c', messages: 'x' }]);
    for (const user of [7, null, {}, '', { subject: '' }, { subject: 7 }, ['ann']])
      expect(() => badUser(user)).toThrow(expect.objectContaining({ code: 'CALL_PRINCIPAL' }));
    for (const tool of [7, null, undefined, true])
      await expect(Reflect.apply(gate.decide, undefined, [tool, {}])).rejects.toMatchObject({
        code: 'CALL_NAME',
      });
    for (const policy of [7, null, {}, [7]])
      await expect(Reflect.apply(callgate, undefined, [{ policy, store: 'memory' }])).rejects.toMatchObject({
        code: 'POLICY_UNREADABLE',
      });
  });

  it('refuses a policy that is none', async () => {
    await expect(callgate({ policy: 'balancde', store: 'memory' })).rejects.toMatchObject({
      code: 'POLICY_UNREADABLE',
    });
  });

  it('takes a loaded policy', async () => {
    const first = await open({ policy: 'strict' });
    const gate = await open({ policy: first.policy });
    expect(gate.policy.revision).toBe(first.policy.revision);
  });

  it('keeps what happened in a folder, which the next one opens', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'callgate-library-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const store = join(folder, 'home');
    for (const id of ['one', 'two']) {
      const gate = await callgate({ store });
      const turn = gate.turn({ conversation: 'c' });
      const { look } = turn.functions(
        { look: { annotations: READS, execute: () => id } },
        { trust: 'owned' },
      );
      expect(await look({})).toBe(id);
      await gate.close();
    }
    expect(existsSync(join(store, 'callgate.key'))).toBe(true);
    const reader = await openStoreReader(join(store, 'callgate.db'));
    onTestFinished(() => reader.close());
    expect((await reader.read.callsAfter('', 10)).map(({ state }) => state)).toEqual(['done', 'done']);
  });
});

describe('a store in memory', () => {
  it('writes no file, and takes many calls at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'callgate-none-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    for (const name of [
      'TMPDIR',
      'HOME',
      'XDG_DATA_HOME',
      'XDG_CONFIG_HOME',
      'XDG_STATE_HOME',
      'CALLGATE_HOME',
    ])
      vi.stubEnv(name, folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const gate = await open();
    const turn = gate.turn({ conversation: 'c' });
    const { look } = turn.functions(
      { look: { annotations: READS, execute: ({ id }: { id: number }) => id } },
      { trust: 'owned' },
    );
    const ids = Array.from({ length: 20 }, (_, id) => id);
    const reads = Promise.all(ids.map(() => statesOf(gate)));
    expect(await Promise.all(ids.map((id) => look({ id })))).toEqual(ids);
    await reads;
    expect(await statesOf(gate)).toEqual(ids.map(() => 'app/look done'));
    expect((await verifyAuditLog(gate.desk.read)).ok).toBe(true);
    expect(gate.desk.storeProblem()).toBeUndefined();
    await gate.close();
    expect(readdirSync(folder)).toEqual([]);
    await expect(gate.desk.read.head()).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });

  it('is not shared between two gates', async () => {
    const [one, other] = [await open(), await open()];
    const { look } = one
      .turn({ conversation: 'c' })
      .functions({ look: { annotations: READS, execute: () => 1 } }, { trust: 'owned' });
    await look({});
    expect(await statesOf(other)).toEqual([]);
  });
});

describe('mistakes of a program', () => {
  const refusal = async (work: () => unknown): Promise<unknown> => {
    try {
      await work();
    } catch (error) {
      return error;
    }
    return undefined;
  };

  it('are options that do not exist', async () => {
    const typo = { polcy: 'strict', store: 'memory' };
    expect(await refusal(() => callgate(typo))).toMatchObject({
      code: 'OPTION_UNKNOWN',
      help: 'Did you mean `policy`?',
    });
    const gate = await open();
    expect(() => Reflect.apply(gate.turn, undefined, [{ conversation: 'c', usr: 'ann' }])).toThrow(
      expect.objectContaining({ code: 'OPTION_UNKNOWN', help: 'Did you mean `user`?' }),
    );
    expect(() => Reflect.apply(gate.turn, undefined, [{}])).toThrow(
      expect.objectContaining({ code: 'CALL_CONTEXT' }),
    );
    const turn = gate.turn({ conversation: 'c' });
    expect(() => Reflect.apply(turn.functions, turn, [{ look: () => 1 }, { trsut: 'owned' }])).toThrow(
      expect.objectContaining({ code: 'OPTION_UNKNOWN' }),
    );
  });

  it.each(['memry', 'Memory', ':memory:', 'mysql://host/data', ''])(
    'are stores that are none: %j',
    async (store) => {
      expect(await refusal(() => callgate({ store }))).toMatchObject({ code: 'STORE_OPTION' });
      expect(store !== '' && existsSync(store)).toBe(false);
    },
  );

  it('are votes that are none', async () => {
    const turn = (await open()).turn({ conversation: 'c' });
    const question = { call: 'a', binding: 'b' };
    const vote = { question, approved: true, subject: 'ann', opened: true };
    const wrong = [
      undefined,
      'yes',
      {},
      { ...vote, question: undefined },
      { ...vote, question: {} },
      { ...vote, approved: 'yes' },
      { ...vote, subject: undefined },
      { ...vote, opened: 1 },
      { ...vote, via: 'phone' },
      { ...vote, reason: 7 },
      { ...vote, grant: true },
      { ...vote, grant: { kind: 'session' } },
    ];
    for (const each of wrong)
      await expect(Reflect.apply(turn.vote, turn, [each])).rejects.toMatchObject({ code: 'VOTE_INVALID' });
    await expect(turn.vote(vote)).rejects.toMatchObject({ name: 'CallgateError', code: 'CALL_UNKNOWN' });
  });

  it('are trust levels and tools that are none, at once', async () => {
    const turn = (await open()).turn({ conversation: 'c' });
    expect(() => Reflect.apply(turn.functions, turn, [{ look: () => 1 }, { trust: 'own' }])).toThrow(
      expect.objectContaining({ code: 'OPTION_VALUE', help: 'Use untrusted, trusted, owned.' }),
    );
    for (const tool of [{}, { execute: 'look' }, null, 'look'])
      for (const wrap of [turn.functions, turn.openai, turn.openaiChat, turn.google])
        expect(() => Reflect.apply(wrap, turn, [{ tool }])).toThrow(
          expect.objectContaining({ code: 'TOOL_NOT_RUN_HERE' }),
        );
  });

  it('are calls of a turn that is closed', async () => {
    const turn = (await open()).turn({ conversation: 'c' });
    await turn.close();
    await expect(turn.decide('look')).rejects.toMatchObject({ code: 'TURN_CLOSED' });
    expect(() => turn.functions({ look: () => 1 })).toThrow(expect.objectContaining({ code: 'TURN_CLOSED' }));
    expect(await turn.pending()).toEqual([]);
    await turn.close();
  });
});

describe('a call that waits for approval', () => {
  it('says once how to answer, where the gate asks nobody', async () => {
    const told: string[] = [];
    const written = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      told.push(String(text));
      return true;
    });
    onTestFinished(() => written.mockRestore());
    const gate = await open();
    const turn = gate.turn({ conversation: 'c' });
    expect((await turn.decide('wipe')).help).toContain('turn.vote()');
    expect((await gate.decide('app/wipe')).help).toContain('turn.vote()');
    const { wipe } = turn.functions({ wipe: () => 1 }, { waitMs: 1 });
    for (const id of [1, 2]) await expect(wipe({ id })).rejects.toMatchObject({ code: 'CALL_HELD' });
    expect(told.filter((text) => text.startsWith('callgate: app/wipe waits for approval. '))).toHaveLength(1);
  });

  it('says nothing where the gate has a channel', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => written.mockRestore());
    const gate = await open({
      channels: [callbackChannel({ name: 'test', ask: () => Promise.resolve(null) })],
    });
    const turn = gate.turn({ conversation: 'c' });
    expect((await turn.decide('wipe')).help).toBeUndefined();
    const { wipe } = turn.functions({ wipe: () => 1 }, { waitMs: 1 });
    await expect(wipe({})).rejects.toMatchObject({ code: 'CALL_HELD' });
    expect(written).not.toHaveBeenCalled();
  });
});

describe('plain functions', () => {
  it('run where policy lets them, with the arguments that were judged', async () => {
    const gate = await open();
    const turn = gate.turn({ user: { subject: 'ann' }, conversation: 'c', messages: 'look at x' });
    const { look } = turn.functions(
      {
        look: {
          description: 'Look at a thing',
          inputSchema: z.object({ at: z.string() }),
          annotations: READS,
          execute: ({ at }: { at: string }) => `seen ${at}`,
        },
      },
      { trust: 'owned' },
    );
    expect(await look({ at: 'x' })).toBe('seen x');
    expect(await statesOf(gate)).toEqual(['app/look done']);
    // @ts-expect-error the input has a type
    await expect(look({ at: 7 })).rejects.toMatchObject({ code: 'ARGUMENTS_INVALID' });
  });

  it('do not run by themselves where the program does not say that it trusts them', async () => {
    const gate = await open();
    const turn = gate.turn({ conversation: 'c' });
    let ran = false;
    const { wipe } = turn.functions(
      {
        wipe: () => {
          ran = true;
        },
      },
      { waitMs: 1 },
    );
    await expect(wipe({})).rejects.toMatchObject({ code: 'CALL_HELD' });
    expect(ran).toBe(false);
    expect((await turn.pending()).map(({ question }) => question?.call)).toHaveLength(1);
  });

  it('run once a person has approved them', async () => {
    const gate = await open();
    const turn = gate.turn({ conversation: 'c' });
    const { wipe } = turn.functions(
      { wipe: { annotations: WRITES, execute: ({ id }: { id: number }) => ({ wiped: id }) } },
      { trust: 'owned' },
    );
    const running = wipe({ id: 7 }, { id: 'call-1' });
    await expect.poll(async () => (await turn.pending()).length).toBe(1);
    const [first] = await turn.pending();
    const question = first?.question;
    if (question === undefined) throw new Error('nobody is asked');
    const { state } = await turn.vote({ question, approved: true, subject: 'local', opened: true });
    expect(state).toBe('approved');
    expect(await running).toEqual({ wiped: 7 });
    expect(await turn.pending()).toEqual([]);
  });

  it('are quarantined where another turn registers another tool under the same name', async () => {
    const gate = await open();
    const reads = { annotations: READS, execute: () => 'seen' };
    const first = gate.turn({ conversation: 'a' });
    expect(await first.functions({ look: reads }, { trust: 'owned' }).look({})).toBe('seen');
    const again = gate.turn({ conversation: 'b' });
    expect(await again.functions({ look: reads }, { trust: 'owned' }).look({})).toBe('seen');
    const other = gate.turn({ conversation: 'c' });
    const { look } = other.functions({ look: reads }, { trust: 'trusted', waitMs: 1 });
    await expect(look({})).rejects.toMatchObject({ name: 'CallgateError' });
    expect((await first.decide('look')).outcome).not.toBe('auto');
  });

  it('need a schema that can say what it takes', async () => {
    const turn = (await open()).turn({ conversation: 'c' });
    const tool = { inputSchema: { '~standard': { version: 1 } }, execute: () => '' };
    expect(() => turn.functions({ tool })).toThrow(expect.objectContaining({ code: 'TOOL_SCHEMA' }));
    expect(() => turn.functions({ tool: { ...tool, inputSchema: 7 } })).toThrow(/not JSON Schema/);
  });
});

describe('a turn', () => {
  it('hears the person before it judges', async () => {
    const gate = await open();
    const turn = gate.turn({
      user: 'ann',
      conversation: 'c',
      messages: [
        'earlier',
        { role: 'assistant', content: 'yes?' },
        { role: 'user', content: 'wipe note 7' },
        {},
      ],
    });
    const name = { principal: 'ann', context: 'c', authenticated: true };
    await turn.decide('wipe', { id: 7 });
    expect((await gate.session(name)).said).toEqual([]);
    await gate.turn({ user: 'ann', conversation: 'c', messages: 'wipe note 7' }).decide('wipe', { id: 7 });
    expect((await gate.session(name)).said.map(({ text }) => text)).toEqual(['wipe note 7']);
  });

  it('judges nothing where its tools cannot be read, and another turn may', async () => {
    const gate = await open();
    const tools = { look: { inputSchema: {}, metadata: { annotations: READS }, execute: () => 'seen' } };
    const turn = gate.turn({ conversation: 'c' });
    const wrapped = turn.aiSdk(tools);
    const execute = wrapped.tools.look.execute as (input: object, options: object) => unknown;
    await expect(Promise.resolve(execute({}, {}))).rejects.toMatchObject({ code: 'TOOL_SCHEMA' });
    const next = gate.turn({ conversation: 'c' });
    const schema = { jsonSchema: { type: 'object' } };
    const better = next.aiSdk({ look: { ...tools.look, inputSchema: schema } }, { trust: 'owned' });
    const run = better.tools.look.execute as (input: object, options: object) => unknown;
    expect(await run({}, {})).toBe('seen');
  });

  it('records what was let out and never ran', async () => {
    const gate = await open();
    const turn = gate.turn({ conversation: 'c' });
    const { tools, toolApproval } = turn.aiSdk(
      { look: { metadata: { annotations: READS }, execute: () => 'seen' } },
      { trust: 'owned' },
    );
    const toolCall = { toolCallId: 'call-1', toolName: 'look', input: {} };
    expect(await toolApproval({ toolCall, tools })).toEqual({ type: 'approved' });
    await turn.close();
    expect(await statesOf(gate)).toEqual(['app/look failed']);
  });
});
