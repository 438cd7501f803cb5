import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@callgate/core';
import type { DemoServer, DemoTool, Tell } from './demo-server.ts';
import { said, textOf, texts } from './demo-server.ts';
import { ROLES } from './keys.ts';

const AGENT = {
  readOnlyHint: true,
  agencyHint: true,
  aiProcessingHint: true,
  slowExecutionHint: true,
  resourceIntensiveHint: true,
};

const LIBRARY: JsonObject = {
  name: 'research_library',
  description: 'An agent that reads through the library of the farm until it can answer a question.',
  inputSchema: texts({ question: 'What you want to know' }),
  annotations: {
    ...AGENT,
    openWorldHint: false,
    safeForContextHint: true,
    modelPreferences: { intelligencePriority: 0.7, speedPriority: 0.2 },
  },
  _meta: { [ROLES]: { question: 'payload' } },
};

const WEB: JsonObject = {
  name: 'research_web',
  description: 'The same agent, with the whole web to read.',
  inputSchema: texts({ question: 'What you want to know' }),
  annotations: { ...AGENT, openWorldHint: true, unsafeOutputHint: true },
  _meta: { [ROLES]: { question: 'payload' } },
};

const STEPS: readonly string[] = [
  'plans: three places to look',
  'reads the soil maps of last year',
  'reads the notes on irrigation',
  'asks a model to compare both',
  'finds that two fields differ, and looks again',
  'writes the answer',
];

const work = async (pace: number, tell: Tell): Promise<JsonObject> => {
  for (const [index, step] of STEPS.entries()) {
    await tell(index + 1, STEPS.length, step);
    await sleep(pace);
  }
  return said('The north and the west field dry out first, because their soil is sandy.');
};

/** Works in steps of its own, each as long as `pace` in milliseconds. */
export const researchServer = (pace: number): DemoServer => {
  const run: DemoTool['run'] = (args, tell) => {
    textOf(args, 'question');
    return work(pace, tell);
  };
  return {
    title: 'An agentic researcher',
    tools: () => [
      { definition: LIBRARY, run },
      { definition: WEB, run },
    ],
  };
};
