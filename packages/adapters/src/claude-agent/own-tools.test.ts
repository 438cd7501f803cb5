import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { openGate, statesOf, who } from '../../test/conversation.ts';
import { vote } from '../../test/suite/waiting.ts';
import type { ClaudeHost, HookOutput } from './index.ts';
import {
  builtInTools,
  canUseTool,
  endTurn,
  postToolUse,
  preToolUse,
  userPromptExpansion,
  findPendingApproval,
} from './index.ts';

const host: ClaudeHost = { ...who, waitMs: 20 };
const { signal } = new AbortController();

const opened = (): Promise<Gate> => openGate({}, { catalogue: builtInTools() });

const use = (tool_name: string, tool_input: object) => ({
  session_id: 'claude-1',
  tool_name,
  tool_input,
  tool_use_id: 'use-1',
});

const before = async (gate: Gate, tool: string, input: object): Promise<HookOutput> =>
  await preToolUse(gate, host)({ hook_event_name: 'PreToolUse', ...use(tool, input) } as never, 'use-1', {
    signal,
  });

const after = async (gate: Gate, tool: string, input: object): Promise<HookOutput> =>
  await postToolUse(gate, host)(
    { hook_event_name: 'PostToolUse', ...use(tool, input), tool_response: 'done' } as never,
    'use-1',
    { signal },
  );

const options = { signal, toolUseID: 'use-1' };
const QUESTION = { questions: [{ question: 'Delete all?' }] };
const ANSWERED = { ...QUESTION, answers: { 'Delete all?': 'No' } };

describe('a tool that asks the person', () => {
  it.each([
    ['AskUserQuestion', QUESTION],
    ['ExitPlanMode', { plan: 'delete all' }],
  ])("%s is let out with no word that could count as the person's", async (tool, input) => {
    const gate = await opened();
    const { hookSpecificOutput: said } = await before(gate, tool, input);
    expect(said).toEqual({ hookEventName: 'PreToolUse', permissionDecision: 'allow' });
    await endTurn(gate, who);
  });

  it('is answered by the person whom the program asks, and recorded with the answer', async () => {
    const gate = await opened();
    await before(gate, 'AskUserQuestion', QUESTION);
    const asked: unknown[] = [];
    const interact = async (name: string, input: object) => {
      asked.push([name, input]);
      return { behavior: 'allow', updatedInput: { ...ANSWERED } } as const;
    };
    const permission = await canUseTool(gate, host, { interact })(
      'AskUserQuestion',
      { ...QUESTION },
      options,
    );
    expect(permission).toEqual({ behavior: 'allow', updatedInput: ANSWERED });
    expect(asked).toEqual([['AskUserQuestion', QUESTION]]);
    await after(gate, 'AskUserQuestion', ANSWERED);
    expect(await statesOf(gate)).toEqual(['AskUserQuestion failed', 'AskUserQuestion done']);
  });

  it('does not run when the person says no to it', async () => {
    const gate = await opened();
    await before(gate, 'ExitPlanMode', { plan: 'delete all' });
    const interact = async () => ({ behavior: 'deny', message: 'not like that' }) as const;
    const permission = await canUseTool(gate, host, { interact })(
      'ExitPlanMode',
      { plan: 'delete all' },
      options,
    );
    expect(permission).toMatchObject({ behavior: 'deny', message: 'not like that' });
    expect(await statesOf(gate)).toEqual(['ExitPlanMode failed']);
  });

  it('is denied where the program has no way to ask, and a vote would be no answer', async () => {
    const gate = await opened();
    await before(gate, 'AskUserQuestion', QUESTION);
    const permission = await canUseTool(gate, host)('AskUserQuestion', { ...QUESTION }, options);
    expect(permission).toMatchObject({ behavior: 'deny' });
    expect(await statesOf(gate)).toEqual(['AskUserQuestion failed']);
  });

  it('is put before people at the gate where their yes is one: a plan', async () => {
    const gate = await opened();
    await before(gate, 'ExitPlanMode', { plan: 'delete all' });
    const ask = canUseTool(gate, host);
    expect(await ask('ExitPlanMode', { plan: 'delete all' }, options)).toMatchObject({ behavior: 'deny' });
    expect(await findPendingApproval(gate, who, 'use-1')).toBeDefined();
    await vote(gate, true);
    expect(await ask('ExitPlanMode', { plan: 'delete all' }, options)).toMatchObject({ behavior: 'allow' });
    await endTurn(gate, who);
  });
});

describe('a skill, which may run commands that no hook is called for', () => {
  const expand = async (gate: Gate, expansion_type = 'slash_command'): Promise<HookOutput> =>
    await userPromptExpansion(gate, host)(
      {
        hook_event_name: 'UserPromptExpansion',
        session_id: 'claude-1',
        expansion_type,
        command_name: 'notes',
        command_args: '',
      } as never,
      undefined,
      { signal },
    );

  it('is asked about when the model uses it', async () => {
    const gate = await opened();
    const { hookSpecificOutput: said } = await before(gate, 'Skill', { skill: 'notes' });
    expect(said).toMatchObject({ permissionDecision: 'ask' });
    expect(await statesOf(gate)).toEqual(['Skill held']);
  });

  it('is asked about when a prompt names it, and goes on with the word of a person', async () => {
    const gate = await opened();
    expect(await expand(gate)).toMatchObject({ decision: 'block' });
    expect(await statesOf(gate)).toEqual(['Skill held']);
    await vote(gate, true);
    expect(await expand(gate)).toEqual({});
    expect(await statesOf(gate)).toEqual(['Skill done']);
  });

  it('does not run by a prompt when the gate is closed', async () => {
    const gate = await opened();
    await gate.close();
    expect(await expand(gate)).toMatchObject({ decision: 'block' });
  });

  it('is not what a prompt of an MCP server is', async () => {
    const gate = await opened();
    expect(await expand(gate, 'mcp_prompt')).toEqual({});
    expect(await statesOf(gate)).toEqual([]);
  });
});
