import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import { describe, expect, it, onTestFinished } from 'vitest';
import { catalogueFrom } from '../../src/host/catalogue.ts';
import type { CopilotHost } from '../../src/copilot/index.ts';
import {
  builtInTools,
  catalogueOf,
  definitionOf,
  endTurn,
  gateHooks,
  gatedTools,
  joinCatalogues,
  permissionHandler,
} from '../../src/copilot/index.ts';
import type { OpenOptions } from '../conversation.ts';
import { folder, openGate, statesOf, who } from '../conversation.ts';
import { frameworksHome } from '../suite/frameworks-home.ts';
import type { ToolEffect } from '../suite/suite-tools.ts';
import { suiteTools } from '../suite/suite-tools.ts';
import { vote } from '../suite/waiting.ts';

interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
}

type RunCopilot = (run: {
  readonly script: readonly ({ readonly calls: readonly Call[] } | { readonly text: string })[];
  readonly prompt?: string;
  readonly config: object;
}) => Promise<{ readonly told: Readonly<Record<string, string>>; readonly sent: string }>;

type ServeSuite = (
  tools: ReturnType<typeof suiteTools>,
) => Promise<{ readonly url: string; readonly close: () => Promise<void> }>;

const load = async <T>(path: string): Promise<T> =>
  (await import(pathToFileURL(join(await frameworksHome(), path)).href)) as T;

const runCopilot: RunCopilot = async (run) => {
  const scene = await load<{ readonly runCopilot: RunCopilot }>('copilot/scene.ts');
  return await scene.runCopilot(run);
};

const host: CopilotHost = { ...who, server: 'app', waitMs: 30 };

const openHostGate = async (
  options: Omit<OpenOptions, 'catalogue'> = {},
  ...catalogues: readonly ToolCatalogue[]
): Promise<Gate> =>
  await openGate({}, { catalogue: joinCatalogues(...catalogues, builtInTools()), ...options });

const gated = (gate: Gate, of: CopilotHost = host): object => ({
  hooks: gateHooks(gate, of),
  onPermissionRequest: permissionHandler(gate, of),
});

const view = (path: string): Call => ({ id: 'view-1', tool: 'view', input: { path } });
const bash = (command: string): Call => ({
  id: 'bash-1',
  tool: 'bash',
  input: { command, description: 'Does something' },
});

const fileWith = (text: string): string => {
  const path = join(folder(), 'notes.txt');
  writeFileSync(path, text);
  return path;
};

/** Votes as soon as somebody is asked. */
const agreesWhenAsked = (gate: Gate): void => {
  const stop = gate.onEvent((event) => {
    if (event.type !== 'held') return;
    stop();
    void vote(gate, true);
  });
};

const OVER = { text: 'That is all.' };
const patient: CopilotHost = { ...who, server: 'app' };

describe('the tools of the runtime', () => {
  it('run where policy lets them, and are settled with what they answered', async () => {
    const gate = await openHostGate();
    const script = [{ calls: [view(fileWith('milk'))] }, OVER];
    const { told } = await runCopilot({ script, config: gated(gate) });
    expect(told['view-1']).toContain('milk');
    expect(await statesOf(gate)).toEqual(['view done']);
  });

  it('wait for a person, and do not run as long as nobody has agreed', async () => {
    const gate = await openHostGate();
    const path = join(folder(), 'touched');
    const { told } = await runCopilot({
      script: [{ calls: [bash(`touch ${path}`)] }, OVER],
      config: gated(gate),
    });
    expect(told['bash-1']).toContain("waits for a person's approval");
    expect(existsSync(path)).toBe(false);
    expect(await statesOf(gate)).toEqual(['bash held']);
  });

  it('run when a person has agreed inside the turn', async () => {
    const gate = await openHostGate();
    const path = join(folder(), 'touched');
    agreesWhenAsked(gate);
    await runCopilot({ script: [{ calls: [bash(`touch ${path}`)] }, OVER], config: gated(gate, patient) });
    expect(existsSync(path)).toBe(true);
    expect(await statesOf(gate)).toEqual(['bash done']);
  });

  it('do not run where the hooks are missing, because the call cannot be judged', async () => {
    const gate = await openHostGate();
    const { told } = await runCopilot({
      script: [{ calls: [view(fileWith('milk'))] }, OVER],
      config: { onPermissionRequest: permissionHandler(gate, host) },
    });
    expect(told['view-1']).toContain('The gate did not see the call');
    expect(told['view-1']).not.toContain('milk');
    expect(await statesOf(gate)).toEqual([]);
  });

  it('do not run where the gate cannot write that they will', async () => {
    const gate = await openHostGate({
      failpoint: (name) => {
        if (name.startsWith('begin')) throw new Error('the disk is full');
      },
    });
    const script = [{ calls: [view(fileWith('milk'))] }, OVER];
    const { told } = await runCopilot({ script, config: gated(gate) });
    expect(told['view-1']).not.toContain('milk');
  });

  it.each([
    ['a file', (path: string) => view(path)],
    ['a command', (path: string) => bash(`cat ${path}`)],
  ])('do not show the model what could not be recorded: %s', async (_, callOf) => {
    let broken = true;
    const gate = await openHostGate({
      failpoint: (name) => {
        if (broken && name === 'settle:before-commit') throw new Error('the disk is full');
      },
    });
    agreesWhenAsked(gate);
    const { sent, told } = await runCopilot({
      script: [{ calls: [callOf(fileWith('the password'))] }, OVER],
      config: gated(gate, patient),
    });
    expect(Object.values(told).join()).toContain('withheld');
    expect(sent).not.toContain('the password');
    broken = false;
    await endTurn(gate, who);
    expect(await statesOf(gate)).toEqual([expect.stringMatching(/ (failed|indeterminate)$/)]);
  });
});

describe('tools of MCP servers', () => {
  const things = async (done: ToolEffect[]) => {
    const { serveSuite } = await load<{ readonly serveSuite: ServeSuite }>('mcp-server/serve-suite.ts');
    const tools = suiteTools(done);
    const served = await serveSuite(tools);
    onTestFinished(served.close);
    const config = {
      mcpServers: { things: { type: 'http', url: served.url, tools: ['*'] } },
    };
    const definitions = tools.map(({ run: _, ...tool }) =>
      definitionOf({ ...tool, parameters: tool.inputSchema, metadata: { annotations: tool.annotations } }),
    );
    return { config, definitions };
  };
  const readNotes = { id: 'read-1', tool: 'things-read_notes', input: { about: 'food' } };
  const mcpHost: CopilotHost = { ...host, mcpServers: ['things'] };

  it('are known by the name of their server, run and are settled', async () => {
    const done: ToolEffect[] = [];
    const { config, definitions } = await things(done);
    const catalogue = catalogueFrom(definitions, { server: 'mcp-things', trust: 'trusted' });
    const gate = await openHostGate({}, catalogue);
    const mail = { id: 'mail-1', tool: 'things-send_mail', input: { to: 'bob@example.com', text: 'hi' } };
    const { told } = await runCopilot({
      script: [{ calls: [readNotes, mail] }, OVER],
      config: { ...config, ...gated(gate, mcpHost) },
    });
    expect(told['read-1']).toContain('milk');
    expect(told['mail-1']).toContain("waits for a person's approval");
    expect(done).toEqual([{ tool: 'read_notes', input: readNotes.input }]);
    expect(await statesOf(gate)).toEqual(['read_notes done', 'send_mail held']);
  });

  it('do not run because they call themselves read-only', async () => {
    const done: ToolEffect[] = [];
    const { config, definitions } = await things(done);
    const gate = await openHostGate({}, catalogueFrom(definitions, { server: 'mcp-things' }));
    const { told } = await runCopilot({
      script: [{ calls: [readNotes] }, OVER],
      config: { ...config, ...gated(gate, mcpHost) },
    });
    expect(told['read-1']).toContain("waits for a person's approval");
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['read_notes held']);
  });

  it('wait for a person where nobody has said that the server is there', async () => {
    const done: ToolEffect[] = [];
    const { config } = await things(done);
    const gate = await openHostGate();
    await runCopilot({ script: [{ calls: [readNotes] }, OVER], config: { ...config, ...gated(gate) } });
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['things-read_notes held']);
  });
});

describe('tools of this process', () => {
  const saving = async () => {
    const done: unknown[] = [];
    const tools = [
      {
        name: 'save_note',
        description: 'Save a note',
        parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
        metadata: { annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true } },
        skipPermission: true,
        handler: async (input: unknown) => {
          done.push(input);
          return { textResultForLlm: 'no room', resultType: 'failure', error: 'no room' };
        },
      },
    ];
    const gate = await openHostGate({}, catalogueOf(tools, { server: 'app', trust: 'owned' }));
    return { done, gate, tools: gatedTools(gate, tools, host), patient: gatedTools(gate, tools, patient) };
  };
  const save = { id: 'save-1', tool: 'save_note', input: { text: 'milk' } };

  it('are judged though they need no leave of the runtime, and though there are no hooks', async () => {
    const { done, gate, tools } = await saving();
    const script = [{ calls: [save] }, OVER];
    const { told } = await runCopilot({ script, config: { tools } });
    expect(told['save-1']).toContain("waits for a person's approval");
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['save_note held']);
  });

  it('say in their own way that they failed, and the model reads it', async () => {
    const { done, gate, patient: tools } = await saving();
    agreesWhenAsked(gate);
    const script = [{ calls: [save] }, OVER];
    const { told } = await runCopilot({ script, config: { tools, ...gated(gate, patient) } });
    expect(done).toEqual([save.input]);
    expect(told['save-1']).toContain('no room');
    expect(await statesOf(gate)).toEqual(['save_note done']);
  });

  it('show their hints to nobody but the gate', async () => {
    const { gate, tools } = await saving();
    const { sent } = await runCopilot({ script: [OVER], config: { tools, ...gated(gate) } });
    expect(sent).toContain('save_note');
    expect(sent).not.toMatch(/readOnlyHint|destructiveHint/);
  });
});
