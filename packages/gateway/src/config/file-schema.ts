import type { Trust } from '@callgate/core';
import { TRUSTS } from '@callgate/core/disclose';
import type { Role, SetDetail } from '@callgate/core/vocabulary';
import { ROLES, SET_DETAILS } from '@callgate/core/vocabulary';
import { z } from 'zod';
import type { ConsoleRole, Filter, Neutralise } from './config.ts';
import { readDuration, readSize } from './duration.ts';
import type { ModelsEntry } from './models-entry.ts';
import { modelsSchema } from './models-entry.ts';
import type { OAuthEntry } from './oauth-entry.ts';
import { oauthSchema } from './oauth-entry.ts';

/** A value that does not stand in the file: a variable of Callgate's own environment, or the text of a file. */
export type ValueSource =
  | { from: string; prefix?: string | undefined }
  | { file: string; prefix?: string | undefined };

export type ValueEntry = string | ValueSource;

type HintWord = 'yes' | 'no' | boolean;

export interface OverrideEntry {
  tools?: string | string[] | undefined;
  when?: string | undefined;
  set?: Record<string, HintWord> | undefined;
  sets?: Partial<Record<SetDetail, string | string[]>> | undefined;
  roles?: Record<string, Role> | undefined;
  directory?: boolean | undefined;
  definition?: string | undefined;
  reason?: string | undefined;
}

/** What suggestions may do by themselves. */
export type SuggestionsEntry = 'off' | 'tighten' | { tighten: number };

export interface ServerEntry {
  command?: string | undefined;
  args?: string[] | undefined;
  env?: string[] | Record<string, ValueEntry> | undefined;
  cwd?: string | undefined;
  url?: string | undefined;
  headers?: Record<string, ValueEntry> | undefined;
  enabled?: boolean | undefined;
  era?: 'auto' | 'legacy' | 'modern' | undefined;
  trust?: Trust | undefined;
  overrides?: OverrideEntry[] | Record<string, Record<string, HintWord>> | undefined;
  stores?: Record<string, string> | undefined;
  identities?: string[] | undefined;
  internal?: string[] | undefined;
  asks?: ('sampling' | 'elicitation' | 'roots')[] | undefined;
  allowPrivate?: string[] | undefined;
  limits?: { connect?: string | undefined; message?: string | undefined } | undefined;
  neutralise?: Neutralise | undefined;
  slowAsTasks?: boolean | undefined;
  suggestions?: SuggestionsEntry | undefined;
  packs?: (string | { use: string; except?: string[] | undefined })[] | undefined;
}

export interface PersonEntry {
  subject: string;
  groups?: string[] | undefined;
  aliases?: string[] | undefined;
  active?: boolean | undefined;
}

export interface ApprovalsEntry {
  wait?: string | undefined;
  expiry?: string | undefined;
  questionsAnHour?: number | undefined;
  pendingPerPrincipal?: number | undefined;
  answersInBand?: boolean | undefined;
  readingTime?: string | undefined;
  people?: PersonEntry[] | undefined;
  selfApproval?: boolean | undefined;
  webhooks?: { url: string; secret: { from: string } }[] | undefined;
}

export interface HttpEntry {
  host?: string | undefined;
  port?: number | undefined;
  origins?: string[] | undefined;
  hosts?: string[] | undefined;
  auth?: 'token' | 'none' | { tokenFile: string } | { oauth: OAuthEntry } | undefined;
}

export interface OidcEntry {
  issuer: string;
  clientId: string;
  secret?: { from: string } | undefined;
  subjectClaim?: string | undefined;
  groupsClaim?: string | undefined;
  roles: Record<string, ConsoleRole>;
}

export interface ConsoleEntry {
  host?: string | undefined;
  port?: number | undefined;
  url?: string | undefined;
  roles?: Record<string, ConsoleRole> | undefined;
  oidc?: OidcEntry | undefined;
}

/** A database, with where its password comes from. */
export interface StoreEntry {
  url: string;
  password?: ValueSource | undefined;
}

/** `callgate.yaml` as it is written. */
export interface ConfigFile {
  servers?: Record<string, ServerEntry> | undefined;
  mcpServers?: Record<string, Record<string, unknown>> | undefined;
  policy?: string | string[] | undefined;
  suggestions?: SuggestionsEntry | undefined;
  approvals?: ApprovalsEntry | undefined;
  clients?:
    | { name: string; vouched?: boolean | undefined; answersInBand?: boolean | undefined }[]
    | undefined;
  listing?:
    | {
        prefix?: 'always' | 'several' | undefined;
        filters?: Filter[] | undefined;
        perPrincipal?: Record<string, Filter[]> | undefined;
        effectiveHints?: boolean | undefined;
        declareTask?: boolean | undefined;
      }
    | undefined;
  http?: false | HttpEntry | undefined;
  store?: string | StoreEntry | undefined;
  console?: false | ConsoleEntry | undefined;
  autorunFiles?: string[] | undefined;
  labels?: { age?: string | undefined } | undefined;
  limits?: { timeout?: string | undefined; slowTimeout?: string | undefined } | undefined;
  models?: ModelsEntry | undefined;
}

const DURATION = 'a duration is a whole number and ms, s, m, h or d, as `30s`';
const SIZE = 'a size is a whole number and B, KiB or MiB, as `16MiB`';

const duration = z
  .string()
  .refine((text) => readDuration(text) !== undefined, DURATION)
  .describe('A duration such as 30s or 5m.');
const size = z
  .string()
  .refine((text) => readSize(text) !== undefined, SIZE)
  .describe('A size such as 16MiB.');

const texts = z.array(z.string().min(1)).max(1000);
const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a variable is called with letters, digits and _')
  .max(256);

const prefix = z.string().max(64).optional().describe('Put before the value, such as `Bearer `.');
const source = z.union([
  z.strictObject({ from: variable.describe('A variable of the environment Callgate runs in.'), prefix }),
  z.strictObject({
    file: z.string().min(1).describe('A file; the line break at its end does not count.'),
    prefix,
  }),
]);
const value = z.union([z.string(), source]);

const hintWord = z.union([z.enum(['yes', 'no']), z.boolean()]);
const hintWords = z.record(z.string(), hintWord);
const oneOrMore = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const override = z.strictObject({
  tools: oneOrMore.optional().describe('Names of tools, with * and ?. All tools if absent.'),
  when: z
    .string()
    .min(1)
    .max(4000)
    .optional()
    .describe('A CEL condition over `args`: for which calls it is said.'),
  set: hintWords.optional().describe('What you know of them: hint names with yes or no.'),
  sets: z
    .partialRecord(z.enum(SET_DETAILS), oneOrMore)
    .optional()
    .describe('What they touch, where more than yes or no is known.'),
  roles: z
    .record(z.string(), z.enum(ROLES))
    .optional()
    .describe('What each argument is: destination, object, critical, code or payload.'),
  directory: z.boolean().optional().describe('Their results list people and places of yours.'),
  definition: z.string().optional().describe('The digest of the one definition this is said of.'),
  reason: z.string().min(1).max(300).optional().describe('Why, in plain words.'),
});

const suggestions = z.union([
  z.enum(['off', 'tighten']),
  z.strictObject({ tighten: z.number().min(0.5).max(1).describe('How sure they must be, from 0.5 to 1.') }),
]);

const server = z.strictObject({
  command: z.string().min(1).optional().describe('The program to start. No shell reads it.'),
  args: z.array(z.string()).max(1000).optional(),
  env: z
    .union([z.array(variable), z.record(variable, value)])
    .optional()
    .describe('Names of variables that are passed on, or names with where each value comes from.'),
  cwd: z.string().min(1).optional().describe('Where it runs; the folder of this file if absent.'),
  url: z.string().min(1).optional().describe('The address of a streamable HTTP server.'),
  headers: z
    .record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, 'not the name of a header'), value)
    .optional(),
  enabled: z.boolean().optional(),
  era: z
    .enum(['auto', 'legacy', 'modern'])
    .optional()
    .describe('legacy: up to 2025-11-25. modern: from 2026-07-28 on. auto tries.'),
  trust: z
    .enum(TRUSTS)
    .optional()
    .describe('untrusted if absent. trusted: its claims are believed. owned: what it returns too.'),
  overrides: z
    .union([z.array(override), z.record(z.string(), hintWords)])
    .optional()
    .describe('What you say of its tools; in short `{tool: {readOnly: yes}}`.'),
  stores: z
    .record(z.string(), z.string().min(1))
    .optional()
    .describe('The store each tool reads and writes, where there are several.'),
  identities: texts.optional().describe('Your own addresses and accounts there.'),
  internal: texts.optional().describe('Domains, hosts and names of spaces that count as internal.'),
  asks: z
    .array(z.enum(['sampling', 'elicitation', 'roots']))
    .optional()
    .describe('What the server may ask of the client. Nothing if absent.'),
  allowPrivate: texts.optional().describe('Private hosts and ranges that may be reached.'),
  limits: z
    .strictObject({
      connect: duration.optional().describe('How long connecting may take.'),
      message: size.optional().describe('How long one message of the server may be.'),
    })
    .optional(),
  neutralise: z
    .enum(['never', 'untrusted', 'always'])
    .optional()
    .describe('Where links and images that load by themselves are made harmless.'),
  slowAsTasks: z.boolean().optional().describe('Offer tools that are believed slow as tasks.'),
  suggestions: suggestions.optional().describe('In place of `suggestions` for all servers.'),
  packs: z
    .array(
      z.union([
        z.string().min(1).max(1000),
        z.strictObject({
          use: z.string().min(1).max(1000),
          except: texts.optional().describe('Names of tools you judge yourself, with * and ?.'),
        }),
      ]),
    )
    .max(100)
    .optional()
    .describe('Packs of reviews for this server: names of shipped ones, npm:PACKAGE, or paths with a slash.'),
});

const filters = z.array(z.enum(['read-only', 'no-open-world', 'no-agents']));

const person = z.strictObject({
  subject: z.string().min(1).max(256),
  groups: texts.optional(),
  aliases: texts.optional().describe('Other subjects that are the same human being.'),
  active: z.boolean().optional(),
});

const approvals = z.strictObject({
  wait: duration
    .optional()
    .describe('How long a call waits in band for a person; below what clients wait for an answer.'),
  expiry: duration.optional().describe('After which a question is refused.'),
  questionsAnHour: z.int().min(1).max(10_000).optional().describe('For one session.'),
  pendingPerPrincipal: z.int().min(1).max(10_000).optional(),
  answersInBand: z
    .boolean()
    .optional()
    .describe('false: no answer over the connection of an agent is a vote, whatever a client calls itself.'),
  readingTime: duration
    .optional()
    .describe('A yes over the connection of an agent that comes sooner counts for nobody. 2s if absent.'),
  people: z.array(person).min(1).max(10_000).optional().describe('Who may be asked. You alone if absent.'),
  selfApproval: z
    .boolean()
    .optional()
    .describe('Requesters may approve their own calls. On where nobody is named, off otherwise.'),
  webhooks: z
    .array(z.strictObject({ url: z.string().min(1), secret: z.strictObject({ from: variable }) }))
    .max(20)
    .optional()
    .describe('Who is told that a call waits.'),
});

const http = z.strictObject({
  host: z.string().min(1).optional().describe('127.0.0.1 if absent.'),
  port: z.int().min(0).max(65_535).optional().describe('0 takes any that is free.'),
  origins: z.array(z.string().min(1)).optional().describe('Origins of web pages that may call.'),
  hosts: z
    .array(z.string().regex(/^[a-z0-9.-]+(?::\d{1,5})?$/i, 'a host is a name, with a port or without'))
    .optional()
    .describe('Names under which it is reached besides its address.'),
  auth: z
    .union([
      z.enum(['token', 'none']),
      z.strictObject({ tokenFile: z.string().min(1).describe('Where the token of agents is kept.') }),
      z.strictObject({ oauth: oauthSchema.describe('Access tokens of an issuer, one for each agent.') }),
    ])
    .optional()
    .describe('token: a generated one. oauth: access tokens of an issuer. none: for tests on loopback.'),
});

const consoleRoles = z.record(z.string().min(1).max(256), z.enum(['viewer', 'approver', 'operator']));

const oidc = z.strictObject({
  issuer: z.string().min(1).describe('The OpenID provider.'),
  clientId: z.string().min(1).max(256),
  secret: z
    .strictObject({ from: variable })
    .optional()
    .describe('Where the secret of the client comes from; none for a public client.'),
  subjectClaim: z.string().min(1).max(256).optional().describe('What names a person. sub if absent.'),
  groupsClaim: z.string().min(1).max(256).optional().describe('groups if absent.'),
  roles: consoleRoles.describe('By group. Whoever is in none of them may not enter.'),
});

const consoleEntry = z.strictObject({
  host: z.string().min(1).optional().describe('127.0.0.1 if absent.'),
  port: z.int().min(0).max(65_535).optional().describe('7411 if absent, or any that is free.'),
  url: z.string().min(1).optional().describe('How people reach it, where that is not where it listens.'),
  roles: consoleRoles
    .optional()
    .describe(
      'viewer, approver or operator by subject. You are an operator, people of `approvals` approvers.',
    ),
  oidc: oidc.optional().describe('Sign-in of a team.'),
});

const store = z.union([
  z.string().min(1),
  z.strictObject({
    url: z.string().min(1).describe('postgres://user@host/database, without a password.'),
    password: source.optional().describe('Where its password comes from. PGPASSWORD if absent.'),
  }),
]);

/** The one line of a configuration that says where its store is; what else stands there is not looked at. */
export const storeLineSchema: z.ZodType<Pick<ConfigFile, 'store'>> = z.object({ store: store.optional() });

const clients = z.array(
  z.strictObject({
    name: z.string().min(1).max(256).describe('What the client calls itself. It proves nothing.'),
    vouched: z.boolean().optional().describe('What it sends as your words counts as such.'),
    answersInBand: z
      .boolean()
      .optional()
      .describe('Whether an answer over its connection is a vote. On stdio yes if absent, over HTTP no.'),
  }),
);

const labels = z.strictObject({
  age: z
    .union([z.literal('never'), duration])
    .optional()
    .describe('How long labels outlive the last call of a session. 24h if absent; never: they do not end.'),
});

const autorunFiles = z
  .array(
    z
      .string()
      .min(1)
      .max(256)
      .regex(/^[^\n*]*(?:\*[^\n*]+){0,4}\*?$/, 'one line with at most five separate stars'),
  )
  .max(256);

type AnswerLines = Pick<ConfigFile, 'approvals' | 'autorunFiles' | 'clients' | 'labels'>;

/** The lines about people, answers over the connections of agents, clients, labels and files that run later; other lines are not looked at. */
export const answerLinesSchema: z.ZodType<AnswerLines> = z.object({
  labels: labels.optional(),
  approvals: approvals
    .pick({ answersInBand: true, readingTime: true, people: true, selfApproval: true })
    .strip()
    .optional(),
  clients: clients.optional(),
  autorunFiles: autorunFiles.optional(),
});

const SCHEMA = z.strictObject({
  servers: z.record(z.string(), server).optional().describe('MCP servers by alias.'),
  mcpServers: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe('A block of another client, pasted as it is.'),
  policy: oneOrMore
    .optional()
    .describe('Presets and policy files in the order of their layers. balanced if absent.'),
  suggestions: suggestions
    .optional()
    .describe('tighten: suggestions that ask for more care are believed. off if absent.'),
  approvals: approvals.optional(),
  clients: clients.optional(),
  listing: z
    .strictObject({
      prefix: z.enum(['always', 'several']).optional().describe('When names begin with the alias.'),
      filters: filters.optional().describe('Which tools are shown and callable at all.'),
      perPrincipal: z.record(z.string(), filters).optional().describe('In place of `filters`.'),
      effectiveHints: z.boolean().optional().describe('Show what Callgate believes beside each tool.'),
      declareTask: z.boolean().optional().describe('Offer agents a tool to say what they were asked to do.'),
    })
    .optional(),
  http: z
    .union([z.literal(false), http])
    .optional()
    .describe('false: no HTTP.'),
  store: store
    .optional()
    .describe('A file, or postgres://user@host/database. callgate.db of Callgate’s folder if absent.'),
  console: z
    .union([z.literal(false), consoleEntry])
    .optional()
    .describe('Where people look and decide. false: none.'),
  autorunFiles: autorunFiles
    .optional()
    .describe('Files that another program runs or reads later, besides those that Callgate knows.'),
  labels: labels.optional(),
  limits: z
    .strictObject({
      timeout: duration.optional().describe('Of a call to which no rule gives one.'),
      slowTimeout: duration
        .optional()
        .describe('The same of a tool that is believed on a ground to be slow. 30m if absent.'),
    })
    .optional(),
  models: modelsSchema.optional().describe('Which models hosts have, and how one is recommended to them.'),
});

export const configFileSchema: z.ZodType<ConfigFile> = SCHEMA.describe('A Callgate configuration');

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const pasted = z.looseObject({
  command: z.string().min(1).optional(),
  args: z.array(scalar).optional(),
  env: z.record(z.string(), scalar).optional(),
  cwd: z.string().min(1).optional(),
  url: z.string().min(1).optional(),
  serverUrl: z.string().min(1).optional(),
  httpUrl: z.string().min(1).optional(),
  headers: z.record(z.string(), z.string()).optional(),
  type: z.string().optional(),
  disabled: z.boolean().optional(),
});

type Scalar = string | number | boolean;

/** A server of a pasted block. Clients add keys of their own. */
export interface PastedEntry {
  command?: string | undefined;
  args?: Scalar[] | undefined;
  env?: Record<string, Scalar> | undefined;
  cwd?: string | undefined;
  url?: string | undefined;
  serverUrl?: string | undefined;
  httpUrl?: string | undefined;
  headers?: Record<string, string> | undefined;
  type?: string | undefined;
  disabled?: boolean | undefined;
}

export const pastedSchema: z.ZodType<PastedEntry> = pasted;
