import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BIN, ensureBuilt } from '../fixtures/run-callgate.ts';
import { readAnswer } from './read-answer.ts';
import { EVERY_LAYOUT, LAYOUTS } from './every-layout.ts';
import { openHooksLayout } from './hooks-layout.ts';
import { TestHost } from './test-host.ts';
import type { InitLayout } from './init-layout.ts';
import { environment, openInitLayout } from './init-layout.ts';
import type { LayoutServer } from './layout.ts';

beforeAll(ensureBuilt);

const SECRET = 'the code of the safe is 4711';

const text = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

/** One server reads what is private and what strangers wrote. */
const MAIL: LayoutServer = {
  alias: 'mail',
  trust: 'trusted',
  tools: [
    {
      name: 'read_mail',
      inputSchema: text('id'),
      annotations: {
        readOnlyHint: true,
        openWorldHint: false,
        sensitiveDataHint: true,
        unsafeOutputHint: true,
      },
    },
  ],
  texts: { read_mail: SECRET },
};

/** The other sends: by itself as long as nothing untrusted was seen. */
const WEB: LayoutServer = {
  alias: 'web',
  trust: 'trusted',
  tools: [
    {
      name: 'save_note',
      inputSchema: text('title'),
      annotations: {
        readOnlyHint: false,
        destructiveHint: true,
        openWorldHint: false,
        unsafeOutputHint: false,
      },
    },
    {
      name: 'add_note',
      inputSchema: text('title'),
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        openWorldHint: false,
        unsafeOutputHint: false,
      },
    },
  ],
};

const SERVERS = [MAIL, WEB];

const addNote = async (layout: InitLayout, host: TestHost): Promise<boolean> => {
  const before = layout.received('web').length;
  await host.call('web', 'add_note', { title: SECRET });
  return layout.received('web').length > before;
};

const readMail = async (host: TestHost): Promise<string> =>
  readAnswer(await host.call('mail', 'read_mail', { id: '1' })).text;

describe.each(EVERY_LAYOUT)('in the layout %s', (name) => {
  it('what one server showed holds what another would do with it', async () => {
    const layout = await LAYOUTS[name]({ servers: SERVERS });
    expect(await layout.call('web', 'add_note', { title: 'bread' })).toMatchObject({ ran: true });
    expect(await layout.call('mail', 'read_mail', { id: '1' })).toMatchObject({ ran: true });
    expect(await layout.call('web', 'add_note', { title: SECRET })).toMatchObject({ ran: false });
    expect(layout.received('web')).toHaveLength(1);
  });
});

describe('processes that one host started', () => {
  it('share what any of them has touched', async () => {
    const layout = await openInitLayout({ servers: SERVERS });
    expect(await addNote(layout, layout.host)).toBe(true);
    expect(await readMail(layout.host)).toBe(SECRET);
    expect(await addNote(layout, layout.host)).toBe(false);
  });

  it('let nothing out after another of them has begun to read, also where both are asked at once', async () => {
    const layout = await openInitLayout({ servers: SERVERS });
    const { host } = layout;
    await Promise.all([host.connect('mail'), host.connect('web')]);
    const notes = Array.from({ length: 12 }, (_, at) => host.call('web', 'add_note', { title: `n${at}` }));
    await Promise.all([readMail(host), ...notes]);
    const rows = (await layout.callgate('audit', '--entries', '--limit', '500', '--json')).out
      .split('\n')
      .filter((line) => line.includes('"event_type":"dispatching"'));
    const read = rows.findIndex((line) => line.includes('mail/read_mail'));
    expect(read).toBeGreaterThanOrEqual(0);
    expect(rows.slice(read + 1).filter((line) => line.includes('web/add_note'))).toEqual([]);
  });

  it('share nothing with another host, and nothing with the next run of the same one', async () => {
    const layout = await openInitLayout({ servers: SERVERS });
    expect(await readMail(layout.host)).toBe(SECRET);
    expect(await addNote(layout, layout.host)).toBe(false);
    const other = layout.startHost();
    expect(await addNote(layout, other)).toBe(true);
    await layout.host.close();
    const again = layout.startHost();
    expect(await addNote(layout, again)).toBe(true);
  });

  it('end their session with the host', async () => {
    const layout = await openInitLayout({ servers: SERVERS });
    expect(await readMail(layout.host)).toBe(SECRET);
    const sessions = async (): Promise<string> => (await layout.callgate('sessions', '--json')).out;
    expect(await sessions()).toContain('"known"');
    await layout.host.close();
    // whoever is served next ends what is left of hosts that are gone
    const next = layout.startHost();
    await addNote(layout, next);
    await next.close();
    const last = layout.startHost();
    await addNote(layout, last);
    expect(await sessions()).not.toContain('"known"');
  });

  it('are cleared by a person, and that is recorded', async () => {
    const layout = await openInitLayout({ servers: SERVERS });
    expect(await readMail(layout.host)).toBe(SECRET);
    expect(await addNote(layout, layout.host)).toBe(false);
    const [, context = ''] =
      /"(host:[0-9a-f:]+)"/.exec((await layout.callgate('sessions', '--json')).out) ?? [];
    const clear = ['sessions', '--principal', 'local', '--context', context, '--declassify', 'untrusted'];
    expect(await layout.callgate(...clear, '--reason', 'I wrote that mail')).toMatchObject({ code: 0 });
    expect(await addNote(layout, layout.host)).toBe(true);
    expect((await layout.callgate('audit', '--entries')).out).toContain('I wrote that mail');
  });
});

/** Starts a host so that nobody can see who started it: its parent has ended. */
const ORPHANED = [
  'sh',
  '-c',
  'exec 3<&0 5>&1; pid=$("$0" "$@" <&3 >&5 & echo $!); exec 3<&-; while kill -0 $pid 2>&-; do sleep 0.1; done',
];

const orphan = (layout: InitLayout): TestHost => {
  const host = new TestHost(layout.file, environment(layout.folder), undefined, ORPHANED);
  onTestFinished(() => host.close());
  return host;
};

describe('a host that nobody can be seen to have started', () => {
  it('works on everything its user has touched', async () => {
    const layout = await openInitLayout({ servers: SERVERS });
    expect(await readMail(layout.host)).toBe(SECRET);
    const escaped = orphan(layout);
    expect(await addNote(layout, escaped)).toBe(false);
    expect(escaped.err).toContain('HOST_UNKNOWN');
  });

  it('runs what is harmless by itself where nothing was touched', async () => {
    const layout = await openInitLayout({ servers: SERVERS });
    expect(await addNote(layout, orphan(layout))).toBe(true);
  });
});

interface WrittenClientConfig {
  readonly mcpServers: Record<string, { readonly command: string; readonly args: readonly string[] }>;
}

const LAUNCHER = `
import { spawn } from 'node:child_process';
const [, , command, ...args] = process.argv;
spawn(command, args, { stdio: 'inherit' }).once('close', (code) => process.exit(code ?? 0));
`;

it('a shell, a launcher and a package runner between host and Callgate are not the host', async () => {
  const layout = await openInitLayout({ servers: SERVERS });
  const launcher = join(layout.folder, 'launcher.mjs');
  const runner = join(layout.folder, 'runner.mjs');
  writeFileSync(launcher, LAUNCHER);
  // npm writes its command over its own words
  writeFileSync(runner, `${LAUNCHER}\nprocess.title = 'npm exec callgate';`);
  const { mcpServers } = JSON.parse(readFileSync(layout.file, 'utf8')) as WrittenClientConfig;
  const through = (alias: string, ...words: readonly string[]): WrittenClientConfig['mcpServers'] => {
    const { command = '', args = [] } = mcpServers[alias] ?? {};
    const [first = '', ...rest] = [...words, command, ...args];
    return { [alias]: { command: first, args: rest } };
  };
  const wrapped = {
    ...through('mail', 'sh', '-c', '"$0" "$@"; exit $?', process.execPath, launcher),
    ...through('web', process.execPath, runner),
  };
  writeFileSync(layout.file, JSON.stringify({ mcpServers: wrapped }));
  const host = layout.startHost();
  expect(await addNote(layout, host)).toBe(true);
  expect(await readMail(host)).toBe(SECRET);
  expect(await addNote(layout, host)).toBe(false);
});

/** Says nothing of Callgate in its own words. */
const SILENT_WRAPPER = (words: readonly string[]): string => `
import { spawn } from 'node:child_process';
const [command, ...args] = ${JSON.stringify(words)};
spawn(command, args, { stdio: 'inherit' }).once('close', (code) => process.exit(code ?? 0));
`;

it.runIf(process.platform === 'linux')(
  'programs of any kind that hand their pipe on to Callgate are not the host, and two hosts behind them stay two',
  async () => {
    const layout = await openInitLayout({ servers: SERVERS });
    const { mcpServers } = JSON.parse(readFileSync(layout.file, 'utf8')) as WrittenClientConfig;
    const wrapped = Object.entries(mcpServers).map(([alias, { command, args }]) => {
      const script = join(layout.folder, `wrap-${alias}.mjs`);
      writeFileSync(script, SILENT_WRAPPER([command, ...args]));
      return [alias, { command: process.execPath, args: [script] }] as const;
    });
    writeFileSync(layout.file, JSON.stringify({ mcpServers: Object.fromEntries(wrapped) }));
    const host = layout.startHost();
    expect(await addNote(layout, host)).toBe(true);
    expect(await readMail(host)).toBe(SECRET);
    expect(await addNote(layout, host)).toBe(false);
    expect(await addNote(layout, layout.startHost())).toBe(true);
  },
);

const HOOK = 'while [ ! -e "$1" ]; do sleep 0.1; done; "$2" "$3" hook claude-code <"$1"; echo >"$1.done"';

/** The same host has a hook, which is told of one event. */
const withHook = (
  layout: InitLayout,
): { readonly host: TestHost; tell(event: JsonObject): Promise<void> } => {
  const { mcpServers } = JSON.parse(readFileSync(layout.file, 'utf8')) as WrittenClientConfig;
  const file = join(layout.folder, 'hooked.json');
  const payload = join(layout.folder, 'event.json');
  const hook = { command: 'sh', args: ['-c', HOOK, 'sh', payload, process.execPath, BIN] };
  writeFileSync(file, JSON.stringify({ mcpServers: { ...mcpServers, hook } }));
  const host = new TestHost(file, environment(layout.folder));
  onTestFinished(() => host.close());
  return {
    host,
    tell: async (event) => {
      const whole = { session_id: 'chat', cwd: layout.folder, ...event };
      writeFileSync(`${payload}.draft`, JSON.stringify(whole));
      renameSync(`${payload}.draft`, payload);
      await vi.waitFor(() => expect(existsSync(`${payload}.done`)).toBe(true), { timeout: 20_000 });
    },
  };
};

describe('a session that hooks named', () => {
  it('counts for connections of the host that started the hook, and for those of no other', async () => {
    const layout = await openInitLayout({ servers: SERVERS });
    const { host, tell } = withHook(layout);
    expect(await addNote(layout, host)).toBe(true);
    expect(await addNote(layout, layout.host)).toBe(true);
    await tell({
      hook_event_name: 'PostToolUse',
      tool_name: 'WebFetch',
      tool_input: { url: 'https://example.com', prompt: 'x' },
      tool_use_id: 't1',
      tool_response: 'Save this note',
    });
    expect(await addNote(layout, host)).toBe(false);
    expect(await addNote(layout, layout.host)).toBe(true);
  });

  it('counts for a connection of its host that no hook announces, and ends when it is forgotten', async () => {
    const layout = await openHooksLayout({ servers: SERVERS, startsHooks: true });
    await layout.host.connect('mail');
    await layout.host.connect('web');
    expect(await layout.call('mail', 'read_mail', { id: '1' })).toMatchObject({ ran: true });
    expect(await addNote(layout, layout.host)).toBe(false);
    await layout.event('SessionEnd', { reason: 'clear' });
    expect(await addNote(layout, layout.host)).toBe(true);
  });

  it('takes nothing along, when it is forgotten, that another agent in its host has read', async () => {
    const layout = await openHooksLayout({ servers: SERVERS, startsHooks: true });
    await layout.host.connect('mail');
    expect(await layout.call('web', 'add_note', { title: 'bread' })).toMatchObject({ ran: true });
    expect(await readMail(layout.host)).toBe(SECRET);
    await layout.event('SessionEnd', { reason: 'clear' });
    expect(await addNote(layout, layout.host)).toBe(false);
  });
});

describe('the age of labels in the configuration of the folder', () => {
  const noted = async (layout: InitLayout, title: string): Promise<boolean> => {
    const before = layout.received('web').length;
    await layout.host.call('web', 'add_note', { title });
    return layout.received('web').length > before;
  };

  it('counts for processes that a host starts', async () => {
    const layout = await openInitLayout({ servers: SERVERS });
    writeFileSync(
      join(environment(layout.folder)['CALLGATE_HOME'] ?? '', 'callgate.yaml'),
      'labels: {age: 1s}\n',
    );
    expect(await readMail(layout.host)).toBe(SECRET);
    expect(await noted(layout, 'n0')).toBe(false);
    let at = 0;
    await vi.waitFor(
      async () => {
        at += 1;
        expect(await noted(layout, `n${at}`)).toBe(true);
      },
      { timeout: 20_000, interval: 500 },
    );
  });
});
