import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import type { InteractOptions } from '../../src/claude-agent/index.ts';
import { builtInTools, canUseTool, endTurn, gateHooks } from '../../src/claude-agent/index.ts';
import { folder, openGate, statesOf, who } from '../conversation.ts';
import { frameworksHome } from '../suite/frameworks-home.ts';

interface Claude {
  readonly runClaude: (run: {
    readonly script: readonly object[];
    readonly prompt?: string;
    readonly options: object;
  }) => Promise<{ readonly told: Readonly<Record<string, string>> }>;
}

const claude = async (): Promise<Claude> => {
  const file = join(await frameworksHome(), 'claude-agent', 'scene.ts');
  return (await import(pathToFileURL(file).href)) as Claude;
};

const host = { ...who, waitMs: 30 };
const OVER = { text: 'That is all.' };

const opened = (): Promise<Gate> => openGate({}, { catalogue: builtInTools() });

const gated = (gate: Gate, asking?: InteractOptions): object => ({
  hooks: gateHooks(gate, host),
  canUseTool: canUseTool(gate, host, asking),
});

const use = (tool: string, input: object): object => ({ calls: [{ id: 'use-1', tool, input }] });

const QUESTION = {
  questions: [
    {
      question: 'Delete all?',
      header: 'Delete',
      multiSelect: false,
      options: [
        { label: 'Yes', description: 'all of it' },
        { label: 'No', description: 'nothing' },
      ],
    },
  ],
};

describe('tools of Claude Code that ask the person', () => {
  it('do not leave plan mode by the leave of the gate', async () => {
    const { runClaude } = await claude();
    const gate = await opened();
    const { told } = await runClaude({
      script: [use('ExitPlanMode', { plan: 'delete all' }), OVER],
      options: { ...gated(gate), permissionMode: 'plan' },
    });
    expect(told['use-1']).toContain("waits for a person's approval");
    expect(await statesOf(gate)).toEqual(['ExitPlanMode failed', 'ExitPlanMode held']);
  });

  it('bring the answer of the person whom the program asks', async () => {
    const { runClaude } = await claude();
    const gate = await opened();
    const interact = async (_: string, input: object) =>
      ({ behavior: 'allow', updatedInput: { ...input, answers: { 'Delete all?': 'No' } } }) as const;
    const { told } = await runClaude({
      script: [use('AskUserQuestion', QUESTION), OVER],
      options: gated(gate, { interact }),
    });
    await endTurn(gate, who);
    expect(told['use-1']).toContain('No');
    expect(told['use-1']).not.toContain('did not answer');
    expect(await statesOf(gate)).toEqual(['AskUserQuestion failed', 'AskUserQuestion done']);
  });
});

describe('a skill of a project with a command in its text', () => {
  const project = (): string => {
    const cwd = folder();
    const skill = join(cwd, '.claude', 'skills', 'notes');
    mkdirSync(skill, { recursive: true });
    const text = '---\nname: notes\ndescription: reads notes\nallowed-tools: Bash(touch:*)\n---\n';
    writeFileSync(join(skill, 'SKILL.md'), `${text}Notes: !\`touch ran.txt\`\n`);
    return cwd;
  };

  it.each([
    ['the model uses it', [use('Skill', { skill: 'notes' }), OVER], 'Go.'],
    ['a prompt names it', [OVER], '/notes'],
  ])('runs nothing before a person has agreed, when %s', async (_, script, prompt) => {
    const { runClaude } = await claude();
    const gate = await opened();
    const cwd = project();
    await runClaude({ script, prompt, options: { ...gated(gate), cwd, settingSources: ['project'] } });
    expect(existsSync(join(cwd, 'ran.txt'))).toBe(false);
    expect(await statesOf(gate)).toEqual(['Skill held']);
  });
});
