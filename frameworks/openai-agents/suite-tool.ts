import { withHints } from '@callgate/adapters/openai-agents';
import type { FunctionTool } from '@openai/agents';
import { tool } from '@openai/agents';
import type { SuiteTool } from '../../packages/adapters/test/suite/driver.ts';

/** Whatever the suite writes in a schema; to the SDK it is one that is not strict. */
interface OpenSchema {
  type: 'object';
  properties: Record<string, never>;
  required: string[];
  additionalProperties: true;
}

export type SuiteFunction = FunctionTool<unknown, OpenSchema>;

type SuiteToolOptions = { readonly errorFunction?: null; readonly needsApproval?: boolean };

const makeSuiteFunction = (
  { name, description, inputSchema, annotations, _meta, run }: SuiteTool,
  own: SuiteToolOptions,
): SuiteFunction =>
  withHints(
    tool({
      name,
      description,
      strict: false,
      parameters: JSON.parse(JSON.stringify(inputSchema)) as OpenSchema,
      execute: async (input, _context, details) => await run(input, details?.signal),
      ...own,
    }),
    { annotations, ...(_meta === undefined ? {} : { _meta }) },
  );

export const toolOf = (suiteTool: SuiteTool): SuiteFunction =>
  makeSuiteFunction(suiteTool, { errorFunction: null });

/** As the SDK makes tools by itself: it catches what they throw. One wants an approval of its own. */
export const plainToolOf = (suiteTool: SuiteTool): SuiteFunction =>
  makeSuiteFunction(suiteTool, { needsApproval: suiteTool.name === 'read_notes' });
