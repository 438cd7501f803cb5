import { describe, expect, it } from 'vitest';
import type { TextChangeOptions } from './change-text.ts';
import { unwrapText, wrapText } from './change-text.ts';
import type { ClientName } from './clients.ts';
import { CLIENTS } from './clients.ts';

const OPTIONS: TextChangeOptions = { own: ['callgate'], isExcepted: () => false };

const wrap = (client: ClientName, text: string): string => wrapText(CLIENTS[client], text, OPTIONS).after;
const unwrap = (client: ClientName, text: string): string => unwrapText(CLIENTS[client], text, OPTIONS).after;

/** Why nothing was done with the one server of a file. */
const whyLeft = (client: ClientName, text: string): string => {
  const { before, after, servers } = wrapText(CLIENTS[client], text, OPTIONS);
  expect(after).toBe(before);
  return servers.map(({ action, note }) => `${action}: ${note}`).join('\n');
};

/** Where wrapping, wrapping twice, and taking it off again in place give other bytes than they should. */
const strays = (client: ClientName, before: string, after: string): Record<string, string> => {
  const steps = [
    ['wrapped', wrap(client, before), after],
    ['wrapped twice', wrap(client, after), after],
    ['taken off', unwrap(client, after), before],
    ['taken off twice', unwrap(client, before), before],
  ] as const;
  return Object.fromEntries(steps.flatMap(([step, got, wanted]) => (got === wanted ? [] : [[step, got]])));
};

describe('JSON with comments', () => {
  it('changes command and args, and nothing else', () => {
    expect(
      strays(
        'cursor',
        `{
  // my servers
  "mcpServers": {
    "fs": {
      "command": "npx", // the usual
      "args": [
        "-y", /* yes */
        "server-filesystem",
      ],
      "env": { "KEY": "\${env:KEY}" },
      "cwd": "/tmp",
    },
  },
}
`,
        `{
  // my servers
  "mcpServers": {
    "fs": {
      "command": "callgate", // the usual
      "args": [
        "run", "--name", "fs", "--", "npx", "-y", /* yes */
        "server-filesystem",
      ],
      "env": { "KEY": "\${env:KEY}" },
      "cwd": "/tmp",
    },
  },
}
`,
      ),
    ).toEqual({});
  });

  it('writes args where there were none', () => {
    const after = '{"mcpServers":{"a":{\r\n\t"command": "x"\r\n}}}';
    expect(wrap('cursor', after)).toBe(
      '{"mcpServers":{"a":{\r\n\t"command": "callgate",\r\n\t"args": ["run", "--name", "a", "--", "x"]\r\n}}}',
    );
    expect(unwrap('cursor', wrap('cursor', after))).toBe(
      '{"mcpServers":{"a":{\r\n\t"command": "x",\r\n\t"args": []\r\n}}}',
    );
    expect(
      strays(
        'cursor',
        '{"mcpServers":{"a":{"args":[],"command":"x"}}}',
        '{"mcpServers":{"a":{"args":["run", "--name", "a", "--", "x"],"command":"callgate"}}}',
      ),
    ).toEqual({});
  });

  it('keeps headers in the environment, with the variables in them', () => {
    expect(
      strays(
        'vscode',
        '{"servers":{"r":{"type":"http","url":"https://x.example/mcp","headers":{"Authorization":"Bearer ${input:t}","X-Id":"7"}}},"inputs":[]}',
        '{"servers":{"r":{"type":"stdio","command":"callgate", "args": ["run", "--name", "r", "--url", "https://x.example/mcp", "--header-env", "Authorization=CALLGATE_HEADER_AUTHORIZATION", "--header-env", "X-Id=CALLGATE_HEADER_X_ID"],"env":{"CALLGATE_HEADER_AUTHORIZATION":"Bearer ${input:t}","CALLGATE_HEADER_X_ID":"7"}}},"inputs":[]}',
      ),
    ).toEqual({});
  });

  it('finds the servers of every project of Claude Code', () => {
    const text =
      '{"projects":{"/a":{"mcpServers":{"x":{"command":"1","args":[]}}},"/b":{"mcpServers":{}}},"mcpServers":{"y":{"command":"2","args":[]}}}';
    const { servers } = wrapText(CLIENTS['claude-code'], text, OPTIONS);
    expect(servers.map(({ path, action }) => [path.join(' '), action])).toEqual([
      ['mcpServers y', 'changed'],
      ['projects /a mcpServers x', 'changed'],
    ]);
  });

  it('knows both forms of Zed', () => {
    expect(
      strays(
        'zed',
        '{"theme":"x","context_servers":{"old":{"command":{"path":"a","args":["b"],"env":{}}},"new":{"source":"custom","command":"a","args":[]}}}',
        '{"theme":"x","context_servers":{"old":{"command":{"path":"callgate","args":["run", "--name", "old", "--", "a", "b"],"env":{}}},"new":{"source":"custom","command":"callgate","args":["run", "--name", "new", "--", "a"]}}}',
      ),
    ).toEqual({});
    expect(whyLeft('zed', '{"context_servers":{"e":{"source":"extension","settings":{}}}}')).toContain(
      'its client runs it itself',
    );
  });

  it('puts the address of each client back under its own key', () => {
    for (const [client, server] of [
      ['gemini', '{"httpUrl":"https://x.example/mcp"}'],
      ['gemini', '{"url":"https://x.example/mcp","type":"http"}'],
      ['windsurf', '{"serverUrl":"https://x.example/mcp"}'],
      ['claude-code', '{"type":"http","url":"https://x.example/mcp"}'],
    ] as const) {
      const text = `{"mcpServers":{"r":${server}}}`;
      expect(wrap(client, text)).toContain('"--url", "https://x.example/mcp"');
      expect(unwrap(client, wrap(client, text))).toBe(text);
    }
  });
});

describe('TOML', () => {
  it('changes command and args in every form of a table', () => {
    expect(
      strays(
        'codex',
        `model = "o"
[mcp_servers.fs] # files
command = "npx" # c
args = [
  "-y", # yes
  'server',
]
[mcp_servers.fs.env]
A = "b"
[mcp_servers]
inline = { command = "x", args = [] }
dotted.command = "y"
dotted.args = ["z"]
`,
        `model = "o"
[mcp_servers.fs] # files
command = "callgate" # c
args = [
  "run", "--name", "fs", "--", "npx", "-y", # yes
  'server',
]
[mcp_servers.fs.env]
A = "b"
[mcp_servers]
inline = { command = "callgate", args = ["run", "--name", "inline", "--", "x"] }
dotted.command = "callgate"
dotted.args = ["run", "--name", "dotted", "--", "y", "z"]
`,
      ),
    ).toEqual({});
  });

  it('writes args where there were none', () => {
    expect(wrap('codex', '[mcp_servers.a]\r\n  command = "x"\r\nenabled = true')).toBe(
      '[mcp_servers.a]\r\n  command = "callgate"\r\n  args = ["run", "--name", "a", "--", "x"]\r\nenabled = true',
    );
    expect(wrap('codex', '[mcp_servers]\na.command = "x"')).toBe(
      '[mcp_servers]\na.command = "callgate"\na.args = ["run", "--name", "a", "--", "x"]',
    );
    expect(wrap('codex', 'mcp_servers.a = { command = "x" }')).toBe(
      'mcp_servers.a = { command = "callgate", args = ["run", "--name", "a", "--", "x"] }',
    );
  });

  it('keeps headers in the environment, under a heading of their own too', () => {
    expect(
      strays(
        'codex',
        '[mcp_servers.r]\nurl = "https://x.example/mcp"\n[mcp_servers.r.http_headers]\nX-Key = "k"\n',
        '[mcp_servers.r]\ncommand = "callgate"\nargs = ["run", "--name", "r", "--url", "https://x.example/mcp", "--header-env", "X-Key=CALLGATE_HEADER_X_KEY"]\n[mcp_servers.r.env]\nCALLGATE_HEADER_X_KEY = "k"\n',
      ),
    ).toEqual({});
    expect(
      strays(
        'codex',
        '[mcp_servers.r]\nurl = "https://x.example/mcp"\nhttp_headers = { X-Key = "k" }\n',
        '[mcp_servers.r]\ncommand = "callgate"\nargs = ["run", "--name", "r", "--url", "https://x.example/mcp", "--header-env", "X-Key=CALLGATE_HEADER_X_KEY"]\nenv = { CALLGATE_HEADER_X_KEY = "k" }\n',
      ),
    ).toEqual({});
  });
});

describe('YAML', () => {
  it('changes cmd and args in blocks, beside the key, and in brackets', () => {
    expect(
      strays(
        'goose',
        `GOOSE_MODEL: x # c
extensions:
  fs:
    type: stdio
    cmd: "npx" # the usual
    args:
      - -y # yes
      - server
    envs: {}
  beside:
    args:
    - a
    cmd: "b"
  brackets: {type: stdio, cmd: "x", args: [a, 'b']}
`,
        `GOOSE_MODEL: x # c
extensions:
  fs:
    type: stdio
    cmd: "callgate" # the usual
    args:
      - "run"
      - "--name"
      - "fs"
      - "--"
      - "npx"
      - -y # yes
      - server
    envs: {}
  beside:
    args:
    - "run"
    - "--name"
    - "beside"
    - "--"
    - "b"
    - a
    cmd: "callgate"
  brackets: {type: stdio, cmd: "callgate", args: ["run", "--name", "brackets", "--", "x", a, 'b']}
`,
      ),
    ).toEqual({});
  });

  it('writes args where there were none, and takes off what was written in lines', () => {
    expect(wrap('goose', 'extensions:\n  a:\n    cmd: x # c\n    type: stdio\n')).toBe(
      'extensions:\n  a:\n    cmd: "callgate" # c\n    args: ["run", "--name", "a", "--", "x"]\n    type: stdio\n',
    );
    const lines =
      'extensions:\n  a:\n    cmd: callgate\n    args:\n    - run\n    - --\n    - x\n    type: stdio\n';
    expect(unwrap('goose', lines)).toBe(
      'extensions:\n  a:\n    cmd: "x"\n    args:\n      []\n    type: stdio\n',
    );
  });

  it('keeps headers in envs', () => {
    const before = `extensions:
  r:
    type: streamable_http
    uri: https://x.example/mcp
    envs: {}
    env_keys: []
    headers:
      Authorization: Bearer abc
    timeout: 300
`;
    const after = `extensions:
  r:
    type: "stdio"
    cmd: "callgate"
    args: ["run", "--name", "r", "--url", "https://x.example/mcp", "--header-env", "Authorization=CALLGATE_HEADER_AUTHORIZATION"]
    env_keys: []
    envs:
      CALLGATE_HEADER_AUTHORIZATION: Bearer abc
    timeout: 300
`;
    expect(wrap('goose', before)).toBe(after);
    expect(unwrap('goose', after)).toBe(
      before
        .replace('    envs: {}\n', '')
        .replace('streamable_http', '"streamable_http"')
        .replace('https://x.example/mcp', '"https://x.example/mcp"'),
    );
  });

  it('leaves what means something elsewhere', () => {
    const text =
      'extensions:\n  a: &a\n    cmd: x\n  b: *a\n  c:\n    <<: *a\n    cmd: y\n  d:\n    cmd: |\n      z\n';
    expect(whyLeft('goose', text).split('\n')).toEqual([
      'left: it is not written as an object of its own',
      'left: it is not written as an object of its own',
      'left: part of it is written elsewhere',
      'left: its command is not written as one text',
    ]);
  });
});

describe('a server stays as it is', () => {
  const left = (server: string): string => whyLeft('cursor', `{"mcpServers":{"s":${server}}}`);

  it('where it goes through Callgate already', () => {
    expect(left('{"command":"callgate","args":["run","--name","x","--","y"]}')).toBe(
      'already: it goes through Callgate already',
    );
    expect(left('{"command":"./callgate","args":["run","--trust","owned","--","y"]}')).toBe(
      'already: it goes through Callgate already, as `./callgate run --trust owned`',
    );
    expect(left('{"command":"callgate","args":["up"]}')).toBe('already: it is Callgate itself');
  });

  it('where a secret would come to stand in a command line', () => {
    expect(left('{"url":"https://x.example/mcp?key=1"}')).toContain('may be a secret');
    expect(left('{"url":"https://a:b@x.example/mcp"}')).toContain('a user or a password');
  });

  it('where its client does something that Callgate would not', () => {
    expect(left('{"url":"https://x.example/sse"}')).toContain('HTTP+SSE');
    expect(left('{"type":"sse","url":"https://x.example/"}')).toContain('HTTP+SSE');
    expect(left('{"url":"https://x.example/","auth":{"CLIENT_ID":"a"}}')).toContain('signs in to it itself');
    expect(left('{"command":"~/bin/x"}')).toContain('begins with ~');
    expect(left('{"command":"npx -y x"}')).toContain('several words');
    expect(
      whyLeft(
        'goose',
        'extensions: {r: {type: streamable_http, uri: "https://x.example/", headers: {A: "$B"}}}',
      ),
    ).toContain('fills variables into headers');
    expect(
      whyLeft('codex', '[mcp_servers.r]\nurl = "https://x.example/"\nbearer_token_env_var = "T"'),
    ).toContain('`bearer_token_env_var`');
  });

  it('where it could be read in two ways', () => {
    expect(left('{"command":"a","command":"b"}')).toContain('a duplicate key');
    expect(left('{"command":"a","url":"https://x.example/"}')).toContain('both a command and an address');
    expect(left('{"url":"https://x.example/","headers":{"X-A":"1"},"env":{"B":"2"}}')).toContain(
      'both headers and env',
    );
    expect(left('{"url":"https://x.example/","headers":{"X-A":"1","X_A":"2"}}')).toContain(
      'the same variable',
    );
    expect(left('{"command":["a"]}')).toContain('not written as one text');
    expect(left('{"command":"a","args":[1]}')).toContain('not written as a list of texts');
    expect(left('7')).toContain('not written as an object');
    expect(whyLeft('cursor', '{"mcpServers":{"s":{"command":"a"},"s":{"command":"b"}}}')).toContain('twice');
  });

  it('where somebody leaves it out', () => {
    const options: TextChangeOptions = { ...OPTIONS, isExcepted: ({ name }) => name === 'a' };
    const text = '{"mcpServers":{"a":{"command":"x","args":[]},"b":{"command":"x","args":[]}}}';
    const { servers, after } = wrapText(CLIENTS.cursor, text, options);
    expect(servers).toMatchObject([{ action: 'left', note: 'you left it out' }, { action: 'changed' }]);
    expect(after).toContain('"a":{"command":"x","args":[]}');
  });
});

it('a path with spaces is one word', () => {
  const text = '{"mcpServers":{"a":{"command":"C:\\\\Program Files\\\\node.exe","args":["x"]}}}';
  expect(wrap('cursor', text)).toContain('"--", "C:\\\\Program Files\\\\node.exe", "x"');
});

it('an address that may need a sign-in is told', () => {
  const { servers } = wrapText(
    CLIENTS.cursor,
    '{"mcpServers":{"r":{"url":"https://x.example/mcp"}}}',
    OPTIONS,
  );
  expect(servers).toMatchObject([{ action: 'changed', note: expect.stringContaining('needs OAuth') }]);
});

it('an address stays wrapped where its environment holds more than headers', () => {
  const text =
    '{"mcpServers":{"r":{"command":"callgate","args":["run","--url","https://x.example/","--header-env","A=B"],"env":{"B":"1","C":"2"}}}}';
  expect(unwrapText(CLIENTS.cursor, text, OPTIONS)).toMatchObject({
    after: text,
    servers: [{ action: 'left', note: expect.stringContaining('more than headers') }],
  });
});

it('an empty file and a file without servers are nothing to change', () => {
  for (const text of ['', ' \n', '{}', '{"mcpServers":[]}', '[]', '7'])
    expect(wrapText(CLIENTS.cursor, text, OPTIONS)).toEqual({ before: text, after: text, servers: [] });
});

it('a name that is made up stays the same where another server is left', () => {
  const text = JSON.stringify({ mcpServers: { 'my notes': { command: 'a' }, 'my/notes': { command: 'b' } } });
  const aliases = (left: string): (string | undefined)[] =>
    wrapText(CLIENTS.cursor, text, {
      ...OPTIONS,
      leave: ({ name }) => (name === left ? 'it is left' : undefined),
    }).servers.map(({ alias }) => alias);
  expect(aliases('')).toEqual(['my-notes', 'my-notes-2']);
  expect(aliases('my notes')).toEqual([undefined, 'my-notes-2']);
});
