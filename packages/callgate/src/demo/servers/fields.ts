import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@callgate/core';
import type { DemoServer, DemoTool } from './demo-server.ts';
import { records, said, textOf, texts } from './demo-server.ts';

const READS = { readOnlyHint: true, openWorldHint: false };

const LIST: JsonObject = {
  name: 'list_fields',
  description: 'Lists the fields of the farm.',
  inputSchema: { type: 'object', additionalProperties: false },
  annotations: { ...READS, modelPreferences: { intelligencePriority: 0.1, costPriority: 0.9 } },
};

const BOUNDARY: JsonObject = {
  name: 'get_field_boundary',
  description: 'The boundary of one field, as points.',
  inputSchema: texts({ field: 'Its name' }),
  annotations: READS,
  _meta: { 'com.example/model-preferences': { intelligencePriority: 0.3, speedPriority: 0.8 } },
};

const DIAGNOSE: JsonObject = {
  name: 'diagnose_field',
  description: 'Says what is wrong with a field, from a year of soil, weather and growth.',
  inputSchema: texts({ field: 'Its name' }),
  annotations: {
    ...READS,
    aiProcessingHint: true,
    slowExecutionHint: true,
    modelPreferences: { intelligencePriority: 0.9, costPriority: 0.1, hints: [{ name: 'large' }] },
  },
};

const NAMES: readonly string[] = ['north', 'west', 'south'];
const STEPS: readonly string[] = ['soil', 'weather', 'growth', 'what it means'];

/** Analysis of fields, by somebody the operator does not know. Each step takes as long as `pace`. */
export const fieldsServer = (pace: number): DemoServer => {
  const tools: readonly DemoTool[] = [
    { definition: LIST, run: () => records(NAMES.map((name, index) => ({ name, hectares: 12 + index }))) },
    {
      definition: BOUNDARY,
      run: (args) => records([{ field: textOf(args, 'field'), points: '0,0 0,9 9,9 9,0' }]),
    },
    {
      definition: DIAGNOSE,
      run: async (args, tell) => {
        const field = textOf(args, 'field');
        for (const [index, step] of STEPS.entries()) {
          await tell(index + 1, STEPS.length, step);
          await sleep(pace);
        }
        return said(`The ${field} field is too dry since August; nitrogen is fine.`);
      },
    },
  ];
  return { title: 'Field analysis', tools: () => tools };
};
