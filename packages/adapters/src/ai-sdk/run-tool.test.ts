import { NotSentError } from '@callgate/gate';
import type { ToolSet } from 'ai';
import { generateText, isStepCount, jsonSchema, tool } from 'ai';
import { expect, it } from 'vitest';
import { userMessages, callsOf, host, openGate, statesOf } from '../../test/conversation.ts';
import { callsTurn, textTurn, createScript } from '../../test/scripted-model.ts';
import type { HostOptions } from './index.ts';
import { gatedTools, toolApproval } from './index.ts';

const READS = { readOnlyHint: true, openWorldHint: false };
const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

const anything = jsonSchema<Record<string, unknown>>({ type: 'object' });

type Work = (input: Record<string, unknown>, options: { readonly abortSignal?: AbortSignal }) => unknown;

const toolOf = (annotations: Record<string, boolean>, execute: Work): ToolSet => ({
  job: tool({
    inputSchema: anything,
    metadata: { annotations },
    execute: (input, options) => execute(input, options),
  }),
});

interface Ran {
  readonly states: readonly string[];
  /** What the model saw. */
  readonly shown: string;
}

const runOnce = async (
  tools: ToolSet,
  name = 'job',
  input: object = {},
  more: Partial<HostOptions> = {},
  abortSignal?: AbortSignal,
): Promise<Ran> => {
  const gate = await openGate(tools);
  const script = createScript([callsTurn([{ id: 'c', tool: name, input }]), textTurn('ok')]);
  const { responseMessages } = await generateText({
    model: script.model,
    tools: gatedTools(gate, tools, { ...host, ...more }),
    toolApproval: toolApproval(gate),
    messages: userMessages('go'),
    stopWhen: isStepCount(2),
    ...(abortSignal === undefined ? {} : { abortSignal }),
  }).catch((error: unknown) => ({ responseMessages: [{ role: 'error', content: String(error) }] }));
  return { states: await statesOf(gate), shown: script.shown[1] ?? JSON.stringify(responseMessages) };
};

it('gives the tool ordinary objects that it may change', async () => {
  const got: unknown[] = [];
  const tools = toolOf(READS, (input) => {
    got.push(Object.getPrototypeOf(input) === Object.prototype, Object.isFrozen(input));
    return null;
  });
  await runOnce(tools, 'job', { a: { b: 1 } });
  expect(got).toEqual([true, false]);
});

it('runs a tool that needs itself', async () => {
  const job = {
    inputSchema: anything,
    metadata: { annotations: READS },
    greeting: 'hello',
    execute(): string {
      return this.greeting;
    },
  };
  expect((await runOnce({ job })).shown).toContain('"value":"hello"');
});

it('gives the tool what was judged, whatever becomes of the input meanwhile', async () => {
  const got: unknown[] = [];
  const tools = toolOf(READS, (input) => {
    got.push(input['to']);
    return null;
  });
  const gate = await openGate(tools);
  const gated = gatedTools(gate, tools, host);
  const input = { to: 'bob' };
  const approve = toolApproval(gate);
  await approve({ toolCall: { toolCallId: 'c', toolName: 'job', input }, tools: gated });
  input.to = 'ann';
  const execute = async (to: string): Promise<unknown> =>
    await gated['job']?.execute?.({ to }, { toolCallId: 'c', messages: [], context: {} });
  await expect(execute('eve')).rejects.toThrow('Another call has this key');
  await execute('bob');
  await expect(execute('bob')).rejects.toThrow('does not run twice');
  expect(got).toEqual(['bob']);
});

it('takes members that are undefined for absent ones', async () => {
  const got: unknown[] = [];
  const tools = toolOf(READS, (input) => void got.push(input));
  const gate = await openGate(tools);
  const gated = gatedTools(gate, tools, host);
  const input = { a: undefined, b: [{ c: undefined, d: 1 }] };
  const { type } = await toolApproval(gate)({
    toolCall: { toolCallId: 'c', toolName: 'job', input },
    tools: gated,
  });
  await gated['job']?.execute?.(input, { toolCallId: 'c', messages: [], context: {} });
  expect(type).toBe('approved');
  expect(got).toStrictEqual([{ b: [{ d: 1 }] }]);
});

it('does not run a tool with what JSON cannot say', async () => {
  const got: unknown[] = [];
  const tools = toolOf(READS, (input) => void got.push(input));
  const gate = await openGate(tools);
  const gated = gatedTools(gate, tools, host);
  const itself: Record<string, unknown> = {};
  itself['self'] = itself;
  for (const input of [{ at: new Date(0) }, itself, [1], 'text', null])
    expect(
      await toolApproval(gate)({ toolCall: { toolCallId: 'c', toolName: 'job', input }, tools: gated }),
    ).toMatchObject({ type: 'denied' });
  expect(got).toEqual([]);
});

it('releases what was recorded: JSON, and not what the tool held in its hands', async () => {
  const { shown, states } = await runOnce(
    toolOf(READS, () => ({ at: new Date(0), nothing: undefined, toJSON: undefined })),
  );
  expect(states).toEqual(['job done']);
  expect(shown).toContain('"value":{"at":"1970-01-01T00:00:00.000Z"}');
});

it.each([
  ['has failed where it only reads', READS, 'job failed'],
  ['has run where it changes something', WRITES, 'job done'],
])('a tool whose result has no JSON %s, and nothing of it is released', async (_, annotations, state) => {
  const { shown, states } = await runOnce(toolOf(annotations, () => ({ amount: 10n, secret: 'abc' })));
  expect(states).toEqual([state]);
  expect(shown).toContain('cannot be kept as JSON');
  expect(shown).not.toContain('abc');
});

it('counts a result that says so itself as an error', async () => {
  const tools = toolOf(READS, () => ({ isError: true, content: [] }));
  const gate = await openGate(tools);
  const gated = gatedTools(gate, tools, host);
  await gated['job']?.execute?.({}, { toolCallId: 'c', messages: [], context: {} });
  const [row] = await callsOf(gate);
  const rows = await gate.desk.read.rowsOfCall(row?.id ?? '');
  expect(new TextDecoder().decode(rows.at(-1)?.bytes)).toContain('"isError":true');
});

it('knows that a tool which only reads has failed when it throws', async () => {
  const { shown, states } = await runOnce(
    toolOf(READS, () => {
      throw new Error('no such note');
    }),
  );
  expect(states).toEqual(['job failed']);
  expect(shown).toContain('no such note');
});

it('does not know what became of a change when the tool throws', async () => {
  const { shown, states } = await runOnce(
    toolOf(WRITES, () => {
      throw new Error('connection reset');
    }),
  );
  expect(states).toEqual(['job indeterminate']);
  expect(shown).toContain('connection reset');
});

it.each<[string, Partial<HostOptions>, Error]>([
  ['the tool says that nothing was sent', {}, new NotSentError('offline')],
  [
    'the host knows the error',
    { knownFailure: (error) => error instanceof RangeError },
    new RangeError('amount too large'),
  ],
])('knows that a change failed where %s', async (_, more, error) => {
  const { states, shown } = await runOnce(
    toolOf(WRITES, () => {
      throw error;
    }),
    'job',
    {},
    more,
  );
  expect(states).toEqual(['job failed']);
  expect(shown).toContain(error.message);
});

it('gives up on a tool when its time is over, and tells the tool', async () => {
  const aborted: boolean[] = [];
  const { job } = toolOf(WRITES, (_, { abortSignal }) => {
    abortSignal?.addEventListener('abort', () => aborted.push(true));
    return new Promise(() => {});
  });
  if (job === undefined) throw new Error('no tool');
  const { states, shown } = await runOnce({ slow_job: job }, 'slow_job');
  expect(states).toEqual(['slow_job indeterminate']);
  expect(aborted).toEqual([true]);
  expect(shown).toContain('Cancelled');
});

it('gives up on a tool when the host leaves, and an answer that comes later goes nowhere', async () => {
  const leaving = new AbortController();
  const late = Promise.withResolvers<string>();
  const { states } = await runOnce(
    toolOf(WRITES, () => {
      leaving.abort();
      return late.promise;
    }),
    'job',
    {},
    {},
    leaving.signal,
  );
  expect(states).toEqual(['job indeterminate']);
  late.resolve('too late');
});

it('does not start a tool for a host that has left already', async () => {
  let started = 0;
  const tools = toolOf(WRITES, () => {
    started += 1;
    return null;
  });
  const gate = await openGate(tools);
  const gated = gatedTools(gate, tools, host);
  await toolApproval(gate)({ toolCall: { toolCallId: 'c', toolName: 'job', input: {} }, tools: gated });
  await expect(
    Promise.resolve(
      gated['job']?.execute?.(
        {},
        { toolCallId: 'c', messages: [], context: {}, abortSignal: AbortSignal.abort() },
      ),
    ),
  ).rejects.toThrow('before it ran');
  expect(started).toBe(0);
  expect(await statesOf(gate)).toEqual(['job failed']);
});

it('runs one at a time where policy says so, and all of them', async () => {
  let running = 0;
  let most = 0;
  const print: Work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return 'printed';
  };
  const { job } = toolOf(WRITES, print);
  if (job === undefined) throw new Error('no tool');
  const tools = { print: job };
  const gate = await openGate(tools);
  await generateText({
    model: createScript([
      callsTurn(['a', 'b', 'c'].map((id) => ({ id, tool: 'print', input: { page: id } }))),
      textTurn('ok'),
    ]).model,
    tools: gatedTools(gate, tools, host),
    toolApproval: toolApproval(gate),
    messages: userMessages('print all'),
    stopWhen: isStepCount(2),
  });
  expect(await statesOf(gate)).toEqual(['print done', 'print done', 'print done']);
  expect(most).toBe(1);
});

it('withdraws a call that waits for a slot when the host leaves', async () => {
  const { job } = toolOf(WRITES, () => new Promise(() => {}));
  if (job === undefined) throw new Error('no tool');
  const tools = { print: job };
  const gate = await openGate(tools);
  const { print } = gatedTools(gate, tools, host);
  const leaving = new AbortController();
  const run = async (page: string): Promise<unknown> =>
    await print.execute?.(
      { page },
      { toolCallId: page, messages: [], context: {}, abortSignal: leaving.signal },
    );
  const first = run('a');
  await expect.poll(() => statesOf(gate)).toEqual(['print dispatching']);
  const second = run('b');
  await expect.poll(() => statesOf(gate)).toEqual(['print dispatching', 'print held']);
  leaving.abort();
  await expect(first).rejects.toThrow('Cancelled');
  await expect(second).rejects.toThrow('the host cancelled the call');
  expect((await statesOf(gate)).toSorted()).toEqual(['print indeterminate', 'print withdrawn']);
});

it('does not release an answer that could not be recorded', async () => {
  const tools = toolOf(READS, () => 'the answer');
  const gate = await openGate(tools, {
    failpoint: (name) => {
      if (name === 'settle:before-commit') throw new Error('the disk is gone');
    },
  });
  const script = createScript([callsTurn([{ id: 'c', tool: 'job', input: {} }]), textTurn('ok')]);
  await generateText({
    model: script.model,
    tools: gatedTools(gate, tools, host),
    toolApproval: toolApproval(gate),
    messages: userMessages('go'),
    stopWhen: isStepCount(2),
  });
  expect(script.shown[1]).not.toContain('the answer');
  expect(script.shown[1]).toContain('the disk is gone');
});
