import { createServer } from 'node:http';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ToolDecisions } from '@callgate/gateway/tools';
import { OperatorDecisionFile } from '@callgate/gateway/tools';
import type { SavedLogin } from '@callgate/gateway/login';
import { LoginStore } from '@callgate/gateway/login';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { homePaths } from '../src/home/home-paths.ts';
import type { InitOptions } from '../src/init/run-init.ts';
import { runInit } from '../src/init/run-init.ts';
import type { ConversationWorld } from '../src/survey/create-conversation.ts';
import { createConversation } from '../src/survey/create-conversation.ts';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import { environment, runCallgate } from './layouts/init-layout.ts';
import { TestHost } from './layouts/test-host.ts';

beforeAll(ensureBuilt);

const SERVER = `
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const answers = {
  initialize: () => ({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }),
  'tools/list': () => ({ tools: JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8')) }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'done' }] }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answers[method]?.();
  const said = result === undefined ? { error: { code: -32601, message: 'none' } } : { result };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...said }) + '\\n');
}
`;

const NOTES = [
  {
    name: 'list_notes',
    description: 'Lists notes',
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'delete_note',
    description: 'Deletes a note for good',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
  },
];

interface PackageList {
  readonly tools: readonly unknown[];
}

/** What the package really lists. */
const listOf = (name: string): readonly unknown[] => {
  const file = new URL(
    `../../../../shared/catalogue/modelcontextprotocol__server-${name}.json`,
    import.meta.url,
  );
  const { tools }: PackageList = JSON.parse(readFileSync(file, 'utf8'));
  return tools;
};

interface ServerEntry {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly url?: string;
}

interface HookSettings {
  readonly hooks: Readonly<
    Record<string, readonly [{ readonly hooks: readonly [{ readonly command: string }] }]>
  >;
}

const PLAIN: InitOptions = { undo: false, yes: false, dryRun: false, json: false };

const loginAt = (url: string): SavedLogin => ({
  server: url,
  url,
  issuer: 'https://login.example',
  resource: url,
  tokenEndpoint: 'https://login.example/token',
  revocationEndpoint: null,
  clientId: 'callgate',
  clientSecret: null,
  clientAuth: 'none',
  accessToken: 'token',
  refreshToken: null,
  scope: null,
  savedAt: 0,
  expiresAt: null,
});

/** The home of somebody new, with packages of servers in it. */
class NewcomerHome {
  readonly folder = mkdtempSync(join(tmpdir(), 'cg-new-'));
  readonly paths = homePaths({ CALLGATE_HOME: join(this.folder, 'home') });
  readonly questions: string[] = [];
  #seconds = 0;

  constructor() {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 }));
    mkdirSync(join(this.folder, 'project'));
  }

  write(path: string, text: string): string {
    const full = join(this.folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    return full;
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  /** A server as npm installs it. */
  server(name: string, tools: readonly unknown[]): ServerEntry {
    const script = this.write(`node_modules/${name}/index.mjs`, SERVER);
    this.write(`node_modules/${name}/tools.json`, JSON.stringify(tools));
    return { command: process.execPath, args: [script] };
  }

  packed(name: string): ServerEntry {
    return this.server(`@modelcontextprotocol/server-${name}`, listOf(name));
  }

  cursor(servers: Readonly<Record<string, ServerEntry>>): string {
    return this.write('.cursor/mcp.json', JSON.stringify({ mcpServers: servers }, null, 2));
  }

  /** Runs with these answers; an answer more than there are is a closed terminal. */
  async run(
    options: Partial<InitOptions>,
    answers: readonly string[] | undefined,
    more: Partial<ConversationWorld> = {},
  ): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
    let [out, err] = ['', ''];
    this.#seconds += 1;
    const left = [...(answers ?? [])];
    const prompt = async (question: string): Promise<string | null> => {
      this.questions.push(question);
      return await Promise.resolve(left.shift() ?? null);
    };
    const world = {
      machine: {
        platform: 'linux',
        home: this.folder,
        cwd: join(this.folder, 'project'),
        env: { PATH: process.env['PATH'] },
      },
      now: () => Date.UTC(2026, 0, 1) + this.#seconds * 1000,
      out: (text: string) => void (out += `${text}\n`),
    };
    const code = await runInit(
      { ...PLAIN, ...options },
      {
        ...world,
        own: ['callgate'],
        ...(answers === undefined ? {} : { ask: async () => (await prompt('Write?')) === 'y' }),
        err: (text) => void (err += text),
        converse: createConversation({
          ...world,
          home: this.paths,
          ...(answers === undefined ? {} : { prompt }),
          ...more,
        }),
      },
    );
    return { code, out, err };
  }

  get reviews(): readonly string[] {
    return new OperatorDecisionFile(this.paths.folder).read().map(({ server, tool }) => `${server}/${tool}`);
  }
}

describe('the conversation of init', () => {
  it('needs three answers for three ordinary servers, and shows what runs and what asks first', async () => {
    const home = new NewcomerHome();
    home.cursor({
      fs: home.packed('filesystem'),
      memory: home.packed('memory'),
      notes: home.server('notes', NOTES),
    });
    const { code, out, err } = await home.run({}, ['', 't', 'y']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(home.questions).toHaveLength(3);
    expect(home.questions[0]).toBe("Use Callgate's reviews for fs and memory? [Y/n] ");
    expect(out).toContain("14 tools, reviewed by Callgate's pack `filesystem`");
    expect(out).toMatch(/list_notes +reads +reads\n +delete_note +– +deletes or overwrites/);
    expect(out).toMatch(
      /fs\n +11 run by themselves: read_file, .*\n +3 ask: write_file, edit_file, move_file/,
    );
    expect(out).toMatch(/notes\n +1 runs by itself: list_notes\n +1 asks: delete_note/);
    expect(out.indexOf('3 ask: write_file')).toBeLessThan(out.indexOf('written '));
    expect(out.trimEnd().split('\n').at(-1)).toBe('Undo: callgate init --undo');
    const written: { mcpServers: Record<string, { args: string[] }> } = JSON.parse(
      home.read('.cursor/mcp.json'),
    );
    expect(written.mcpServers['notes']?.args.slice(0, 7)).toEqual(
      'run --name notes --background --trust trusted --'.split(' '),
    );
    expect(home.reviews).toHaveLength(14 + 9);
  });

  it('lets reads run by themselves afterwards, and holds writes', async () => {
    const home = new NewcomerHome();
    const entry = home.packed('filesystem');
    const file = home.cursor({ fs: entry });
    const { code, err } = await runCallgate(home.folder, ['init', '--file', file, '--as', 'cursor', '--yes']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const verified = await runCallgate(home.folder, ['audit', 'verify']);
    expect(verified.code).toBe(0);
    const host = new TestHost(file, environment(home.folder));
    onTestFinished(() => host.close());
    expect(JSON.stringify(await host.call('fs', 'read_text_file', { path: '/a' }))).toContain('done');
    const { out } = await runCallgate(home.folder, ['tools']);
    expect(out).toMatch(/fs\/read_text_file +AUTO/);
    expect(out).toMatch(/fs\/write_file +CONFIRM/);
  });

  it('sets up hooks, so that the question about a call shows what the user asked for', async () => {
    const home = new NewcomerHome();
    const file = home.write(
      '.claude.json',
      JSON.stringify({ mcpServers: { notes: home.server('notes', NOTES) } }),
    );
    const { code, err } = await runCallgate(home.folder, ['init', '--client', 'claude-code', '--yes']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { hooks }: HookSettings = JSON.parse(home.read('.claude/settings.json'));
    const host = new TestHost(file, environment(home.folder));
    onTestFinished(() => host.close());
    await host.connect('notes');
    const tell = async (event: string, more: object): Promise<void> => {
      const line = hooks[event]?.[0]?.hooks[0]?.command ?? '';
      const payload = { session_id: 's-1', cwd: home.folder, hook_event_name: event, ...more };
      const ran = await host.run(['sh', '-c', line], home.folder, JSON.stringify(payload));
      expect(ran).toEqual({ code: 0, out: '', err: '' });
    };
    await tell('UserPromptSubmit', { prompt: 'Please delete the note n-7.' });
    const call = { tool_name: 'mcp__notes__delete_note', tool_input: { id: 'n-7' }, tool_use_id: 'u-1' };
    await tell('PreToolUse', { permission_mode: 'default', ...call });
    void host.call('notes', 'delete_note', { id: 'n-7' });
    const list = async (): Promise<string> => (await runCallgate(home.folder, ['inbox', '--json'])).out;
    await expect.poll(list, { timeout: 30_000, interval: 500 }).toContain('delete_note');
    const { id }: { id: string } = JSON.parse(await list());
    const { out } = await runCallgate(home.folder, ['approve', id]);
    expect(out).toContain('Your request: “Please delete the note n-7.”');
  });

  it('puts a server that fails behind Callgate all the same, and says so, with and without a person', async () => {
    const servers = {
      typo: { command: 'no-such-program' },
      dies: { command: process.execPath, args: ['-e', 'process.exit(3)'] },
    };
    for (const answers of [undefined, ['y']]) {
      const home = new NewcomerHome();
      home.cursor(servers);
      const { code, out } = await home.run({ yes: answers === undefined }, answers);
      expect(code).toBe(0);
      expect(home.questions).toEqual(answers === undefined ? [] : ['Write?']);
      expect(out).toMatch(
        / {2}Server `typo` could not be started.*ENOENT.*\. It goes behind Callgate unreviewed/,
      );
      expect(out).toContain('Server `dies` ended (status 3). It goes behind Callgate unreviewed');
      expect(out).toMatch(/typo\n +every call asks\n +dies\n +every call asks/);
      expect(home.read('.cursor/mcp.json').match(/"--name"/g)).toHaveLength(2);
    }
  });

  it('leaves a server that wants a sign-in to its client, until the person signs in with Callgate', async () => {
    const home = new NewcomerHome();
    const door = createServer((_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
    );
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void door.close());
    const { port } = door.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/mcp`;
    home.cursor({ remote: { url } });
    const before = home.read('.cursor/mcp.json');
    const first = await home.run({ yes: true }, undefined);
    expect(first.code).toBe(0);
    expect(home.read('.cursor/mcp.json')).toBe(before);
    expect(first.out).toContain(
      `Server \`remote\` requires sign-in (HTTP 401). It stays unguarded: run \`callgate login ${url}\`, then \`callgate init\``,
    );
    await new LoginStore(home.paths.folder, null).save(loginAt(url));
    await home.run({ yes: true }, undefined);
    expect(home.read('.cursor/mcp.json').match(/"--name"/g)).toHaveLength(1);
  });

  it('does not take a failure for a sign-in because a program says so', async () => {
    const home = new NewcomerHome();
    const says = 'Server requires sign-in (HTTP 401)';
    home.cursor({
      sly: {
        command: process.execPath,
        args: ['-e', `console.error(${JSON.stringify(says)}); process.exit(401 & 255)`],
      },
    });
    await home.run({ yes: true }, undefined);
    expect(home.read('.cursor/mcp.json')).toContain('"--name"');
  });

  it('gives a server that hangs up in time', async () => {
    const home = new NewcomerHome();
    home.cursor({ hangs: { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] } });
    const { code, out } = await home.run({ yes: true }, undefined, { listSeconds: 2 });
    expect(code).toBe(0);
    expect(out).toMatch(/2 s.*\. It goes behind Callgate unreviewed/);
    expect(home.read('.cursor/mcp.json')).toContain('"--name"');
  });

  it("keeps a person's own review where a pack would give another", async () => {
    const home = new NewcomerHome();
    const entry = home.packed('filesystem');
    home.cursor({ fs: entry });
    await home.run({ yes: true }, undefined);
    const book = new OperatorDecisionFile(home.paths.folder);
    const reviewOf = (tool: string): ToolDecisions | undefined =>
      book.read().find((each) => each.tool === tool);
    const packed = reviewOf('read_file');
    if (packed?.review === undefined) throw new Error('no review of the pack');
    const { review } = packed;
    const mine = { ...review, set: { readOnly: 'no' }, reason: 'I do not believe it', at: 5 } as const;
    book.change((all) => all.map((each) => (each.tool === 'read_file' ? { ...each, review: mine } : each)));
    const others = reviewOf('write_file');
    await home.run({ undo: true, yes: true }, undefined);
    const { out } = await home.run({ yes: true }, undefined);
    expect(reviewOf('read_file')?.review).toEqual(mine);
    expect(reviewOf('write_file')).toEqual(others);
    expect(out).toMatch(/fs\n +10 run by themselves: (?!read_file)/);
    expect(out).toContain('fs: your review of read_file stays');
  });

  it('believes a pack only where the command names what it reviewed', async () => {
    const home = new NewcomerHome();
    home.cursor({ fs: home.server('other-files', listOf('filesystem')) });
    const { out } = await home.run({ yes: true }, undefined);
    expect(out).toContain('but the command does not name npm:@modelcontextprotocol/server-filesystem');
    expect(out).toContain('14 ask: ');
    expect(home.reviews).toEqual([]);
  });

  it('leaves what a pack did not review to the person', async () => {
    const home = new NewcomerHome();
    home.cursor({
      fs: home.server('@modelcontextprotocol/server-filesystem', [...listOf('filesystem'), ...NOTES]),
    });
    const { out } = await home.run({}, ['x', 'p', 'y']);
    expect(home.questions[0]).toMatch(/p {2}use Callgate's pack `filesystem`[^]*Answer \[p\]: $/);
    expect(out).toContain('Type p, t, r, u or Enter.');
    expect(out).toContain('5 ask: ');
    expect(home.reviews).toHaveLength(14);
  });

  it('goes to the review after the files are written', async () => {
    const home = new NewcomerHome();
    home.cursor({ notes: home.server('notes', NOTES) });
    const reviewed: string[] = [];
    await home.run({}, ['r', 'y'], {
      review: async (alias) => {
        await Promise.resolve();
        expect(home.read('.cursor/mcp.json')).toContain('"--name"');
        reviewed.push(alias);
      },
    });
    expect(reviewed).toEqual(['notes']);
  });

  it('writes nothing without a yes: no answer, a closed terminal, no terminal', async () => {
    const home = new NewcomerHome();
    home.cursor({ fs: home.packed('filesystem'), notes: home.server('notes', NOTES) });
    const before = home.read('.cursor/mcp.json');
    for (const answers of [['', '', ''], [''], [], undefined]) {
      const { code, out } = await home.run({}, answers);
      expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was written') });
    }
    expect(home.read('.cursor/mcp.json')).toBe(before);
    expect(existsSync(home.paths.folder)).toBe(false);
  });

  it('does not start what only a project names, nor anything where only files are looked at', async () => {
    const home = new NewcomerHome();
    const mark = join(home.folder, 'started');
    const entry = {
      command: process.execPath,
      args: ['-e', `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`],
    };
    home.write('project/.mcp.json', JSON.stringify({ mcpServers: { theirs: entry } }));
    const { out } = await home.run({ yes: true }, undefined);
    expect(out).toContain('not started, because its command comes from a project file');
    expect(home.read('project/.mcp.json')).toContain('"--name"');
    home.cursor({ mine: entry });
    await home.run({ dryRun: true }, []);
    await home.run({ json: true }, []);
    await home.run({ yes: true, noStart: true }, []);
    expect(existsSync(mark)).toBe(false);
  });

  it('restores every file of every client byte by byte', async () => {
    const home = new NewcomerHome();
    const { command = '', args = [] } = home.packed('memory');
    const entry = JSON.stringify({ command, args });
    const quoted = JSON.stringify(args);
    const files: Readonly<Record<string, string>> = {
      '.config/Claude/claude_desktop_config.json': `{"mcpServers":{"memory":${entry}}}`,
      '.claude.json': `{\n\t"a": 1,\n\t"mcpServers": { "memory": ${entry} },\n\t"projects": {}\n}\n`,
      '.cursor/mcp.json': `{ "mcpServers": { "memory": ${entry} } }\r\n`,
      '.config/Code/User/mcp.json': `// mine\n{"servers":{"memory":${entry},},}\n`,
      '.codex/config.toml': `model = "x" # mine\n\n[mcp_servers.memory]\ncommand = ${JSON.stringify(command)}\nargs = ${quoted}\n`,
      '.gemini/settings.json': `{"theme":"dark","mcpServers":{"memory":${entry}}}`,
      '.codeium/windsurf/mcp_config.json': `\uFEFF{"mcpServers":{"memory":${entry}}}`,
      '.config/zed/settings.json': `{\n  // zed\n  "context_servers": {"memory": ${entry}}\n}`,
      '.config/goose/config.yaml': `# mine\nextensions:\n  memory:\n    type: stdio\n    cmd: ${JSON.stringify(command)}\n    args: ${quoted}\n`,
    };
    for (const [path, text] of Object.entries(files)) home.write(path, text);
    const { code, out, err } = await home.run({}, ['', 'y']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(home.questions).toHaveLength(2);
    expect(out).toContain('9 servers in 9 files');
    expect(out).toMatch(/written .*\.claude\/settings\.json\nwritten .*\.codex\/hooks\.json\n/);
    for (const [path, text] of Object.entries(files)) expect(home.read(path)).not.toBe(text);
    await home.run({ undo: true, yes: true }, undefined);
    for (const [path, text] of Object.entries(files)) expect(home.read(path)).toBe(text);
    for (const path of Object.keys(files))
      expect(readdirSync(dirname(join(home.folder, path))).filter((name) => name.includes('.bak'))).toEqual(
        [],
      );
  });
});
