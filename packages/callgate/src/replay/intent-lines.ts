import type { TracedTool } from '@callgate/core';
import { applyEvent, describeTool, judgeOrigins, startSession, traceTool } from '@callgate/core';

/** One line of what the person said, and whether it counts as what they ask for. */
export interface IntentLine {
  readonly text: string;
  /** `false`: quoted, pasted or passed on, as a whole or in part. */
  readonly counts: boolean;
}

const DEFINITION = { name: 'run', inputSchema: { properties: { line: { type: 'string' } } } };

/** Takes one line and runs it as it stands, so that only the person's own words are good enough for it. */
const RUNS: TracedTool = traceTool(
  describeTool({
    server: 'lines',
    trust: 'trusted',
    definition: DEFINITION,
    overrides: [{ set: {}, roles: { line: 'code' } }],
  }),
  DEFINITION,
);

/** Which lines of a prompt count as what the person asks for. */
export const intentLines = (prompt: string): readonly IntentLine[] => {
  const session = applyEvent(startSession('lines'), { type: 'user', text: prompt });
  return prompt.split(/\r\n|\r|\n|\u2028|\u2029/).map((text) => ({
    text,
    counts: text.trim() === '' || judgeOrigins(session, RUNS, { line: text.trim() }).unproven.length === 0,
  }));
};
