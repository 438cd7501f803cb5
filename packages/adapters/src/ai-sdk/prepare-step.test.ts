import { verifyAuditLog } from '@callgate/gate';
import { describeEntry } from '@callgate/gate/audit';
import { parseEntry } from '@callgate/gate/record';
import type { Gate } from '@callgate/gate';
import type { ModelBounds } from '@callgate/routing';
import { readModelCatalogue } from '@callgate/routing';
import type { LanguageModel } from 'ai';
import { generateText, isStepCount, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { userMessages, host, openGate, policyFrom, who } from '../../test/conversation.ts';
import { callsTurn, textTurn, createScript } from '../../test/scripted-model.ts';
import type { StepRouting } from './index.ts';
import { definitionOf, gatedTools, prepareStep, toolApproval } from './index.ts';

const MODELS = readModelCatalogue([
  { name: 'small', intelligence: 0.3, speed: 1, cost: { input: 1, output: 5 }, context: 9000, data: 'local' },
  {
    name: 'medium',
    intelligence: 0.6,
    speed: 0.5,
    cost: { input: 3, output: 15 },
    context: 9000,
    data: 'retained',
  },
  {
    name: 'big',
    intelligence: 0.95,
    speed: 0.2,
    cost: { input: 5, output: 25 },
    context: 9000,
    data: 'none',
  },
]);

const READS = { readOnlyHint: true, openWorldHint: false };

const reading = (annotations: object, meta: object = {}) =>
  tool({
    description: 'Reads something',
    inputSchema: z.object({}),
    metadata: { annotations: { ...READS, ...annotations }, _meta: meta } as never,
    execute: async () => 'read',
  });

const TOOLS = {
  list: reading({ modelPreferences: { intelligencePriority: 0.1 } }),
  diagnose: reading({}, { 'org.farm/modelPreferences': { intelligencePriority: 0.9 } }),
  plain: reading({}),
  letters: reading({ sensitiveDataHint: true }),
};

const definitions = await Promise.all(Object.entries(TOOLS).map(([name, each]) => definitionOf(name, each)));

interface Run {
  readonly gate: Gate;
  /** Which model wrote each step. */
  readonly wrote: readonly string[];
}

const run = async (
  steps: readonly (readonly string[])[],
  more: Partial<StepRouting<LanguageModel>> = {},
  options: Parameters<typeof openGate>[1] = {},
): Promise<Run> => {
  const gate = await openGate(TOOLS, options);
  const wrote: string[] = [];
  const turns = [
    ...steps.map((names, at) =>
      callsTurn(names.map((name, nth) => ({ id: `${at}-${nth}`, tool: name, input: {} }))),
    ),
    textTurn('done'),
  ];
  const { model } = createScript(turns);
  /** One script, spoken by whoever is asked. */
  const speaking = (name: string): LanguageModel => ({
    ...model,
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: name,
    supportedUrls: {},
    doGenerate: async (given) => {
      wrote.push(name);
      return await model.doGenerate(given);
    },
    doStream: (given) => model.doStream(given),
  });
  const use = { small: speaking('small'), medium: speaking('medium'), big: speaking('big') };
  await generateText({
    model: use.medium,
    tools: gatedTools(gate, TOOLS, host),
    toolApproval: toolApproval(gate),
    messages: userMessages('go on'),
    stopWhen: isStepCount(10),
    prepareStep: prepareStep({
      ...who,
      gate,
      models: MODELS,
      current: 'medium',
      servers: [{ server: 'app', trust: 'owned', definitions }],
      use,
      ...more,
    }),
  });
  return { gate, wrote };
};

const rowsOf = async (gate: Gate): Promise<readonly string[]> =>
  (await gate.desk.read.rows(1, 1000))
    .filter(({ event }) => event === 'rerouted')
    .map(({ bytes }) => parseEntry(bytes))
    .map((row) => `${row.call === null ? 'several' : row.tool}: ${describeEntry(row)}`);

describe('prepareStep', () => {
  it('has each result read by the model its tool prefers, and the record tells of it', async () => {
    const { gate, wrote } = await run([['list'], ['diagnose'], ['plain'], ['list', 'diagnose']]);
    expect(wrote).toEqual(['medium', 'small', 'big', 'medium', 'big']);
    const rows = await rowsOf(gate);
    expect(rows.map((row) => row.split(';')[0])).toEqual([
      'app/list: small in place of medium',
      'app/diagnose: big in place of medium',
      'several: big in place of medium',
    ]);
    expect(await verifyAuditLog(gate.desk.read, {})).toMatchObject({ problems: [] });
  });

  it('uses what the user chose, and only models it was given', async () => {
    expect((await run([['diagnose']], { explicit: 'small' })).wrote).toEqual(['small', 'small']);
    const { wrote } = await run([['list']], { models: MODELS.slice(1) });
    expect(wrote).toEqual(['medium', 'medium']);
  });

  it('changes nothing for tools of servers that nobody vouches for', async () => {
    const servers = [{ server: 'app', definitions }];
    const { gate, wrote } = await run([['diagnose'], ['list']], { servers });
    expect(wrote).toEqual(['medium', 'medium', 'medium']);
    expect(await rowsOf(gate)).toEqual([]);
  });

  it('keeps to what policy demands of the call', async () => {
    const policy = policyFrom(
      'extends: balanced\nrules:\n  - id: able\n    tools: [list]\n    model: {atLeast: 0.9}\n    reason: able readers\n',
    );
    expect((await run([['list']], {}, { policy })).wrote).toEqual(['medium', 'big']);
  });

  it('stops where policy forbids the user’s choice once private data was seen, and uses no other silently', async () => {
    const bounds: ModelBounds = {
      atLeast: null,
      atMost: null,
      forbid: [
        {
          when: ['sensitive', 'private'],
          strength: 'known',
          data: ['retained'],
          reason: 'nothing is kept of it',
        },
      ],
    };
    await expect(run([['letters']], { bounds, explicit: 'medium' })).rejects.toMatchObject({
      code: 'MODEL_FORBIDDEN',
      help: 'Models that can be used: big, small.',
    });
    expect((await run([['letters'], ['plain']], { bounds })).wrote).toEqual(['medium', 'big', 'big']);
  });

  it('has a session that read sensitive data read by no forbidden model in any later step', async () => {
    const bounds: ModelBounds = {
      atLeast: null,
      atMost: null,
      forbid: [{ when: ['sensitive'], data: ['retained'], reason: 'nothing is kept of it' }],
    };
    const { wrote } = await run([['plain'], ['letters'], ['plain'], ['plain']], { bounds });
    expect(wrote).toEqual(['medium', 'medium', 'big', 'big', 'big']);
  });

  it('says that it cannot use what the user chose, and goes on with nothing else', async () => {
    const gate = await openGate(TOOLS);
    const routing = {
      ...who,
      gate,
      models: MODELS,
      current: 'medium',
      servers: [{ server: 'app', trust: 'owned', definitions }],
      use: { small: 'the small one' },
    } as const;
    for (const explicit of ['big', 'bgi'])
      expect(() => prepareStep({ ...routing, explicit })).toThrow(
        expect.objectContaining({
          code: 'MODEL_UNKNOWN',
          help: 'Put it into `use`, or choose `small`.',
        }),
      );
    expect(await prepareStep({ ...routing, explicit: 'medium' })({ steps: [] })).toEqual({});
    expect(await prepareStep({ ...routing, explicit: 'SMALL' })({ steps: [] })).toEqual({
      model: 'the small one',
    });
    // a choice that is made later
    const changing: StepRouting<string> & { explicit: string | null } = { ...routing, explicit: null };
    const step = prepareStep(changing);
    expect(await step({ steps: [] })).toEqual({});
    changing.explicit = 'big';
    await expect(step({ steps: [] })).rejects.toMatchObject({ code: 'MODEL_UNKNOWN' });
  });

  it('knows a model by its alias', async () => {
    const gate = await openGate(TOOLS);
    const models = MODELS.map((each) => (each.name === 'big' ? { ...each, aliases: ['opus'] } : each));
    const step = prepareStep({
      ...who,
      gate,
      models,
      current: 'medium',
      explicit: 'big',
      servers: [],
      use: { Opus: 'the big one' },
    });
    expect(await step({ steps: [] })).toEqual({ model: 'the big one' });
  });
});
