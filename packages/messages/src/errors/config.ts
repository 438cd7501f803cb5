import { countOf } from '../text/count.ts';
import { errorText } from '../text/error-text.ts';
import { didYouMean } from '../text/suggest-near-name.ts';

const SAFE_URL = 'a URL that begins with https://, or http:// on this machine';
const ALIAS_RULE =
  'A name has 1 to 64 of A-Z a-z 0-9 _ -, no __ inside, no _ at either end, and does not begin with host-.';
const IN_HEADER = 'Send it in a header, from the environment.';

/** Errors and warnings of callgate.yaml: each stands at its line. */
export const configErrors = {
  unreadable: ({ file }: { file: string }) =>
    errorText('CONFIG_UNREADABLE', `Cannot read ${file} as text`, 'Name the file with -c.'),

  servers: {
    none: () => errorText('CONFIG_NO_SERVERS', 'There is no server', 'Add one under `servers`.'),
    twice: ({ alias }: { alias: string }) =>
      errorText('CONFIG_ALIAS_TWICE', `There are two servers \`${alias}\``, 'Rename one of them.'),
    caseOnly: ({ alias, other }: { alias: string; other: string }) =>
      errorText(
        'CONFIG_ALIAS_TWICE',
        `\`${alias}\` differs from \`${other}\` only in case`,
        'Rename one of them.',
      ),
    alias: ({ alias }: { alias: string }) =>
      errorText('CONFIG_ALIAS', `\`${alias}\` is not a valid server name`, ALIAS_RULE),
    renamed: ({ name, alias }: { name: string; alias: string }) =>
      errorText(
        'CONFIG_ALIAS',
        `\`${name}\` is not a valid server name; Callgate uses \`${alias}\``,
        ALIAS_RULE,
      ),
    commandOrUrl: () => errorText('CONFIG_SERVER', 'A server needs `command` or `url`'),
    commandAndUrl: () => errorText('CONFIG_SERVER', 'A server has `command` or `url`, not both'),
    needsCommand: ({ key }: { key: string }) =>
      errorText('CONFIG_SERVER', `\`${key}\` is for servers with \`command\``),
    needsContract: ({ key }: { key: string }) =>
      errorText(
        'CONFIG_SERVER',
        `\`${key}\` is for servers with \`contract\``,
        'Add `contract: prefer` or `contract: require`.',
      ),
    needsUrl: ({ key }: { key: string }) =>
      errorText('CONFIG_SERVER', `\`${key}\` is for servers with \`url\``),
    authAndHeader: () =>
      errorText(
        'CONFIG_SERVER',
        'A server has `auth` or an `Authorization` header, not both',
        'Remove the header to sign in with `callgate login`.',
      ),
    secretWithoutClient: () =>
      errorText(
        'CONFIG_SERVER',
        '`clientSecret` needs `clientId`',
        'Name the client that the secret is for.',
      ),
    sse: () =>
      errorText(
        'CONFIG_SSE',
        'The old HTTP+SSE transport is not supported; Callgate tries this URL as streamable HTTP',
        'Look for another URL of the server, often /mcp instead of /sse.',
      ),
    foreign: ({ key }: { key: string }) =>
      errorText(
        'CONFIG_FOREIGN',
        `Callgate does not know \`${key}\` and ignores it`,
        'The policy decides which calls run automatically.',
      ),
    hint: ({ name, near }: { name: string; near: string }) =>
      errorText('CONFIG_HINT', `There is no hint \`${name}\``, didYouMean(near)),
    condition: () =>
      errorText(
        'CONFIG_CONDITION',
        'The condition of an override can only read arguments',
        'Put conditions on the session or the principal into the policy.',
      ),
  },

  values: {
    variableUnset: ({ name, near }: { name: string; near?: string | undefined }) =>
      errorText(
        'CONFIG_VARIABLE',
        `The variable \`${name}\` is not set`,
        near === undefined ? 'Set it where Callgate is started.' : didYouMean(near),
      ),
    placeholder: ({ text }: { text: string }) =>
      errorText('CONFIG_VARIABLE', `\`${text}\` has no value here`, 'Write the value itself, or ${NAME}.'),
    secretTooShort: ({ name, characters }: { name: string; characters: number }) =>
      errorText(
        'CONFIG_VARIABLE',
        `The variable \`${name}\` is not set to a secret of at least ${characters} characters`,
      ),
    fileTooLarge: ({ file }: { file: string }) =>
      errorText('CONFIG_VALUE_FILE', `The file ${file} is larger than 64 KiB`),
    fileUnreadable: ({ file }: { file: string }) =>
      errorText(
        'CONFIG_VALUE_FILE',
        `Cannot read ${file} as text`,
        'Make sure that the file exists and is yours.',
      ),
    fileOpen: ({ file }: { file: string }) =>
      errorText('CONFIG_VALUE_OPEN', `Others can read ${file}`, `Run \`chmod 600 ${file}\`.`),
    secret: ({ name }: { name: string }) =>
      errorText(
        'CONFIG_SECRET',
        `The value of \`${name}\` looks like a secret`,
        'Take it from the environment, {from: NAME}, or from a file, {file: PATH}. A configuration is copied and shared.',
      ),
    secretPasted: ({ name }: { name: string }) =>
      errorText(
        'CONFIG_SECRET',
        `The value of \`${name}\` in this file looks like a secret`,
        'Move the server to `servers` and take the value from the environment: {from: NAME}.',
      ),
    secretArgument: () =>
      errorText(
        'CONFIG_SECRET',
        'This argument looks like a secret, and every user of this machine can see it',
        'Pass it in `env` if the server can take it there.',
      ),
    secretQuery: () => errorText('CONFIG_SECRET', 'The query of the URL seems to hold a secret', IN_HEADER),
    secretStore: () =>
      errorText(
        'CONFIG_SECRET',
        'The address of the database holds its password',
        'Leave the password out and say where it comes from: {url: postgres://…, password: {from: NAME}}. Or set PGPASSWORD.',
      ),
  },

  urls: {
    server: () => errorText('CONFIG_URL', 'A server URL begins with https:// or http://'),
    password: () => errorText('CONFIG_URL', 'The URL holds a password', IN_HEADER),
    member: ({ member }: { member: string }) => errorText('CONFIG_URL', `\`${member}\` is ${SAFE_URL}`),
    consolePath: () => errorText('CONFIG_URL', 'The console URL has a host of its own and no path'),
    webhook: () => errorText('CONFIG_URL', 'A webhook has an https URL, or http on this machine'),
    resource: ({ canonical }: { canonical: string }) =>
      errorText(
        'CONFIG_URL',
        '`resource` is not in the form that clients write',
        `Write ${canonical} instead.`,
      ),
    header: ({ name }: { name: string }) =>
      errorText('CONFIG_HEADER', `Callgate writes the header \`${name}\` itself`, 'Remove it.'),
    headerValue: ({ name }: { name: string }) =>
      errorText('CONFIG_HEADER', `The value of \`${name}\` has characters that a header cannot hold`),
    unencrypted: () =>
      errorText('CONFIG_UNENCRYPTED', 'The connection to this server is not encrypted', 'Use https.'),
    store: () => errorText('CONFIG_STORE', 'The address of a database is postgres://user@host/database'),
  },

  network: {
    allowedHost: ({ entry }: { entry: string }) =>
      errorText(
        'EGRESS_ALLOW',
        `\`${entry}\` is not a valid host, address or range`,
        'Write a name, an address or a range, with or without a port: 127.0.0.1:8080, 10.0.0.0/8, [::1]:8080, wiki.corp.',
      ),
    httpUnencrypted: () =>
      errorText(
        'CONFIG_UNENCRYPTED',
        'Other machines can connect without encryption',
        'Put a TLS proxy in front of it.',
      ),
    consoleUnencrypted: () =>
      errorText(
        'CONFIG_UNENCRYPTED',
        'Other machines can connect, and the console requires encryption',
        'Put a TLS proxy in front of it, and set `url: https://…`.',
      ),
    openLocal: () =>
      errorText(
        'CONFIG_OPEN',
        'Every process on this machine can call without a token',
        'Use it in tests only.',
      ),
    open: () =>
      errorText(
        'CONFIG_OPEN',
        'Without a token, only this machine can be served',
        'Remove `auth: none`, or serve on 127.0.0.1.',
      ),
    metricsOpen: () =>
      errorText(
        'CONFIG_OPEN',
        'Without a token, only this machine can read metrics',
        'Set `metrics.token`, or serve on 127.0.0.1.',
      ),
    tracingEndpoint: () =>
      errorText(
        'CONFIG_TRACING',
        'Spans need an https address, or http on this machine',
        'Write `endpoint: https://HOST:4318`, and secrets under `authorization`.',
      ),
    metricsToken: ({ characters }: { characters: number }) =>
      errorText(
        'CONFIG_TOKEN',
        `The token has fewer than ${characters} characters, or spaces`,
        'Make one with `openssl rand -hex 32`.',
      ),
    origin: () => errorText('CONFIG_ORIGIN', 'An origin is https://host or https://host:port'),
    audience: () =>
      errorText(
        'CONFIG_AUDIENCE',
        'Tokens of agents would also be valid for the console, where people approve',
        'Give agents an `audience` other than `console.oidc.clientId`.',
      ),
    personIssuers: () =>
      errorText(
        'CONFIG_PERSON',
        'Agents and people have different issuers: a person with two names could approve their own calls',
        'Name the claim that holds the approver name: `personClaim`. Or list both names under `approvals.people`, as `aliases`.',
      ),
    personClaims: ({ person, agent }: { person: string; agent: string }) =>
      errorText(
        'CONFIG_PERSON',
        `People are named by \`${person}\` and their agents by \`${agent}\`: they could approve their own calls`,
        `Write \`subjectClaim: ${person}\`, or name the claim of access tokens that has the same name: \`personClaim\`.`,
      ),
  },

  policy: {
    preset: ({ name, near, presets }: { name: string; near: string | undefined; presets: string }) =>
      errorText(
        'CONFIG_PRESET',
        `There is no preset \`${name}\``,
        near === undefined ? `Presets are ${presets}. A file name has an ending.` : didYouMean(near),
      ),
    tooFewPeople: ({
      rule,
      count,
      group,
      able,
    }: {
      rule: string;
      count: number;
      group: string | undefined;
      able: number;
    }) =>
      errorText(
        'CONFIG_APPROVERS',
        `Rule \`${rule}\` needs ${countOf(count, 'person', 'people')}${group === undefined ? '' : ` of \`${group}\``}, and \`approvals.people\` has ${able}: its calls are blocked`,
        'Add people, or ask for fewer in the rule.',
      ),
  },

  models: {
    forbidsAll: ({ selectors }: { selectors: string }) =>
      errorText('CONFIG_MODELS', 'This forbids every model', `Name which: ${selectors}.`),
    forbidsNone: () =>
      errorText(
        'CONFIG_MODELS',
        'This forbids no model of the catalogue',
        'Spell names, providers and regions as in the catalogue.',
      ),
    defaultUnknown: ({ model }: { model: string }) =>
      errorText(
        'CONFIG_MODELS',
        `\`${model}\` is not in the catalogue`,
        'Name one of its models: the others are compared with it.',
      ),
    explicitUnknown: ({ model, near, models }: { model: string; near: string | undefined; models: string }) =>
      errorText(
        'CONFIG_MODELS',
        `\`${model}\` is not in the catalogue, so nothing is known about it`,
        near === undefined ? `Models are ${models}.` : didYouMean(near),
      ),
  },

  notify: {
    variableUnset: ({ variable }: { variable: string }) =>
      errorText(
        'CONFIG_VARIABLE',
        `The variable \`${variable}\` is not set`,
        'Set it where Callgate is started, or remove the entry.',
      ),
    url: ({ what }: { what: string }) =>
      errorText('CONFIG_URL', `Notifications cannot be sent to ${what}`, `It must be ${SAFE_URL}.`),
    mailServer: () =>
      errorText(
        'CONFIG_URL',
        'A mail server is written smtps://host or smtp://host, without a password',
        'Name the password’s variable: `password: {from: NAME}`.',
      ),
  },
};
