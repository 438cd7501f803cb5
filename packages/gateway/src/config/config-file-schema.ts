import { TRUST_LEVELS } from '@callgate/core/disclose';
import { ARGUMENT_ROLES, SET_DETAILS } from '@callgate/core/vocabulary';
import { fileShapeMessages } from '@callgate/messages/file-shape';
import { DATA_HANDLINGS, modelCatalogueSchema } from '@callgate/routing';
import { z } from 'zod';
import { readDuration, readSize } from './duration.ts';

const { config: demands } = fileShapeMessages;

/** A member that may be absent, with what is said of it and what can be written. */
const optionalMember = <T extends z.ZodType>(
  schema: T,
  says?: string,
  examples?: readonly z.core.util.JSONType[],
): z.ZodExactOptional<T> => {
  const member = schema.exactOptional();
  if (says === undefined) return member;
  return member.meta({ description: says, ...(examples === undefined ? {} : { examples: [...examples] }) });
};

const duration = z
  .string()
  .refine((text) => readDuration(text) !== undefined, demands.duration)
  .describe('A duration such as 30s or 5m.')
  .meta({ examples: ['30s'] })
  .transform((text) => readDuration(text) ?? 0);
const size = z
  .string()
  .refine((text) => readSize(text) !== undefined, demands.size)
  .describe('A size such as 16MiB.')
  .meta({ examples: ['16MiB'] })
  .transform((text) => readSize(text) ?? 0);

const text = z.string().min(1);
const name = text.max(256);
const texts = z.array(text).max(1000);
const port = z.int().min(0).max(65_535);
const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, demands.variable)
  .max(256);

const secretSource = variable
  .describe('A variable of the environment Callgate runs in.')
  .meta({ examples: ['GITHUB_TOKEN'] });

const prefix = optionalMember(z.string().max(64), 'Put before the value, such as `Bearer `.', ['Bearer ']);
/** A value that does not stand in the file: a variable of Callgate's own environment, or the text of a file. */
const source = z.union([
  z.strictObject({
    from: variable
      .describe('A variable of the environment Callgate runs in.')
      .meta({ examples: ['GITHUB_TOKEN'] }),
    prefix,
  }),
  z.strictObject({
    file: text
      .describe('A file; the line break at its end does not count.')
      .meta({ examples: ['token.txt'] }),
    prefix,
  }),
]);
const value = z.union([z.string(), source]);

const hintAnswer = z
  .union([z.enum(['yes', 'no']), z.boolean()])
  .transform((word) => (word === true || word === 'yes' ? ('yes' as const) : ('no' as const)));
const hintAnswers = z.record(z.string(), hintAnswer);
const oneOrMore = z.union([text, z.array(text).min(1)]);
/** What can be written is said before it is read: a schema that transforms has no examples of its own. */
const listOf = (example: string): z.ZodType<string[]> =>
  oneOrMore.meta({ examples: [example] }).transform((written) => [written].flat());
const reason = optionalMember(text.max(300), 'Why, in plain words.', ['read the source']);

const override = z.strictObject({
  tools: optionalMember(listOf('list_*'), 'Names of tools, with * and ?. All tools if absent.'),
  when: optionalMember(text.max(4000), 'A CEL condition over `args`: for which calls it is said.', [
    'args.method == "GET"',
  ]),
  set: optionalMember(hintAnswers, 'What you know of them: hint names with yes or no.'),
  sets: optionalMember(
    z.partialRecord(z.enum(SET_DETAILS), listOf('internal')),
    'What they touch, where more than yes or no is known.',
  ),
  roles: optionalMember(
    z.record(z.string(), z.enum(ARGUMENT_ROLES)),
    'What each argument is: destination, object, critical, code or payload.',
    [{ to: 'destination' }],
  ),
  directory: optionalMember(z.boolean(), 'Their results list people and places of yours.'),
  definition: optionalMember(z.string(), 'The digest of the one definition this is said of.', [
    'sha256:5792e86f23e3f830f647646a693c979552c507ca19e8253c55f3f73e066a9884',
  ]),
  reason,
});

/** Below it a suggestion is as often a wrong question as a right one. */
const MIN_CONFIDENCE = 0.8;

/** How sure a suggestion must be to count; null where none does. */
const suggestions = z
  .union([
    z.enum(['off', 'tighten']),
    z.strictObject({
      tighten: z
        .number()
        .min(0.5)
        .max(1)
        .describe('How sure they must be, from 0.5 to 1.')
        .meta({ examples: [0.9] }),
    }),
  ])
  .transform((said) => (said === 'off' ? null : said === 'tighten' ? MIN_CONFIDENCE : said.tighten));

const pack = z
  .union([
    text.max(1000).meta({ examples: ['filesystem'] }),
    z.strictObject({
      use: text
        .max(1000)
        .describe('The name of a shipped pack, npm:PACKAGE, or a path with a slash.')
        .meta({ examples: ['filesystem'] }),
      except: optionalMember(texts, 'Names of tools you judge yourself, with * and ?.', [['delete_*']]),
    }),
  ])
  .transform((said) => (typeof said === 'string' ? { use: said, except: [] } : { except: [], ...said }));

const scopes = z.array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/, demands.scope)).max(50);

const serverAuth = z.strictObject({
  clientId: optionalMember(name, 'What Callgate is registered as. It registers itself if absent.', [
    'callgate',
  ]),
  clientSecret: optionalMember(
    z.strictObject({ from: secretSource }),
    'Where the secret of the client comes from; none for a public client.',
  ),
  scopes: optionalMember(scopes, 'What to ask for. What the server names if absent.', [['files:read']]),
});

const server = z.strictObject({
  command: optionalMember(text, 'The program to start. No shell reads it.', ['npx']),
  args: optionalMember(z.array(z.string()).max(1000), 'The arguments of the program.', [
    ['-y', '@modelcontextprotocol/server-filesystem', '.'],
  ]),
  env: optionalMember(
    z.union([z.array(variable), z.record(variable, value)]),
    'Names of variables that are passed on, or names with where each value comes from.',
    [['GITHUB_TOKEN']],
  ),
  cwd: optionalMember(text, 'Where it runs; the folder of this file if absent.', ['./work']),
  url: optionalMember(text, 'The address of a streamable HTTP server.', ['https://mcp.example.com/mcp']),
  headers: optionalMember(
    z.record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, demands.header), value),
    'Headers of every request, each with where its value comes from.',
    [{ Authorization: { from: 'GITHUB_TOKEN', prefix: 'Bearer ' } }],
  ),
  auth: optionalMember(serverAuth, 'For `callgate login`, where the server does not say enough by itself.'),
  enabled: optionalMember(z.boolean(), 'false: the server is not started and not offered.'),
  era: optionalMember(
    z.enum(['auto', 'legacy', 'modern']),
    'legacy: up to 2025-11-25. modern: from 2026-07-28 on. auto tries.',
  ),
  trust: optionalMember(
    z.enum(TRUST_LEVELS),
    'untrusted if absent. trusted: its claims are believed. owned: what it returns too.',
  ),
  overrides: optionalMember(
    z.union([z.array(override), z.record(z.string(), hintAnswers)]),
    'What you say of its tools; in short `{tool: {readOnly: yes}}`.',
  ),
  stores: optionalMember(
    z.record(z.string(), text),
    'The store each tool reads and writes, where there are several.',
    [{ read_wiki: 'wiki' }],
  ),
  identities: optionalMember(texts, 'Your own addresses and accounts there.', [['ada@example.com']]),
  internal: optionalMember(texts, 'Domains, hosts and names of spaces that count as internal.', [
    ['example.com'],
  ]),
  asks: optionalMember(
    z.array(z.enum(['sampling', 'elicitation', 'roots'])),
    'What the server may ask of the client. Nothing if absent.',
  ),
  allowPrivate: optionalMember(texts, 'Private hosts and ranges that may be reached.', [['10.0.0.0/8']]),
  limits: optionalMember(
    z.strictObject({
      connect: optionalMember(duration, 'How long connecting may take.'),
      message: optionalMember(size, 'How long one message of the server may be.'),
    }),
    'Limits of the connection.',
  ),
  neutralise: optionalMember(
    z.enum(['never', 'untrusted', 'always']),
    'Where links and images that load by themselves are made harmless.',
  ),
  slowAsTasks: optionalMember(z.boolean(), 'Offer tools that are believed slow as tasks.'),
  contract: optionalMember(
    z.enum(['require', 'prefer', 'off']),
    'Run it where its claims hold: always, where that works, or never. off if absent.',
  ),
  mode: optionalMember(
    z.enum(['split', 'single', 'transaction']),
    'With `contract`: a process for each class of tools, one for all, or each change of files on copies of its own that are committed. split if absent.',
  ),
  roots: optionalMember(
    texts,
    'With `contract`: the folders it works on. Those that its arguments name, and where it runs, if absent.',
    [['./docs']],
  ),
  allow: optionalMember(
    z.array(z.string().regex(/^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/i, demands.hostAndPort)).max(100),
    'With `contract`: host:port that tools with a closed world may reach.',
    [['db.example.com:5432']],
  ),
  onViolation: optionalMember(
    z.enum(['tell', 'quarantine']),
    'With `contract`: what becomes of a server whose tool breaks a claim. tell if absent.',
  ),
  suggestions: optionalMember(suggestions, 'In place of `suggestions` for all servers.'),
  packs: optionalMember(
    z.array(pack).max(100),
    'Packs of reviews for this server: names of shipped ones, npm:PACKAGE, or paths with a slash.',
  ),
});

const filters = z.array(z.enum(['read-only', 'no-open-world', 'no-agents']));

const person = z
  .strictObject({
    subject: name.describe('The name under which the person signs in.').meta({ examples: ['ada'] }),
    groups: optionalMember(texts, 'Groups that rules name.', [['finance']]),
    aliases: optionalMember(texts, 'Other subjects that are the same human being.', [['ada@example.com']]),
    active: optionalMember(z.boolean(), 'false: the votes of the account do not count.'),
  })
  .transform((said) => ({ groups: [], active: true, ...said }));

const mailAddress = name.regex(/^[^\s\p{C}][^\p{C}]*@[^\s\p{C}]+$/u, demands.mailAddress);

/** A secret that does not stand in the file. */
const secretVariable = z.strictObject({ from: secretSource });

const notifyOptions = {
  name: optionalMember(name, 'Told only of calls whose rules name it under `notify`; of all if absent.', [
    'operator',
  ]),
  after: optionalMember(duration, 'Told only if the call still waits then.'),
  mostAnHour: optionalMember(
    z.int().min(1).max(1000),
    '20 if absent; the next one stands for all others.',
    [20],
  ),
  arguments: optionalMember(z.boolean(), 'Send the arguments along, unless the policy redacts some.'),
};

const signature = optionalMember(secretVariable, 'Signs the message; at least 32 characters.');

const by = <const K extends string>(kind: K): z.ZodLiteral<K> =>
  z.literal(kind).describe('How the message reaches people.');

const secretUrl = secretVariable.describe('Where the address comes from: who knows it can send there.');

const notify = z.discriminatedUnion('by', [
  z.strictObject({ by: by('desktop'), ...notifyOptions }),
  z.strictObject({ by: by('slack'), url: secretUrl, secret: signature, ...notifyOptions }),
  z.strictObject({ by: by('teams'), url: secretUrl, secret: signature, ...notifyOptions }),
  z.strictObject({
    by: by('webhook'),
    url: text
      .describe('Where the message is sent.')
      .meta({ examples: ['https://hooks.example.com/callgate'] }),
    secret: secretVariable.describe('What signs the message; at least 32 characters.'),
    ...notifyOptions,
  }),
  z.strictObject({
    by: by('pagerduty'),
    key: secretVariable.describe('The integration key of the service.'),
    url: optionalMember(text, 'Where its events go, as for the EU region.', [
      'https://events.eu.example.com/v2/enqueue',
    ]),
    ...notifyOptions,
  }),
  z.strictObject({
    by: by('email'),
    server: text
      .describe('smtps://host, or smtp://host, which is encrypted with STARTTLS.')
      .meta({ examples: ['smtps://mail.example.com'] }),
    user: optionalMember(name, 'Who signs in to the mail server.', ['callgate']),
    password: optionalMember(secretVariable, 'Where the password comes from.'),
    from: mailAddress.describe('The sender.').meta({ examples: ['callgate@example.com'] }),
    to: z
      .array(mailAddress)
      .min(1)
      .max(100)
      .describe('Who gets the message.')
      .meta({ examples: [['ada@example.com']] }),
    ...notifyOptions,
  }),
]);

const approvals = z.strictObject({
  wait: optionalMember(
    duration,
    'How long a call waits in band for a person; below what clients wait for an answer.',
  ),
  expiry: optionalMember(duration, 'After which a question is refused.'),
  questionsAnHour: optionalMember(z.int().min(1).max(10_000), 'For one session.', [60]),
  pendingPerPrincipal: optionalMember(
    z.int().min(1).max(10_000),
    'How many calls of one caller may wait.',
    [20],
  ),
  answersInBand: optionalMember(
    z.boolean(),
    'false: no answer over the connection of an agent is a vote, whatever a client calls itself.',
  ),
  readingTime: optionalMember(
    duration,
    'A yes over the connection of an agent that comes sooner counts for nobody. 2s if absent.',
  ),
  people: optionalMember(z.array(person).min(1).max(10_000), 'Who may be asked. You alone if absent.'),
  selfApproval: optionalMember(
    z.boolean(),
    'Requesters may approve their own calls. On where nobody is named, off otherwise.',
  ),
  webhooks: optionalMember(
    z
      .array(
        z.strictObject({
          url: text
            .describe('Where the message is sent.')
            .meta({ examples: ['https://hooks.example.com/callgate'] }),
          secret: z.strictObject({ from: secretSource }).describe('What signs the message.'),
        }),
      )
      .max(20),
    'Who is told that a call waits.',
  ),
  notify: optionalMember(z.array(notify).max(20), 'How people are told that a call waits.'),
});

const claim = name.exactOptional();

const oauth = z.strictObject({
  issuer: text.describe('Who gives out access tokens.').meta({ examples: ['https://login.example.com'] }),
  resource: text
    .describe('The url agents reach this gateway by, as https://gate.example.com/mcp.')
    .meta({ examples: ['https://gate.example.com/mcp'] }),
  audience: optionalMember(
    text.max(1000),
    'Whom tokens must be for. The resource if absent; never what the console is called.',
    ['callgate'],
  ),
  scopes: optionalMember(scopes, 'Scopes that a token must have, all of them.', [['tools:call']]),
  subjectClaim: claim.describe('What names an agent. sub if absent.').meta({ examples: ['sub'] }),
  groupsClaim: claim.describe('groups if absent.').meta({ examples: ['groups'] }),
  rolesClaim: claim
    .describe('roles if absent; a path such as realm_access.roles will do.')
    .meta({ examples: ['realm_access.roles'] }),
  personClaim: claim
    .describe(
      'Has the name under which the person behind an agent approves, where subjectClaim has another one.',
    )
    .meta({ examples: ['preferred_username'] }),
  claims: optionalMember(
    z.array(name).max(50),
    'Claims that a token must have, so that nobody leaves out the groups that a rule is about.',
    [['groups']],
  ),
  maxAge: optionalMember(
    duration,
    'How long a token counts after it was made, whatever it says itself, such as 1h.',
  ),
  jwks: optionalMember(text, 'Where the keys of the issuer are, where it does not say so.', [
    'https://login.example.com/keys',
  ]),
});

const http = z.strictObject({
  host: optionalMember(text, '127.0.0.1 if absent.', ['127.0.0.1']),
  port: optionalMember(port, '0 takes any that is free.', [8787]),
  origins: optionalMember(z.array(text), 'Origins of web pages that may call.', [
    ['https://app.example.com'],
  ]),
  hosts: optionalMember(
    z.array(z.string().regex(/^[a-z0-9.-]+(?::\d{1,5})?$/i, demands.host)),
    'Names under which it is reached besides its address.',
    [['gate.example.com']],
  ),
  auth: optionalMember(
    z.union([
      z.enum(['token', 'none']),
      z.strictObject({
        tokenFile: text.describe('Where the token of agents is kept.').meta({ examples: ['agent-token'] }),
      }),
      z.strictObject({ oauth: oauth.describe('Access tokens of an issuer, one for each agent.') }),
    ]),
    'token: a generated one. oauth: access tokens of an issuer. none: for tests on loopback.',
  ),
  authzen: optionalMember(
    z.strictObject({
      askers: optionalMember(
        z.array(name),
        'Subjects that may ask about others. All may ask about themselves.',
        [['api-gateway']],
      ),
      url: optionalMember(text, 'How programs reach it, where that is not where it listens.', [
        'https://gate.example.com',
      ]),
    }),
    'Answers other programs whether a call may run, as OpenID AuthZEN 1.0 has it. Off if absent.',
  ),
});

const metrics = z.strictObject({
  host: optionalMember(text, '127.0.0.1 if absent.', ['127.0.0.1']),
  port: optionalMember(port, '9464 if absent. 0 takes any that is free.', [9464]),
  hosts: optionalMember(z.array(text), 'Names under which it is reached besides its address.', [
    ['gate.example.com'],
  ]),
  token: optionalMember(source, 'The bearer token of readers; required if other machines can connect.'),
});

const tracing = z.strictObject({
  endpoint: text.meta({
    description: 'An OTLP/HTTP receiver.',
    examples: ['https://collector.example:4318'],
  }),
  service: optionalMember(text, 'The `service.name` of the spans. callgate if absent.', ['callgate-team']),
  authorization: optionalMember(source, 'The value of the Authorization header.'),
});

const consoleRoles = z.record(name, z.enum(['viewer', 'approver', 'operator']));

const oidc = z.strictObject({
  issuer: text.describe('The OpenID provider.').meta({ examples: ['https://login.example.com'] }),
  clientId: name.describe('What the console is registered as.').meta({ examples: ['callgate-console'] }),
  secret: optionalMember(
    z.strictObject({ from: secretSource }),
    'Where the secret of the client comes from; none for a public client.',
  ),
  subjectClaim: optionalMember(name, 'What names a person. sub if absent.', ['email']),
  groupsClaim: optionalMember(name, 'groups if absent.', ['groups']),
  roles: consoleRoles
    .describe('By group. People in none of these groups cannot sign in.')
    .meta({ examples: [{ finance: 'approver' }] }),
});

const consoleEntry = z.strictObject({
  host: optionalMember(text, '127.0.0.1 if absent.', ['127.0.0.1']),
  port: optionalMember(port, '7411 if absent, or any that is free.', [7411]),
  url: optionalMember(text, 'How people reach it, where that is not where it listens.', [
    'https://console.example.com',
  ]),
  roles: optionalMember(
    consoleRoles,
    'viewer, approver or operator by subject. You are an operator, people of `approvals` approvers.',
    [{ ada: 'operator' }],
  ),
  oidc: optionalMember(oidc, 'Sign-in of a team.'),
});

const store = z.union([
  text.meta({ examples: ['callgate.db', 'postgres://callgate@db.example.com/callgate'] }),
  z.strictObject({
    url: text
      .describe('postgres://user@host/database, without a password.')
      .meta({ examples: ['postgres://callgate@db.example.com/callgate'] }),
    password: optionalMember(source, 'Where its password comes from. PGPASSWORD if absent.'),
  }),
]);

const client = z
  .strictObject({
    name: name
      .describe('What the client calls itself. It proves nothing.')
      .meta({ examples: ['claude-code'] }),
    vouched: optionalMember(z.boolean(), 'What it sends as your words counts as such.'),
    answersInBand: optionalMember(
      z.boolean(),
      'Whether an answer over its connection is a vote. On stdio yes if absent, over HTTP no.',
    ),
  })
  .transform((said) => ({ vouched: false, ...said }));

const FORBID_CONDITIONS = ['private', 'untrusted', 'sensitive', 'always'] as const;
const names = z.array(name).min(1).max(1000);
const share = z.number().min(0).max(1);
const tokens = z.int().min(0).max(1_000_000_000);

const forbid = z
  .strictObject({
    when: optionalMember(
      z.union([z.enum(FORBID_CONDITIONS), z.array(z.enum(FORBID_CONDITIONS)).min(1)]),
      'In sessions that touched private, untrusted or sensitive data. always if absent.',
    ),
    strength: optionalMember(
      z.enum(['possible', 'known']),
      'From which strength on a label counts. possible if absent.',
    ),
    names: optionalMember(names, 'Names of models, with * and ?.', [['small-*']]),
    providers: optionalMember(names, 'Names of providers, with * and ?.', [['example']]),
    data: optionalMember(z.array(z.enum(DATA_HANDLINGS)).min(1), 'By what becomes of what they are sent.'),
    outside: optionalMember(names, 'Models that run anywhere but in these regions.', [['eu']]),
    below: optionalMember(share, 'Models of less intelligence.', [0.5]),
    reason,
  })
  .transform(({ when = 'always', ...rest }) => ({ ...rest, when: [when].flat() }));

const preferences = z.strictObject({
  intelligencePriority: optionalMember(share, 'How much intelligence matters, 0 to 1.', [0.8]),
  costPriority: optionalMember(share, 'How much a low price matters, 0 to 1.', [0.3]),
  speedPriority: optionalMember(share, 'How much speed matters, 0 to 1.', [0.5]),
  hints: optionalMember(z.array(name).max(64), 'Parts of names of models, the first that fits counts.', [
    ['large'],
  ]),
});

const models = z.strictObject({
  catalogue: modelCatalogueSchema.describe('The models that hosts can use.'),
  default: name.describe('The one they use by themselves.').meta({ examples: ['large'] }),
  explicit: optionalMember(name, 'The one that you chose; it wins over what tools prefer.', ['large']),
  budget: optionalMember(
    z.strictObject({
      step: z
        .number()
        .min(0)
        .describe('The most that one step may cost.')
        .meta({ examples: [0.5] }),
    }),
    'What may be spent.',
  ),
  step: optionalMember(
    z.strictObject({
      input: tokens.describe('Tokens that it reads.').meta({ examples: [20_000] }),
      output: tokens.describe('Tokens that it writes.').meta({ examples: [1000] }),
    }),
    'How many tokens a step is taken to read and write.',
  ),
  untrustedCap: optionalMember(
    share,
    'No model above this is recommended because of untrusted servers. None above the default if absent.',
    [0.5],
  ),
  forbid: optionalMember(z.array(forbid).max(1000), 'Models that must not be used, and when.'),
  tools: optionalMember(
    z.record(text.max(512), preferences),
    'What you say of tools, by server/tool with * and ?; it counts in place of what servers say.',
  ),
});

/** What a running gateway without a configuration of its own still takes from one. */
const homeSettings = {
  approvals: optionalMember(approvals, 'Who is asked, how long, and how they are told.'),
  clients: optionalMember(z.array(client), 'What you say of clients, by the name that each gives itself.'),
  autorunFiles: optionalMember(
    z.array(name.regex(/^[^\n*]*(?:\*[^\n*]+){0,4}\*?$/, demands.filePattern)).max(256),
    'Files that another program runs or reads later, besides those that Callgate knows.',
    [['ops/*.sh']],
  ),
  labels: optionalMember(
    z.strictObject({
      age: optionalMember(
        z.union([z.literal('never'), duration]),
        'How long labels outlive the last call of a session. 24h if absent; never: they do not end.',
      ),
    }),
    'How long what a session has read counts.',
  ),
};

const storeMember = {
  store: optionalMember(
    store,
    'A file, or postgres://user@host/database. callgate.db of Callgate’s folder if absent.',
  ),
};

/** The lines about people, answers over the connections of agents, clients, labels and files that run later; other lines are not looked at. */
export const homeSettingsSchema = z.object({
  ...homeSettings,
  approvals: optionalMember(
    approvals
      .pick({ answersInBand: true, readingTime: true, people: true, selfApproval: true, notify: true })
      .strip(),
  ),
});

/** The one line of a configuration that says where its store is; what else stands there is not looked at. */
export const storeConfigSchema = z.object(storeMember);

export const configFileSchema = z
  .strictObject({
    servers: optionalMember(z.record(z.string(), server), 'MCP servers by alias.'),
    mcpServers: optionalMember(
      z.record(z.string(), z.record(z.string(), z.unknown())),
      'A block of another client, pasted as it is.',
      [{ files: { command: 'npx' } }],
    ),
    policy: optionalMember(
      z.union([
        oneOrMore,
        z.strictObject({
          layers: optionalMember(oneOrMore, 'Presets and policy files in the order of their layers.', [
            ['balanced', 'our-team.yaml'],
          ]),
          shadow: optionalMember(
            oneOrMore,
            'A candidate that is evaluated beside them and changes nothing.',
            [['balanced', 'our-team-next.yaml']],
          ),
        }),
      ]),
      'Presets and policy files in the order of their layers, or `layers` and `shadow`. balanced if absent.',
      ['balanced'],
    ),
    suggestions: optionalMember(
      suggestions,
      'tighten: suggestions that ask for more care are believed. off if absent.',
    ),
    approvals: homeSettings.approvals,
    clients: homeSettings.clients,
    listing: optionalMember(
      z.strictObject({
        prefix: optionalMember(z.enum(['always', 'several']), 'When names begin with the alias.'),
        filters: optionalMember(filters, 'Which tools are shown and callable at all.'),
        perPrincipal: optionalMember(z.record(z.string(), filters), 'In place of `filters`.', [
          { ci: ['read-only'] },
        ]),
        effectiveHints: optionalMember(z.boolean(), 'Show what Callgate believes beside each tool.'),
        declareTask: optionalMember(z.boolean(), 'Offer agents a tool to say what they were asked to do.'),
        declarePlan: optionalMember(
          z.boolean(),
          'Offer agents a tool to say which calls they intend, so that people are asked once.',
        ),
      }),
      'What agents see in lists of tools.',
    ),
    http: optionalMember(z.union([z.literal(false), http]), 'false: no HTTP.'),
    ...storeMember,
    durability: optionalMember(
      z.enum(['standard', 'strict']),
      'strict: every entry of the audit log is synced to disk before anybody hears of it. standard if absent: those of harmless reads within 50 ms.',
    ),
    console: optionalMember(
      z.union([z.literal(false), consoleEntry]),
      'Where people look and decide. false: none.',
    ),
    autorunFiles: homeSettings.autorunFiles,
    labels: homeSettings.labels,
    limits: optionalMember(
      z.strictObject({
        timeout: optionalMember(duration, 'Of a call to which no rule gives one.'),
        slowTimeout: optionalMember(
          duration,
          'The same of a tool that is believed on a ground to be slow. 30m if absent.',
        ),
      }),
      'Time-outs of calls.',
    ),
    metrics: optionalMember(
      metrics,
      'Metrics for Prometheus at `/metrics`, on a port of their own. Off if absent.',
    ),
    tracing: optionalMember(tracing, 'OpenTelemetry spans of calls that ended. Off if absent.'),
    models: optionalMember(models, 'Which models hosts have, and how one is recommended to them.'),
  })
  .describe('A Callgate configuration');

const scalar = z.union([z.string(), z.number(), z.boolean()]);

/** A server of a pasted block. Clients add keys of their own. */
export const pastedServerSchema = z.looseObject({
  command: optionalMember(text),
  args: optionalMember(z.array(scalar)),
  env: optionalMember(z.record(z.string(), scalar)),
  cwd: optionalMember(text),
  url: optionalMember(text),
  serverUrl: optionalMember(text),
  httpUrl: optionalMember(text),
  headers: optionalMember(z.record(z.string(), z.string())),
  type: optionalMember(z.string()),
  disabled: optionalMember(z.boolean()),
});

/** `callgate.yaml` as it is written, with durations in milliseconds and sizes in bytes. */
export type ConfigFile = z.infer<typeof configFileSchema>;
export type ServerConfigEntry = z.infer<typeof server>;
export type OverrideConfigEntry = z.infer<typeof override>;
export type ConfigValue = z.infer<typeof value>;
export type ConfigValueSource = z.infer<typeof source>;
export type ApprovalsEntry = z.infer<typeof approvals>;
export type NotifyEntry = z.infer<typeof notify>;
export type MetricsEntry = z.infer<typeof metrics>;
export type TracingEntry = z.infer<typeof tracing>;
export type HttpEntry = z.infer<typeof http>;
export type OAuthEntry = z.infer<typeof oauth>;
export type OidcEntry = z.infer<typeof oidc>;
export type ConsoleEntry = z.infer<typeof consoleEntry>;
export type StoreEntry = z.infer<typeof store>;
export type ModelsEntry = z.infer<typeof models>;
export type PastedServerEntry = z.infer<typeof pastedServerSchema>;
