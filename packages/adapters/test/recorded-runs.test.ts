import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, isJsonObject } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import { createGate, memoryKeys } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import type { PresetName } from '@callgate/policy';
import { presetPolicy } from '@callgate/policy';
import type { ModelMessage, ToolSet } from 'ai';
import { generateText, isStepCount, jsonSchema, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import type { CatalogueServer } from '../../callgate/src/catalogue/read-catalogue.ts';
import { readCatalogue } from '../../callgate/src/catalogue/read-catalogue.ts';
import { CatalogueTools } from '../../callgate/src/replay/catalogue-tools.ts';
import { readTrace } from '../../callgate/src/replay/read-trace.ts';
import { replayTrace } from '../../callgate/src/replay/replay-trace.ts';
import type { Trace, TraceCall } from '../../callgate/src/replay/trace.ts';
import { findRecordedData } from '../../core/test/find-recorded-data.ts';
import {
  answerApproval,
  catalogueOf,
  endTurn,
  gatedTools,
  recordUserMessages,
  toolApproval,
  findPendingApproval,
} from '../src/ai-sdk/index.ts';
import { folder } from './conversation.ts';
import { approvalIdOf, callsTurn, textTurn, createScript } from './scripted-model.ts';

const RUNS = findRecordedData('traces/agentdojo', 'the recorded runs through the AI SDK');
const FILES = ['benign', 'attacks', 'obedient'] as const;
const DEEP = process.env['CALLGATE_DEEP'] === '1';
/** Every so manieth run of a file. */
const EVERY = DEEP ? 1 : 150;

const tracesOf = (runs: string, file: (typeof FILES)[number]): readonly Trace[] =>
  gunzipSync(readFileSync(join(runs, `${file}.jsonl.gz`)))
    .toString('utf8')
    .split('\n')
    .filter((line, index) => line !== '' && index % EVERY === 0)
    .map((line) => readTrace(parseStrict(line)));

const objectOf = (definition: JsonObject, key: string): JsonObject => {
  const member = definition[key];
  return isJsonObject(member) ? member : {};
};

/** The tools of a server as tools of the SDK, which answer as they did when the run was recorded. */
const toolsOf = (server: CatalogueServer, results: ReadonlyMap<string, unknown>): ToolSet =>
  Object.fromEntries(
    server.definitions.map((definition) => [
      String(definition['name']),
      tool({
        ...(typeof definition['description'] === 'string' ? { description: definition['description'] } : {}),
        inputSchema: jsonSchema(objectOf(definition, 'inputSchema')),
        metadata: {
          annotations: objectOf(definition, 'annotations'),
          _meta: objectOf(definition, '_meta'),
        } as never,
        execute: async (_, { toolCallId }) => results.get(toolCallId) ?? null,
      }),
    ]),
  );

const who = { principal: LOCAL_PRINCIPAL, context: 'run' };

/** What was recorded has happened: whoever is asked agrees. */
const agree = async (gate: Gate, messages: readonly ModelMessage[], id: string): Promise<ModelMessage> => {
  const waiting = await findPendingApproval(gate, who, id);
  if (waiting?.question === undefined) throw new Error(`${id} waits for nobody`);
  const { response } = await answerApproval(gate, {
    approvalId: approvalIdOf(messages, id),
    question: waiting.question,
    approved: true,
    subject: LOCAL_PRINCIPAL.subject,
    opened: true,
  });
  if (response === undefined) throw new Error(`${id} needs more than one word`);
  return { role: 'tool', content: [response] };
};

/** Plays a run: the model is the recorded one, the SDK and the gate are real. The outcomes and rules of its calls, by id. */
const played = async (
  server: CatalogueServer,
  preset: PresetName,
  { events }: Trace,
): Promise<Readonly<Record<string, readonly string[]>>> => {
  const results = new Map<string, unknown>();
  for (const event of events) if (event.type === 'result') results.set(event.id, event.result);
  const made = events.filter((event): event is TraceCall => event.type === 'call');
  const said = events.flatMap((event) => (event.type === 'user' ? [event.text] : []));
  expect(events[0]?.type).toBe('user');
  expect(said).toHaveLength(1);

  const tools = toolsOf(server, results);
  const keys = memoryKeys();
  const store = await openSqliteStore({ path: join(folder(), 'gate.db'), keys, durable: false });
  const gate = await createGate({
    policy: presetPolicy(preset),
    store,
    keys,
    catalogue: await catalogueOf(tools, {
      server: server.name,
      trust: server.trust,
      settings: server.settings,
    }),
    limits: { questionsAnHour: 1000, sweepMs: null },
  });
  const { model } = createScript([
    ...made.map(({ id, tool: name, arguments: input }) => callsTurn([{ id, tool: name, input }])),
    textTurn('done'),
  ]);
  const messages: ModelMessage[] = [{ role: 'user', content: said[0] ?? '' }];
  try {
    await recordUserMessages(gate, who, messages);
    for (;;) {
      const turn = await generateText({
        model,
        messages,
        tools: gatedTools(gate, tools, { server: server.name, ...who }),
        toolApproval: toolApproval(gate),
        stopWhen: isStepCount(1000),
      });
      messages.push(...turn.responseMessages);
      const asked = turn.content.flatMap((part) =>
        part.type === 'tool-approval-request' && part.isAutomatic !== true ? [part.toolCall.toolCallId] : [],
      );
      if (asked.length === 0) break;
      for (const id of asked) messages.push(await agree(gate, messages, id));
    }
    const rows = await store.read.callsAfter('', 1000);
    return Object.fromEntries(
      rows.map(({ key, decision: { outcome, rules } }) => [
        key ?? '',
        [outcome, ...rules.map(({ id }) => id)],
      ]),
    );
  } finally {
    await endTurn(gate, who);
    await gate.close();
    await store.close();
  }
};

describe.skipIf(RUNS === undefined)('recorded runs through the AI SDK', () => {
  const runs = RUNS ?? '';

  it.each(
    FILES.flatMap((file) => (['intent', 'balanced'] as const).map((preset) => [file, preset] as const)),
  )(
    'get the same decisions as a replay: %s, %s',
    { timeout: DEEP ? 3_600_000 : 600_000 },
    async (file, preset) => {
      const { servers } = readCatalogue(join(runs, 'catalogue.json'), { trust: undefined });
      const tools = new CatalogueTools({ servers });
      const engine = new Engine(presetPolicy(preset));
      let compared = 0;
      for (const trace of tracesOf(runs, file)) {
        const names = new Set(trace.events.flatMap((event) => (event.type === 'call' ? [event.server] : [])));
        const server = servers.find(({ name }) => names.has(name));
        if (server === undefined) continue;
        expect(names.size).toBe(1);
        const replayed = replayTrace(tools, engine, trace, {
          time: { at: 0, offsetMinutes: 0 },
          person: { approves: () => true },
        });
        const expected = Object.fromEntries(
          replayed.calls.flatMap(({ call, judged }) =>
            // the SDK itself answers the model that there is no such tool
            judged === undefined
              ? []
              : [[call.id, [judged.decision.outcome, ...judged.decision.rules.map(({ id }) => id)]]],
          ),
        );
        expect({ [trace.session]: await played(server, preset, trace) }).toEqual({
          [trace.session]: expected,
        });
        compared += Object.keys(expected).length;
      }
      expect(compared).toBeGreaterThan(20);
      console.log(`${file}, ${preset}: ${compared} decisions are the same`);
    },
  );
});
