import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatProblem } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import type { GatewayConfig } from './gateway-config.ts';
import { readHomeSettings, readConfig } from './read-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'callgate-config-'));
const PATH = join(folder, 'callgate.yaml');
const SECRET = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
const ENV = { GITHUB_TOKEN: SECRET, HOOK: 'h'.repeat(40), HOME: '/home/ann' };

const read = (text: string): ReturnType<typeof readConfig> =>
  readConfig(PATH, text, { home: '/data/callgate', env: ENV });

const good = (text: string): GatewayConfig => {
  const outcome = read(text);
  if (!outcome.ok) throw new Error(outcome.problems.map(formatProblem).join('\n'));
  return outcome.config;
};

/** Everything that is told, each in one line, places relative to the folder. */
const told = (text: string): string[] => {
  const outcome = read(text);
  const all = outcome.ok ? outcome.warnings : outcome.problems;
  return all.map((problem) => formatProblem(problem).replace(`${folder}/`, ''));
};

const FILES = 'servers: {files: {command: files-server}}\n';

describe('a server', () => {
  it('is untrusted and may do nothing special where nothing is said', () => {
    expect(good(FILES).servers).toEqual([
      {
        server: 'files',
        reach: { kind: 'stdio', command: 'files-server', args: [], env: { HOME: '/home/ann' }, cwd: folder },
        era: 'auto',
        trust: 'untrusted',
        overrides: [],
        reviews: [],
        stores: {},
        internal: { domains: [], hosts: [] },
        audience: {},
        asks: { sampling: false, elicitation: false, roots: false },
        allowPrivate: [],
        connectMs: 30_000,
        messageBytes: 16_777_216,
        neutralise: 'untrusted',
        slowAsTasks: true,
        enabled: true,
      },
    ]);
  });

  it('is told everything that may be said of it', () => {
    const [server] = good(`
servers:
  mail:
    url: https://mail.example/mcp
    headers: {Authorization: {from: GITHUB_TOKEN, prefix: 'Bearer '}}
    era: legacy
    trust: owned
    stores: {send: outbox}
    identities: [ann@example.com]
    internal: [example.com, 'team-*']
    asks: [elicitation]
    allowPrivate: [10.0.0.0/8]
    limits: {connect: 5s, message: 2MiB}
    neutralise: always
    slowAsTasks: false
`).servers;
    expect(server).toMatchObject({
      reach: {
        kind: 'http',
        url: 'https://mail.example/mcp',
        headers: { Authorization: `Bearer ${SECRET}` },
      },
      era: 'legacy',
      trust: 'owned',
      stores: { send: 'outbox' },
      internal: { domains: ['example.com'], hosts: ['team-*'] },
      audience: { identities: ['ann@example.com'], internal: ['example.com', 'team-*'] },
      asks: { sampling: false, elicitation: true, roots: false },
      allowPrivate: ['10.0.0.0/8'],
      connectMs: 5000,
      messageBytes: 2_097_152,
      neutralise: 'always',
      slowAsTasks: false,
    });
  });

  it('names programs and folders from where the file is, and leaves the rest to the system', () => {
    const reaches = good(`
servers:
  a: {command: ./bin/server, cwd: work}
  b: {command: npx, args: ['-y', x]}
`).servers.map(({ reach }) => reach);
    expect(reaches).toMatchObject([
      { command: join(folder, 'bin/server'), cwd: join(folder, 'work') },
      { command: 'npx', args: ['-y', 'x'], cwd: folder },
    ]);
  });

  it('may be reached on this machine and in private networks where its address says so literally', () => {
    const { servers } = good(`
servers:
  a: {url: 'http://127.0.0.1:8080/mcp'}
  b: {url: 'http://[::1]:8080/mcp'}
  c: {url: 'http://localhost/mcp'}
  d: {url: 'https://10.0.0.1/mcp'}
  e: {url: 'http://[fd12::5]:8080/mcp', allowPrivate: ['wiki.corp']}
  f: {url: 'http://wiki.corp/mcp'}
  g: {url: 'http://169.254.169.254/mcp'}
  h: {url: 'http://169.254.1.1/mcp'}
  i: {url: 'https://8.8.8.8/mcp'}
`);
    expect(servers.map(({ allowPrivate }) => allowPrivate)).toEqual([
      ['127.0.0.1:8080'],
      ['[::1]:8080'],
      ['localhost:80', '127.0.0.1:80', '[::1]:80'],
      ['10.0.0.1:443'],
      ['[fd12::5]:8080', 'wiki.corp'],
      [],
      [],
      [],
      [],
    ]);
  });

  it.each([
    ['{}', '`command` or `url`'],
    ['{command: a, url: "https://a.example"}', 'not both'],
    ['{url: "https://a.example", args: [x]}', '`args` is for servers with `command`'],
    ['{command: a, headers: {A: b}}', '`headers` is for servers with `url`'],
    ['{command: a, auth: {clientId: b}}', '`auth` is for servers with `url`'],
    [
      '{url: "https://a.example", auth: {scopes: [b]}, headers: {authorization: {from: GITHUB_TOKEN}}}',
      '`auth` or an `Authorization` header, not both',
    ],
    [
      '{url: "https://a.example", auth: {clientSecret: {from: GITHUB_TOKEN}}}',
      '`clientSecret` needs `clientId`',
    ],
    ['{url: "https://a.example", auth: {clientId: b, clientSecret: {from: UNSET}}}', 'UNSET'],
    ['{url: "https://a.example", auth: {clientId: b, clientSecret: plain}}', 'clientSecret'],
    ['{url: "https://a.example", auth: {scopes: ["a b"]}}', 'a scope without blanks'],
    ['{url: "https://a.example", allowPrivate: ["http://x"]}', 'is not a valid host, address or range'],
    ['{url: "ftp://a.example"}', 'begins with https'],
    ['{url: "https://ann:pw@a.example"}', 'holds a password'],
    ['{url: "https://a.example/?api_key=abcdef0123"}', 'seems to hold a secret'],
    ['{url: "https://a.example", headers: {Host: b}}', 'Callgate writes the header `Host`'],
    [
      '{url: "https://a.example", headers: {Mcp-Session-Id: b}}',
      'Callgate writes the header `Mcp-Session-Id`',
    ],
    ['{url: "https://a.example", headers: {A: "b\\r\\nC: d"}}', 'a header cannot hold'],
    [
      '{command: a, limits: {connect: soon}}',
      '`connect` must be a whole number and ms, s, m, h or d, as 30s',
    ],
    ['{command: a, limits: {message: 0MiB}}', '`message` must be a whole number and B, KiB or MiB'],
    ['{command: a, trust: full}', '`trust` must be `untrusted`, `trusted` or `owned`'],
    ['{command: a, env: [NOT SO]}', '`env[0]` must be the name of a variable'],
  ])('is refused as %s', (entry, words) => {
    const [first = ''] = told(`servers:\n  a: ${entry}\n`);
    expect(first).toMatch(/^callgate\.yaml:2:\d+: error\[/);
    expect(first).toContain(words);
  });

  it('has a name that cannot be read in two ways', () => {
    for (const name of ['a__b', '_a', 'a_', 'a.b', 'ä', 'a b', 'x'.repeat(65), '""'])
      expect(told(`servers:\n  ${name}: {command: a}\n`)[0]).toMatch(
        /^callgate\.yaml:2:3: error\[CONFIG_ALIAS\]/,
      );
    for (const name of ['a', 'a_b', 'a-b', 'A9', '"9"', 'x'.repeat(64)])
      expect(told(`servers:\n  ${name}: {command: a}\n`)).toEqual([]);
    expect(told('servers:\n  a: {command: a}\n  A: {command: b}\n')[0]).toContain(
      'differs from `a` only in case',
    );
  });

  it('that is switched off is not there, and need not have its variables', () => {
    const { servers } = good(
      `${FILES.trimEnd().slice(0, -1)}, off: {command: a, env: [NOWHERE], enabled: false}}`,
    );
    expect(servers.map(({ server }) => server)).toEqual(['files']);
  });
});

describe('a contract', () => {
  const contractOf = (lines: string): unknown =>
    good(`servers: {files: {command: files-server, ${lines}}}\n`).servers[0]?.contract;

  it('is none where nothing is said, and where it is switched off', () => {
    expect(good(FILES).servers[0]).not.toHaveProperty('contract');
    expect(contractOf('contract: off')).toBeUndefined();
  });

  it('is a process for each class, told of violations, where no more is said', () => {
    expect(contractOf('contract: prefer')).toEqual({
      contract: 'prefer',
      mode: 'split',
      allow: [],
      onViolation: 'tell',
    });
  });

  it('may make every change of files a transaction', () => {
    expect(contractOf('contract: prefer, mode: transaction')).toMatchObject({ mode: 'transaction' });
  });

  it('names folders from where the file is', () => {
    expect(
      contractOf(
        'contract: require, mode: single, roots: [./notes, /srv], allow: ["db:5432", "[::1]:80"], onViolation: quarantine',
      ),
    ).toEqual({
      contract: 'require',
      mode: 'single',
      roots: [join(folder, 'notes'), '/srv'],
      allow: ['db:5432', '[::1]:80'],
      onViolation: 'quarantine',
    });
  });

  it.for([
    ['{command: x, contract: maybe}', 'contract'],
    ['{command: x, contract: prefer, mode: twice}', 'mode'],
    ['{command: x, contract: prefer, allow: [db]}', 'must be a host with a port'],
    ['{command: x, contract: prefer, allow: ["http://db:80"]}', 'must be a host with a port'],
    ['{url: "https://a.example", contract: require}', '`contract` is for servers with `command`'],
    ['{command: x, roots: [/srv]}', '`roots` is for servers with `contract`'],
    ['{command: x, contract: off, mode: single}', '`mode` is for servers with `contract`'],
  ] as const)('is refused where it cannot be meant: %s', ([server, words]) => {
    expect(read(`servers: {files: ${server}}\n`).ok).toBe(false);
    expect(told(`servers: {files: ${server}}\n`).join('\n')).toContain(words);
  });
});

describe('values', () => {
  it('come from the environment by name, under another name, or from a file', () => {
    const file = join(folder, 'token');
    writeFileSync(file, 'from-a-file\n', { mode: 0o600 });
    const { servers } = good(`
servers:
  a: {command: a, env: [GITHUB_TOKEN]}
  b: {command: b, env: {TOKEN: {from: GITHUB_TOKEN}, OTHER: {file: token}, MODE: fast}}
`);
    expect(servers.map(({ reach }) => (reach.kind === 'stdio' ? reach.env : {}))).toEqual([
      { HOME: '/home/ann', GITHUB_TOKEN: SECRET },
      { HOME: '/home/ann', TOKEN: SECRET, OTHER: 'from-a-file', MODE: 'fast' },
    ]);
  });

  it('that are not there are told by name and place', () => {
    expect(told('servers:\n  a: {command: a, env: [GITHUB_TOKE]}\n')).toEqual([
      'callgate.yaml:2:25: error[CONFIG_VARIABLE]: The variable `GITHUB_TOKE` is not set\n  help: Did you mean `GITHUB_TOKEN`?',
    ]);
    expect(told('servers:\n  a: {command: a, env: {A: {file: nowhere}}}\n')[0]).toMatch(
      /Cannot read \S*nowhere as text/,
    );
  });

  it('warn where others can read the file they are in', () => {
    writeFileSync(join(folder, 'open'), 'x', { mode: 0o644 });
    expect(told('servers:\n  a: {command: a, env: {A: {file: open}}}\n')[0]).toMatch(
      /^callgate\.yaml:2:\d+: warning\[CONFIG_VALUE_OPEN\]/,
    );
  });

  it('are refused where a secret stands in the file itself, and the secret is not repeated', () => {
    const words = told(`servers:\n  a: {command: a, env: {X: ${SECRET}, PASSWORD: hunter22}}\n`);
    expect(words.map((word) => word.split(':')[3])).toEqual([
      ' error[CONFIG_SECRET]',
      ' error[CONFIG_SECRET]',
    ]);
    expect(words.join()).not.toMatch(/ghp_|hunter22/);
  });

  it('never reach a message, whatever is wrong around them', () => {
    for (const text of [
      `servers: {a: {command: a, env: {T: [${SECRET}]}}}`,
      `servers: {a: {command: a, env: ${SECRET}}}`,
      `servers: {a: {url: 'https://x:${SECRET}@h.example'}}`,
      `servers: {a: {url: 'https://h.example', headers: {A: {from: GITHUB_TOKEN, prefix: "\\n"}}}}`,
      `servers: {a: {command: a, args: ['--token=${SECRET}']}}`,
      `mcpServers: {a: {command: a, env: {T: ${SECRET}}}}`,
      `mcpServers: {a: {url: 'https://h.example/?key=${SECRET}', headers: {Authorization: 'Bearer ${SECRET}'}}}`,
    ]) {
      const words = told(text);
      expect(words.length, text).toBeGreaterThan(0);
      expect(words.join()).not.toContain('ghp_');
    }
  });
});

describe('files that run later', () => {
  it('are patterns that count for hosts and for every server', () => {
    const config = good('servers: {a: {command: a}}\nautorunFiles: [deploy/, "*.sh"]\n');
    expect(config.autorunFiles).toEqual(['deploy/', '*.sh']);
    expect(good('servers: {a: {command: a}}\n').autorunFiles).toBeUndefined();
  });

  it('are read by themselves, too, where only answers and people count', () => {
    const text = 'servers: 7\nautorunFiles: [deploy/]\n';
    expect(readHomeSettings('/x/callgate.yaml', text, { home: '/x', env: {} })).toMatchObject({
      ok: true,
      answers: { autorunFiles: ['deploy/'] },
    });
    const wrong = 'autorunFiles: ["a**b"]\n';
    expect(readHomeSettings('/x/callgate.yaml', wrong, { home: '/x', env: {} }).ok).toBe(false);
  });

  it.each(['""', '"a**b"', '"a\\nb"', '"*a*b*c*d*e*f"'])('are no list of %s', (pattern) => {
    expect(() => good(`autorunFiles: [${pattern}]\n`)).toThrow('CONFIG_SHAPE');
  });
});

describe('what the operator says of tools', () => {
  it('is a list with conditions over arguments, or short', () => {
    const { servers } = good(`
servers:
  a:
    command: a
    overrides:
      - tools: [get_*, list_*]
        set: {readOnlyHint: true, openWorld: no}
        roles: {to: destination}
        directory: true
        reason: looked at it
      - tools: write
        when: args.dry_run == true
        set: {readOnly: yes}
  b: {command: b, overrides: {search: {readOnly: yes}}}
`);
    const said = {
      set: { readOnly: 'yes', openWorld: 'no' },
      roles: { to: 'destination' },
      directory: true,
      reason: 'looked at it',
    };
    expect(servers[0]?.overrides).toEqual([
      { tools: 'get_*', override: said },
      { tools: 'list_*', override: said },
      { tools: 'write', override: { set: { readOnly: 'yes' }, when: expect.anything() } },
    ]);
    expect(servers[1]?.overrides).toEqual([{ tools: 'search', override: { set: { readOnly: 'yes' } } }]);
  });

  it('is told where it cannot be', () => {
    expect(
      told(`
servers:
  a:
    command: a
    overrides:
      - set: {readOnli: yes}
      - when: session.private == known
      - when: args.x ==
      - when: '"seen" in session.labels'
      - when: count("a/*", "1d") > 3
`),
    ).toEqual([
      'callgate.yaml:6:15: error[CONFIG_HINT]: There is no hint `readOnli`\n  help: Did you mean `readOnly`?',
      expect.stringMatching(/^callgate\.yaml:7:15: error\[CONFIG_CONDITION\]/),
      expect.stringMatching(/^callgate\.yaml:8:15: error\[CONFIG_CONDITION\]/),
      expect.stringMatching(/^callgate\.yaml:9:15: error\[CONFIG_CONDITION\]/),
      expect.stringMatching(/^callgate\.yaml:10:15: error\[CONFIG_CONDITION\]/),
    ]);
  });
});

describe('a pasted block', () => {
  it('is taken as it is', () => {
    const { servers } = good(
      JSON.stringify({
        mcpServers: {
          filesystem: {
            command: 'npx',
            args: ['-y', 'server-filesystem', '${HOME}/docs'],
            env: { N: 3, E: '${env:HOME}' },
          },
          'GitHub (remote)': {
            type: 'http',
            url: 'https://api.example/mcp/',
            headers: { Authorization: 'Bearer ${GITHUB_TOKEN}', 'X-Mode': '${MODE:-calm}' },
          },
          windsurf: { serverUrl: 'https://w.example/mcp' },
          gemini: { httpUrl: 'https://g.example/mcp' },
          off: { command: '${NOWHERE}', disabled: true },
        },
      }),
    );
    expect(servers.map(({ server, reach, trust }) => ({ server, reach, trust }))).toEqual([
      {
        server: 'filesystem',
        trust: 'untrusted',
        reach: {
          kind: 'stdio',
          command: 'npx',
          args: ['-y', 'server-filesystem', '/home/ann/docs'],
          env: { HOME: '/home/ann', N: '3', E: '/home/ann' },
          cwd: folder,
        },
      },
      {
        server: 'GitHub-remote',
        trust: 'untrusted',
        reach: {
          kind: 'http',
          url: 'https://api.example/mcp/',
          headers: { Authorization: `Bearer ${SECRET}`, 'X-Mode': 'calm' },
        },
      },
      {
        server: 'windsurf',
        trust: 'untrusted',
        reach: { kind: 'http', url: 'https://w.example/mcp', headers: {} },
      },
      {
        server: 'gemini',
        trust: 'untrusted',
        reach: { kind: 'http', url: 'https://g.example/mcp', headers: {} },
      },
    ]);
  });

  it('takes secrets that stand in it, and says so', () => {
    const text = `mcpServers:\n  a: {command: a, env: {TOKEN: ${SECRET}}}\n`;
    expect(good(text).servers[0]?.reach).toMatchObject({ env: { TOKEN: SECRET } });
    expect(told(text)).toEqual([
      expect.stringMatching(
        /^callgate\.yaml:2:32: warning\[CONFIG_SECRET\]: The value of `TOKEN` in this file looks like/,
      ),
    ]);
  });

  it('says what of it means nothing here', () => {
    expect(
      told('mcpServers:\n  a: {type: sse, url: "https://a.example/sse", autoApprove: [x], timeout: 3}\n'),
    ).toEqual([
      expect.stringContaining('warning[CONFIG_FOREIGN]: Callgate does not know `autoApprove`'),
      expect.stringContaining('warning[CONFIG_FOREIGN]: Callgate does not know `timeout`'),
      expect.stringContaining('warning[CONFIG_SSE]'),
    ]);
  });

  it('is refused where a value is nowhere, or asked for by the other client', () => {
    expect(told('mcpServers: {a: {command: a, env: {A: "${NOWHERE}"}}}')[0]).toContain(
      '`NOWHERE` is not set',
    );
    expect(told('mcpServers: {a: {command: a, args: ["${input:key}"]}}')[0]).toContain(
      '`${input:key}` has no value here',
    );
    expect(told('mcpServers: {a: {command: a, args: [{}]}}')[0]).toContain('CONFIG_SHAPE');
  });

  it('does not hide a server of the same name', () => {
    expect(told(`${FILES}mcpServers: {files: {command: b}}`)[0]).toMatch(
      /^callgate\.yaml:2:21: error\[CONFIG_ALIAS_TWICE\]/,
    );
  });
});

describe('the gateway', () => {
  it('is for one person on this machine, with a token, where nothing is said', () => {
    const { servers: _, ...rest } = good(FILES);
    expect(rest).toEqual({
      path: PATH,
      policy: ['balanced'],
      people: { all: [{ subject: 'local', groups: [], active: true }], selfApproval: true },
      approvals: {
        waitMs: 45_000,
        expiryMs: 3_600_000,
        questionsAnHour: 30,
        readingMs: 2000,
        pendingPerPrincipal: 50,
        webhooks: [],
        notify: [],
      },
      clients: [],
      listing: {
        prefix: 'several',
        filters: [],
        perPrincipal: {},
        effectiveHints: false,
        declareTask: false,
      },
      http: {
        host: '127.0.0.1',
        port: 7117,
        auth: { kind: 'token', file: '/data/callgate/agents.token' },
        origins: [],
        hosts: [],
      },
      store: { path: '/data/callgate/callgate.db' },
      console: { host: '127.0.0.1', port: 7411, fixed: false, roles: {}, oidc: null },
      labelAgeMs: 86_400_000,
      storeLabelAgeMs: null,
      timeoutMs: 300_000,
      slowTimeoutMs: 1_800_000,
      durability: 'standard',
    });
  });

  it('ends labels never where that is said, and what was written into stores only where an age is', () => {
    expect(good(`${FILES}\nlabels: {age: never}\n`)).toMatchObject({
      labelAgeMs: null,
      storeLabelAgeMs: null,
    });
    expect(good(`${FILES}\nlabels: {age: 1h}\n`)).toMatchObject({
      labelAgeMs: 3_600_000,
      storeLabelAgeMs: 3_600_000,
    });
  });

  it('ends labels in the same way for those that read no more of it', () => {
    const lines = (text: string): unknown =>
      readHomeSettings('callgate.yaml', text, { home: '/home', env: {} });
    expect(lines('labels: {age: 1h}\n')).toMatchObject({
      answers: { labelAgeMs: 3_600_000, storeLabelAgeMs: 3_600_000 },
    });
    expect(lines('labels: {age: never}\n')).toMatchObject({
      answers: { labelAgeMs: null, storeLabelAgeMs: null },
    });
    expect(lines('servers: {}\n')).toMatchObject({
      answers: { labelAgeMs: 86_400_000, storeLabelAgeMs: null },
    });
    expect(lines('labels: {age: soon}\n')).toMatchObject({ ok: false });
  });

  it('is told everything else', () => {
    const { servers: _, ...rest } = good(`${FILES}
policy: [strict, team.yaml]
approvals:
  wait: 20s
  expiry: 8h
  questionsAnHour: 5
  answersInBand: false
  readingTime: 5s
  pendingPerPrincipal: 7
  people: [{subject: ann, groups: [ops], aliases: [ann@x]}, {subject: bob, active: false}]
  webhooks: [{url: 'https://chat.example/hook', secret: {from: HOOK}}]
clients: [{name: claude-code, vouched: true}, {name: cursor, answersInBand: true}]
listing: {prefix: always, filters: [read-only], perPrincipal: {ci: [no-agents]}, effectiveHints: true, declareTask: true}
http: {host: localhost, port: 9000, origins: ['https://app.example'], hosts: [gate.example], auth: {tokenFile: t}}
store: data.db
console:
  host: 0.0.0.0
  port: 9100
  url: https://console.example
  roles: {ann: operator, vera: viewer}
  oidc: {issuer: 'https://login.example/x', clientId: gate, secret: {from: HOOK}, subjectClaim: email, roles: {ops: approver}}
labels: {age: 2d}
limits: {timeout: 90s, slowTimeout: 2h}
durability: strict
`);
    expect(rest).toEqual({
      path: PATH,
      policy: ['strict', join(folder, 'team.yaml')],
      people: {
        all: [
          { subject: 'ann', groups: ['ops'], active: true, aliases: ['ann@x'] },
          { subject: 'bob', groups: [], active: false },
        ],
        selfApproval: false,
      },
      approvals: {
        waitMs: 20_000,
        expiryMs: 28_800_000,
        questionsAnHour: 5,
        answersInBand: false,
        readingMs: 5000,
        pendingPerPrincipal: 7,
        webhooks: [{ url: 'https://chat.example/hook', secretEnv: 'HOOK' }],
        notify: [],
      },
      clients: [
        { name: 'claude-code', vouched: true },
        { name: 'cursor', vouched: false, answersInBand: true },
      ],
      listing: {
        prefix: 'always',
        filters: ['read-only'],
        perPrincipal: { ci: ['no-agents'] },
        effectiveHints: true,
        declareTask: true,
      },
      http: {
        host: 'localhost',
        port: 9000,
        auth: { kind: 'token', file: join(folder, 't') },
        origins: ['https://app.example'],
        hosts: ['gate.example'],
      },
      store: { path: join(folder, 'data.db') },
      console: {
        host: '0.0.0.0',
        port: 9100,
        fixed: true,
        url: 'https://console.example',
        roles: { ann: 'operator', vera: 'viewer' },
        oidc: {
          issuer: 'https://login.example/x',
          clientId: 'gate',
          secretEnv: 'HOOK',
          subjectClaim: 'email',
          groupsClaim: 'groups',
          roles: { ops: 'approver' },
        },
      },
      labelAgeMs: 172_800_000,
      storeLabelAgeMs: 172_800_000,
      timeoutMs: 90_000,
      slowTimeoutMs: 7_200_000,
      durability: 'strict',
    });
    expect(good(`${FILES}http: false`).http).toBeNull();
    expect(good(`${FILES}console: false`).console).toBeNull();
  });

  it('serves people nothing without encryption that leaves this machine', () => {
    expect(told(`${FILES}console: {host: 0.0.0.0}`)[0]).toMatch(/error\[CONFIG_UNENCRYPTED\]/);
    for (const url of [
      'http://console.example',
      'ftp://x',
      'console',
      'https://x.example/gate',
      'https://a@x.example',
    ])
      expect(told(`${FILES}console: {url: '${url}'}`)[0]).toMatch(/error\[CONFIG_URL\]/);
    expect(good(`${FILES}console: {url: 'http://localhost:7411'}`).console?.url).toBe(
      'http://localhost:7411',
    );
    const oidc = (issuer: string, more = ''): string =>
      `${FILES}console: {oidc: {issuer: '${issuer}', clientId: x, roles: {a: viewer}${more}}}`;
    expect(told(oidc('http://login.example'))[0]).toMatch(/error\[CONFIG_URL\]/);
    expect(told(oidc('https://login.example', ', secret: {from: UNSET}'))[0]).toMatch(
      /error\[CONFIG_VARIABLE\]/,
    );
    expect(told(`${FILES}console: {roles: {ann: owner}}`)[0]).toMatch(/error\[/);
    expect(good(oidc('https://login.example')).console?.oidc?.subjectClaim).toBe('sub');
  });

  const OAUTH = 'issuer: https://login.example, resource: https://gate.example/mcp';
  const withOAuth = (entry: string, more = ''): string =>
    `${FILES}http: {auth: {oauth: {${entry}}}}\n${more}`;

  it('takes access tokens of an issuer', () => {
    expect(good(withOAuth(OAUTH)).http?.auth).toEqual({
      kind: 'oauth',
      issuer: 'https://login.example',
      resource: 'https://gate.example/mcp',
      audiences: ['https://gate.example/mcp'],
      notFor: [],
      scopes: [],
      subjectClaim: 'sub',
      groupsClaim: 'groups',
      rolesClaim: 'roles',
    });
    const more =
      'audience: api, scopes: [a, b:c], subjectClaim: oid, groupsClaim: g, rolesClaim: r.s, jwks: https://k.example/jwks?v=2';
    expect(good(withOAuth(`${OAUTH}, ${more}`)).http?.auth).toMatchObject({
      audiences: ['api'],
      scopes: ['a', 'b:c'],
      subjectClaim: 'oid',
      groupsClaim: 'g',
      rolesClaim: 'r.s',
      jwks: 'https://k.example/jwks?v=2',
    });
    const bare = good(withOAuth('issuer: https://login.example, resource: https://gate.example')).http?.auth;
    expect(bare).toMatchObject({ audiences: ['https://gate.example', 'https://gate.example/'] });
  });

  it('keeps tokens of agents apart from those of people who approve', () => {
    const people = (id: string): string =>
      `console: {oidc: {issuer: https://login.example, clientId: '${id}', roles: {a: viewer}}}`;
    const apart = good(withOAuth(OAUTH, people('console')));
    expect(apart.http?.auth).toMatchObject({ notFor: ['console'] });
    expect(apart.console?.oidc).toMatchObject({ notFor: ['https://gate.example/mcp'] });
    expect(told(withOAuth(OAUTH, people('https://gate.example/mcp')))[0]).toMatch(/error\[CONFIG_AUDIENCE\]/);
    expect(told(withOAuth(`${OAUTH}, audience: api`, people('api')))[0]).toMatch(
      /^callgate\.yaml:2:\d+: error\[CONFIG_AUDIENCE\].*where people approve/,
    );
    expect(good(withOAuth(OAUTH)).console?.oidc).toBeNull();
  });

  it.each([
    ['issuer: http://login.example, resource: https://gate.example', 'CONFIG_URL]: `issuer` is a URL'],
    ['issuer: "https://login.example?x=1", resource: https://gate.example', 'CONFIG_URL]: `issuer`'],
    ['issuer: "https://a:b@login.example", resource: https://gate.example', 'CONFIG_URL]: `issuer`'],
    ['issuer: https://login.example, resource: http://gate.example', 'CONFIG_URL]: `resource` is a URL'],
    ['issuer: https://login.example, resource: "https://gate.example/#a"', 'CONFIG_URL]: `resource`'],
    ['issuer: https://login.example, resource: gate', 'CONFIG_URL]: `resource`'],
    [`${OAUTH}, jwks: http://k.example/jwks`, 'CONFIG_URL]: `jwks`'],
    [`${OAUTH}, scopes: ["a b"]`, 'CONFIG_SHAPE'],
    [`${OAUTH}, scopes: ['a"']`, 'CONFIG_SHAPE'],
    [`${OAUTH}, audiense: x`, 'CONFIG_KEY]: Unknown key `audiense`\n  help: Did you mean `audience`?'],
    ['issuer: https://login.example', 'CONFIG_SHAPE]: `resource`'],
  ])('takes no tokens by {%s}', (entry, words) => {
    expect(told(withOAuth(entry))[0]).toContain(words);
  });

  it('says which key it does not know where there are several ways', () => {
    expect(told(`${FILES}http: {auth: {oath: {}}}`)[0]).toContain('Did you mean `oauth`?');
    expect(told(`${FILES}http: {auth: {tokenfile: a}}`)[0]).toContain('Did you mean `tokenFile`?');
  });

  it('is never open to other machines without a token', () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.1', 'example.com', '127.evil.example'])
      expect(told(`${FILES}http: {host: '${host}', auth: none}`)[0]).toMatch(/error\[CONFIG_OPEN\]/);
    expect(told(`${FILES}http: {auth: none}`)[0]).toMatch(/^callgate\.yaml:2:14: warning\[CONFIG_OPEN\]/);
    expect(told(`${FILES}http: {host: 0.0.0.0}`)[0]).toMatch(/warning\[CONFIG_UNENCRYPTED\]/);
  });

  it.each([
    [
      'polcy: strict',
      'callgate.yaml:2:1: error[CONFIG_KEY]: Unknown key `polcy`\n  help: Did you mean `policy`?',
    ],
    [
      'policy: balnced',
      'callgate.yaml:2:9: error[CONFIG_PRESET]: There is no preset `balnced`\n  help: Did you mean `balanced`?',
    ],
    [
      'http: {prt: 3}',
      'callgate.yaml:2:8: error[CONFIG_KEY]: Unknown key `prt`\n  help: Did you mean `port`?',
    ],
    ['http: {port: 70000}', 'callgate.yaml:2:14: error[CONFIG_SHAPE]: `port` must be at most 65535'],
    ['http: {origins: [evil.example]}', 'callgate.yaml:2:18: error[CONFIG_ORIGIN]'],
    [
      'listing: {filters: [readonly]}',
      'callgate.yaml:2:21: error[CONFIG_SHAPE]: `filters[0]` must be `read-only`, `no-open-world` or `no-agents`',
    ],
    ['approvals: {people: []}', 'callgate.yaml:2:21: error[CONFIG_SHAPE]'],
    [
      'approvals: {webhooks: [{url: "http://chat.example", secret: {from: HOOK}}]}',
      'A webhook has an https URL',
    ],
    [
      'approvals: {webhooks: [{url: "https://chat.example", secret: {from: HOME}}]}',
      'at least 32 characters',
    ],
    ['store: &a [*a]', 'error[CONFIG_'],
    ['store: x\nstore: y', 'callgate.yaml:3:1: error[CONFIG_YAML]: Map keys must be unique'],
    ['"__proto__": {policy: strict}', 'error[CONFIG_'],
  ])('is refused for %s', (line, words) => {
    expect(told(`${FILES}${line}\n`)[0]).toContain(words);
  });

  it('says how sure suggestions must be, for all servers or for one', () => {
    const least = (all: string, one = ''): number | undefined =>
      good(`servers: {files: {command: files-server${one}}}\n${all}\n`).servers[0]?.suggestions;
    expect(least('')).toBeUndefined();
    expect(least('suggestions: off')).toBeUndefined();
    expect(least('suggestions: tighten')).toBe(0.8);
    expect(least('suggestions: {tighten: 0.95}')).toBe(0.95);
    expect(least('suggestions: tighten', ', suggestions: off')).toBeUndefined();
    expect(least('', ', suggestions: {tighten: 0.6}')).toBe(0.6);
    expect(told(`${FILES}suggestions: relax\n`)[0]).toContain('error[CONFIG_SHAPE]');
    expect(told(`${FILES}suggestions: {tighten: 0.1}\n`)[0]).toContain('error[CONFIG_SHAPE]');
  });

  it('names packs for a server', () => {
    const [server] = good(
      'servers: {files: {command: files-server, packs: [files, {use: ./mine.yaml, except: [write_*]}]}}',
    ).servers;
    expect(server?.packs).toEqual([
      { use: 'files', except: [] },
      { use: './mine.yaml', except: ['write_*'] },
    ]);
  });

  it('needs servers', () => {
    for (const text of ['', '{}', 'servers: {}', 'policy: strict', '# nothing'])
      expect(told(text)[0]).toContain('error[CONFIG_NO_SERVERS]: There is no server');
    expect(told('- a')[0]).toContain(
      'error[CONFIG_SHAPE]: The file must be a map of keys and values, not a list',
    );
    expect(told(`a: ${'x'.repeat(1_048_577)}`)[0]).toContain('error[CONFIG_TOO_LARGE]');
  });

  it('says which text it was read from and every file it is made of', () => {
    const text = `${FILES}policy: [strict, team.yaml]`;
    expect(read(text)).toMatchObject({ text, files: [PATH, join(folder, 'team.yaml')] });
  });
});

it('a candidate stands beside the layers of the policy, and is watched with them', () => {
  const withPolicy = (policy: string): ReturnType<typeof readConfig> =>
    readConfig('/etc/callgate.yaml', `servers: {a: {command: x}}\npolicy: ${policy}\n`, {
      home: '/home',
      env: {},
    });
  expect(withPolicy('{layers: [strict, team.yaml], shadow: next.yaml}')).toMatchObject({
    ok: true,
    config: { policy: ['strict', '/etc/team.yaml'], shadow: ['/etc/next.yaml'] },
    files: ['/etc/callgate.yaml', '/etc/team.yaml', '/etc/next.yaml'],
  });
  expect(withPolicy('{shadow: strict}')).toMatchObject({
    config: { policy: ['balanced'], shadow: ['strict'] },
  });
  expect(withPolicy('{shadow: strct}').ok).toBe(false);
  expect(withPolicy('{shadw: strict}').ok).toBe(false);
  expect(withPolicy('{shadow: []}').ok).toBe(false);
});
