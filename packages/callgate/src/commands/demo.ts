import type { JsonObject, Outcome, ToolInput } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, UNTRACED, autoIf, describeTool } from '@callgate/core';
import { presetPolicy } from '@callgate/policy';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';
import { gateTour } from '../demo/gate-tour.ts';
import { explanation } from '../show/explanation.ts';
import { bold, dim, outcomeText, write } from '../show/style.ts';
import { decisionInput } from '../situation.ts';

const PRESETS = ['strict', 'balanced', 'intent'] as const;

interface DemoTool {
  readonly what: string;
  readonly tool: ToolInput;
}

const demoTool = (
  what: string,
  server: string,
  trust: 'untrusted' | 'trusted',
  name: string,
  annotations: JsonObject,
): DemoTool => ({
  what,
  tool: describeTool({
    server,
    trust,
    definition: { name, description: what, inputSchema: { type: 'object' }, annotations },
  }),
});

const TOOLS: readonly DemoTool[] = [
  demoTool('reads a note', 'notes', 'trusted', 'read_note', { readOnlyHint: true, openWorldHint: false }),
  demoTool('adds a note', 'notes', 'trusted', 'add_note', {
    readOnlyHint: false,
    destructiveHint: false,
    openWorldHint: false,
    reversibleHint: true,
  }),
  demoTool('deletes a note', 'notes', 'trusted', 'delete_note', {
    readOnlyHint: false,
    destructiveHint: true,
    openWorldHint: false,
  }),
  demoTool('searches the web', 'web', 'trusted', 'search', { readOnlyHint: true, openWorldHint: true }),
  demoTool('sends mail', 'mail', 'trusted', 'send_mail', {
    readOnlyHint: false,
    destructiveHint: false,
    openWorldHint: true,
    reversibleHint: false,
  }),
  demoTool('a research agent', 'agents', 'trusted', 'research', {
    readOnlyHint: true,
    openWorldHint: true,
    agencyHint: true,
    aiProcessingHint: true,
    slowExecutionHint: true,
  }),
  demoTool('claims to be read-only', 'stranger', 'untrusted', 'harmless', {
    readOnlyHint: true,
    openWorldHint: false,
  }),
  demoTool('says nothing about itself', 'stranger', 'untrusted', 'mystery', {}),
];

const QUIET = { private: 'none', untrusted: 'none' } as const;
const LETHAL = { private: 'known', untrusted: 'known' } as const;
const NOW = { at: 0, offsetMinutes: 0 };

const column = (outcome: Outcome): string => outcomeText(outcome) + ' '.repeat(10 - outcome.length);

/** `callgate demo`: what exists so far, ready to look at. */
export const demoCommand: CommandEntry = commandEntry(
  'demo',
  'Show what Callgate decides about eight tools, and five calls through a gate',
  {},
  async () => {
    write(bold('Callgate decides auto, confirm or block for every tool call.\n'));
    for (const [title, labels] of [
      ['In a fresh session', QUIET],
      ['After the session has touched private data and seen untrusted content', LETHAL],
    ] as const) {
      write(
        `${bold(title)}\n  ${dim(`${'tool'.padEnd(22)}${'what it does'.padEnd(28)}${PRESETS.map((name) => name.padEnd(10)).join('')}`)}`,
      );
      for (const { what, tool } of TOOLS) {
        const outcomes = PRESETS.map((name) => {
          const policy = presetPolicy(name);
          const input = decisionInput(
            policy,
            tool,
            { labels, words: true, origins: UNTRACED },
            LOCAL_PRINCIPAL,
            {},
            NOW,
          );
          return column(new Engine(policy).decide(input).outcome);
        });
        write(`  ${`${tool.server.name}/${tool.name}`.padEnd(22)}${what.padEnd(28)}${outcomes.join('')}`);
      }
      write('');
    }
    const policy = presetPolicy('balanced');
    const shown = TOOLS[4];
    if (shown === undefined) return;
    const input = decisionInput(
      policy,
      shown.tool,
      { labels: LETHAL, words: true, origins: UNTRACED },
      LOCAL_PRINCIPAL,
      { to: 'someone@example.com' },
      NOW,
    );
    write(`${bold('One of them, explained')}\n`);
    write(explanation(input, policy.name, new Engine(policy).decide(input), autoIf(policy, input)));
    write('');
    await gateTour();
    write(`${dim('Try: npx callgate explain --help, npx callgate check --help')}`);
  },
);
