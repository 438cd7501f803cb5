import type { DemoServer } from './demo-server.ts';
import { demoTool, recordsResult, textResult, textOf, workInSteps } from './demo-server.ts';

const READS = { readOnlyHint: true, openWorldHint: false };
const FIELD = { field: 'Its name' };

/** Analysis of fields, by a person the operator does not know. Each step takes as long as `pace`. */
export const fieldsServer = (pace: number): DemoServer => {
  const tools = [
    demoTool({
      name: 'list_fields',
      description: 'Lists the fields of the farm.',
      annotations: { ...READS, modelPreferences: { intelligencePriority: 0.1, costPriority: 0.9 } },
      run: () =>
        recordsResult(['north', 'west', 'south'].map((name, index) => ({ name, hectares: 12 + index }))),
    }),
    demoTool({
      name: 'get_field_boundary',
      description: 'The boundary of one field, as points.',
      args: FIELD,
      annotations: READS,
      meta: { 'com.example/model-preferences': { intelligencePriority: 0.3, speedPriority: 0.8 } },
      run: (args) => recordsResult([{ field: textOf(args, 'field'), points: '0,0 0,9 9,9 9,0' }]),
    }),
    demoTool({
      name: 'diagnose_field',
      description: 'Says what is wrong with a field, from a year of soil, weather and growth.',
      args: FIELD,
      annotations: {
        ...READS,
        aiProcessingHint: true,
        slowExecutionHint: true,
        modelPreferences: { intelligencePriority: 0.9, costPriority: 0.1, hints: [{ name: 'large' }] },
      },
      run: async (args, tell) => {
        const field = textOf(args, 'field');
        await workInSteps(['soil', 'weather', 'growth', 'what it means'], pace, tell);
        return textResult(`The ${field} field is too dry since August; nitrogen is fine.`);
      },
    }),
  ];
  return { title: 'Field analysis', tools: () => tools };
};
