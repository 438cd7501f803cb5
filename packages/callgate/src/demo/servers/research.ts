import type { DemoServer, DemoTool } from './demo-server.ts';
import { demoTool, textResult, textOf, workInSteps } from './demo-server.ts';

const AGENT = {
  readOnlyHint: true,
  agencyHint: true,
  aiProcessingHint: true,
  slowExecutionHint: true,
  resourceIntensiveHint: true,
};

const STEPS: readonly string[] = [
  'plans: three places to look',
  'reads the soil maps of last year',
  'reads the notes on irrigation',
  'asks a model to compare both',
  'finds that two fields differ, and looks again',
  'writes the answer',
];

export const researchServer = (pace: number): DemoServer => {
  const run: DemoTool['run'] = async (args, tell) => {
    textOf(args, 'question');
    await workInSteps(STEPS, pace, tell);
    return textResult('The north and the west field dry out first, because their soil is sandy.');
  };
  const question = { args: { question: 'What you want to know' }, roles: { question: 'payload' }, run };
  const tools = [
    demoTool({
      ...question,
      name: 'research_library',
      description: 'An agent that reads through the library of the farm until it can answer a question.',
      annotations: {
        ...AGENT,
        openWorldHint: false,
        safeForContextHint: true,
        modelPreferences: { intelligencePriority: 0.7, speedPriority: 0.2 },
      },
    }),
    demoTool({
      ...question,
      name: 'research_web',
      description: 'An agent that reads the whole web until it can answer a question.',
      annotations: { ...AGENT, openWorldHint: true, unsafeOutputHint: true },
    }),
  ];
  return { title: 'An agentic researcher', tools: () => tools };
};
