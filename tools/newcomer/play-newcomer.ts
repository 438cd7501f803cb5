import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { allowIn, codeIn } from '../../packages/gateway/test/person-answer.ts';
import type { AnswerForm } from './agent-client.ts';
import { AgentClient } from './agent-client.ts';
import type { StartedServer } from './client-files.ts';
import { writeClientFiles } from './client-files.ts';
import { openTerminal } from './open-terminal.ts';
import { readCommand } from './read-command.ts';

/** How one everyday call went. */
export interface EverydayCall {
  readonly tool: string;
  readonly isRead: boolean;
  readonly questions: number;
  readonly isDone: boolean;
}

export interface NewcomerReport {
  /** Questions of `callgate init`, each answered as it proposed. */
  readonly setUpQuestions: readonly string[];
  /** The client starts its servers through Callgate. */
  readonly isGated: boolean;
  /** From the start of `callgate init` to the answer of the first call. */
  readonly secondsToFirstCall: number;
  readonly calls: readonly EverydayCall[];
  /** Forms the client showed, in order. */
  readonly forms: readonly string[];
  /** What stood on the terminal, by step. */
  readonly screens: Readonly<Record<string, string>>;
  /** Files that differ after `callgate init --undo`. */
  readonly changedByUndo: readonly string[];
}

export interface NewcomerOptions {
  /** The words that start Callgate. */
  readonly callgate: readonly [string, ...string[]];
  /** `node_modules` with the real servers. */
  readonly servers: string;
  /** Waits before an answer as a reader does; answers that come sooner do not count. */
  readonly readingMs?: number;
}

const clientFile = z.object({
  mcpServers: z.record(
    z.string(),
    z.object({
      command: z.string(),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const serverScript = (modules: string, name: string): string =>
  join(modules, `@modelcontextprotocol/server-${name}/dist/index.js`);

/** Folders of a home that no client keeps settings in. */
const NO_SETTINGS = /^(?:notes|\.local|memory\.jsonl)/;

/** Every file of settings below a home, by its path. */
const readSettings = (home: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((path) => !NO_SETTINGS.test(path) && statSync(join(home, path)).isFile())
      .map((path) => [path, readFileSync(join(home, path), 'base64')]),
  );

const differingKeys = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key));

/** A person who has a home with six clients and three servers, and follows what Callgate proposes. */
export const playNewcomer = async (options: NewcomerOptions): Promise<NewcomerReport> => {
  const { callgate, servers: modules, readingMs = 8000 } = options;
  const home = mkdtempSync(join(tmpdir(), 'cg-new-'));
  const notes = join(home, 'notes');
  mkdirSync(notes);
  writeFileSync(join(notes, 'plan.md'), '# Plan\n- buy bread\n');
  writeFileSync(join(notes, 'list.md'), '- milk\n');
  writeClientFiles(home, {
    files: { command: process.execPath, args: [serverScript(modules, 'filesystem'), notes] },
    memory: {
      command: process.execPath,
      args: [serverScript(modules, 'memory')],
      env: { MEMORY_FILE_PATH: join(home, 'memory.jsonl') },
    },
    thinking: { command: process.execPath, args: [serverScript(modules, 'sequential-thinking')] },
  });
  const before = readSettings(home);
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TERM: 'xterm-256color',
    COLUMNS: '100',
    XDG_CACHE_HOME: join(tmpdir(), 'callgate-test-cache'),
    // the background gateway goes soon after the last client
    CALLGATE_BACKGROUND_IDLE: '5s',
  };
  const screens: Record<string, string> = {};
  const openClients: AgentClient[] = [];
  try {
    const began = performance.now();
    const terminal = openTerminal([...callgate, 'init'], { cwd: home, env: environment });
    const setUpQuestions = await terminal.acceptDefaults();
    screens['init'] = terminal.text();
    if (terminal.code() !== 0) throw new Error(`init ended with ${terminal.code()}\n${terminal.text()}`);

    const { mcpServers } = clientFile.parse(JSON.parse(readFileSync(join(home, '.cursor/mcp.json'), 'utf8')));
    const forms: string[] = [];
    const answer: AnswerForm = async (form) => {
      const offered = allowIn(form);
      const choices = Object.entries(offered).map(([key, words]) => `  ${key}: ${String(words)}`);
      forms.push([String(form['message']), ...choices].join('\n'));
      await sleep(readingMs);
      const allow = 'folder' in offered ? { allow: 'folder' } : {};
      return { action: 'accept', content: { decision: 'approve', code: codeIn(form['message']), ...allow } };
    };
    const clientOf = async (name: string): Promise<AgentClient> => {
      const started = mcpServers[name] as StartedServer | undefined;
      if (started === undefined) throw new Error(`${name} is not in the client's file`);
      const client = new AgentClient(started, { ...environment, PWD: home }, answer);
      openClients.push(client);
      const { error } = await client.open();
      if (error !== undefined) throw new Error(error.message);
      return client;
    };
    const filesystem = await clientOf('files');
    const calls: EverydayCall[] = [];
    const play = async (
      client: AgentClient,
      tool: string,
      args: Readonly<Record<string, unknown>>,
      isRead = true,
    ): Promise<void> => {
      const asked = client.questions.length;
      const { result, error } = await client.call(tool, args);
      const isDone = error === undefined && result?.['isError'] !== true;
      calls.push({ tool, isRead, questions: client.questions.length - asked, isDone });
      if (!isDone) screens[`call ${calls.length}: ${tool}`] = JSON.stringify(error ?? result, null, 1);
    };
    await play(filesystem, 'list_directory', { path: notes });
    const secondsToFirstCall = (performance.now() - began) / 1000;
    await play(filesystem, 'read_text_file', { path: join(notes, 'plan.md') });
    await play(filesystem, 'search_files', { path: notes, pattern: '*.md' });
    await play(filesystem, 'write_file', { path: join(notes, 'week.md'), content: '- rest\n' }, false);
    await play(filesystem, 'write_file', { path: join(notes, 'month.md'), content: '- travel\n' }, false);
    await play(filesystem, 'read_text_file', { path: join(notes, 'week.md') });
    const memory = await clientOf('memory');
    await play(memory, 'read_graph', {});
    await play(
      memory,
      'create_entities',
      { entities: [{ name: 'Ann', entityType: 'person', observations: ['likes tea'] }] },
      false,
    );
    await play(memory, 'search_nodes', { query: 'Ann' });
    const thinking = await clientOf('thinking');
    await play(thinking, 'sequentialthinking', {
      thought: 'What is left to do?',
      nextThoughtNeeded: false,
      thoughtNumber: 1,
      totalThoughts: 1,
    });
    for (const client of openClients) await client.close();

    for (const words of [['status'], ['audit'], ['grants'], ['doctor']])
      screens[words.join(' ')] = await readCommand([...callgate, ...words], environment, home);
    screens['undo'] = await readCommand([...callgate, 'init', '--undo', '--yes'], environment, home);
    return {
      setUpQuestions,
      isGated: Object.values(mcpServers).every(({ args }) => args.includes('run')),
      secondsToFirstCall,
      calls,
      forms,
      screens,
      changedByUndo: differingKeys(before, readSettings(home)),
    };
  } finally {
    for (const client of openClients) await client.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
};
