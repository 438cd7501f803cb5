import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { findSecrets } from './find-secrets.ts';

const TOKEN = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`;
const PASSWORD = 'correct-horse-77';

const inWords = (...args: readonly string[]): readonly string[] =>
  findSecrets({ kind: 'stdio', command: 'node', args, env: {} });
const inEnv = (name: string, value: string): readonly string[] =>
  findSecrets({ kind: 'stdio', command: 'node', args: [], env: { [name]: value } });
const inUrl = (url: string): readonly string[] => findSecrets({ kind: 'http', url, headers: {} });

describe('a secret that a server was given', () => {
  it.each<readonly [string, readonly string[], string]>([
    ['-e NAME=value', inWords('-e', `GITHUB_TOKEN=${TOKEN}`), TOKEN],
    ['-eNAME=value', inWords(`-eMY_PASSWORD=${PASSWORD}`), PASSWORD],
    ['--env=NAME=value', inWords(`--env=GITHUB_TOKEN=${TOKEN}`), TOKEN],
    ['--env=NAME=value by name alone', inWords(`--env=MY_PASSWORD=${PASSWORD}`), PASSWORD],
    ['--header "Authorization: Bearer …"', inWords('--header', `Authorization: Bearer ${TOKEN}`), TOKEN],
    ['--header "Authorization:Bearer …"', inWords('--header', `Authorization:Bearer ${PASSWORD}`), PASSWORD],
    ['--header=Name: value', inWords(`--header=X-Api-Key: ${PASSWORD}`), PASSWORD],
    ['a word NAME=value', inWords(`API_KEY=${PASSWORD}`), PASSWORD],
    ['a command in one word', inWords('-c', `API_KEY=${PASSWORD} node x.js`), PASSWORD],
    ['an option in one word', inWords('-c', `node x.js --password ${PASSWORD}`), PASSWORD],
    ['a quoted value', inWords('-c', `export API_KEY="${PASSWORD}"; node x.js`), PASSWORD],
    ['digits after --password', inWords('--password', '4829130071'), '4829130071'],
    ['a path after --password', inWords('--password', '/hunter2hunter2'), '/hunter2hunter2'],
    ['a url after --token', inWords('--token', 'x://hunter2hunter2'), 'x://hunter2hunter2'],
    ['--user name:password', inWords('--user', `ada:${PASSWORD}`), PASSWORD],
    [
      'headers as JSON',
      inEnv('MCP_HEADERS', JSON.stringify({ Authorization: `Bearer ${PASSWORD}` })),
      PASSWORD,
    ],
    ['JSON in JSON', inEnv('X', JSON.stringify({ a: JSON.stringify([{ apiKey: PASSWORD }]) })), PASSWORD],
    ['pairs in JSON', inEnv('X', JSON.stringify([{ name: 'X-Api-Key', value: PASSWORD }])), PASSWORD],
    ['digits in JSON', inEnv('X', '{"password":4829130071}'), '4829130071'],
    ['what is not quite JSON', inEnv('X', `{'Authorization': 'Bearer ${PASSWORD}', 'a': 'b'}`), PASSWORD],
    [
      'base64 of JSON',
      inWords('--config', Buffer.from(`{"apiKey":"${PASSWORD}"}`).toString('base64')),
      PASSWORD,
    ],
    ['a connection string', inEnv('SQL', `Server=db;User Id=sa;Password=${PASSWORD};`), PASSWORD],
    ['words of a connection', inEnv('PG', `host=db user=ada password=${PASSWORD}`), PASSWORD],
    [
      'a key of an account',
      inEnv('AZ', `AccountName=a;AccountKey=${PASSWORD}==;EndpointSuffix=x`),
      `${PASSWORD}==`,
    ],
    ['headers with commas', inEnv('OTLP_HEADERS', `x-team=blue,api-key=${PASSWORD}`), PASSWORD],
    ['lines', inEnv('DOTENV', `LEVEL=debug\nDB_PASSWORD=${PASSWORD}\n`), PASSWORD],
    ['several keys', inEnv('API_KEYS', `${PASSWORD},another-horse-88`), 'another-horse-88'],
    ['a user in a url', inUrl(`https://${TOKEN}@git.test/mcp`), TOKEN],
    ['the query of a url in a word', inWords(`https://a.test/mcp?apiKey=${PASSWORD}`), PASSWORD],
    ['a url after --url=', inWords(`--url=postgres://ada:${PASSWORD}@db/x`), PASSWORD],
    ['a name of the registry of npm', inEnv('NPMRC', `//registry.test/:_authToken=${PASSWORD}`), PASSWORD],
    ['a known form anywhere', inWords(`image?with(${TOKEN})`), TOKEN],
    ['MYSQL_PWD', inEnv('MYSQL_PWD', '4829130071'), '4829130071'],
    ['PWD that is no folder', inEnv('PWD', PASSWORD), PASSWORD],
  ])('is found in %s', (_, found, secret) => {
    expect(found).toContain(secret);
  });

  it.each<readonly [string, readonly string[]]>([
    ['a path of a key', inWords('--key', '/etc/tls/server.pem')],
    ['a file of credentials', inEnv('GOOGLE_APPLICATION_CREDENTIALS', '/home/ada/gcp.json')],
    ['a file of a token', inEnv('TOKEN_FILE', '/run/secrets/token')],
    ['a number of tokens', inWords('--max-tokens', '10000000')],
    ['a limit of tokens', inEnv('TOKEN_LIMIT', '10000000')],
    ['JSON without a secret', inEnv('SETTINGS', '{"region":"eu-central-1","folders":["/srv/data"]}')],
    ['a header without one', inWords('--header', 'Accept: application/json')],
    ['a variable without one', inWords('-e', 'LOG_LEVEL=verbose-and-long')],
    ['a connection without one', inEnv('SQL', 'Server=database;Database=production')],
    ['an address', inWords('https://example.com/path?page=production')],
    ['a compass', inEnv('COMPASS', 'northwest')],
    ['the folder it was started in', inEnv('PWD', '/home/ann/notes')],
    ['the folder before', inEnv('OLDPWD', '/home/ann/notes')],
  ])('is not made of %s', (_, found) => {
    expect(found).toEqual([]);
  });

  it('is looked for in bounded time, however it nests', () => {
    const nested = Array.from({ length: 5000 }, (_, place) => `k${place}=v;a:b,c&d `).join('=');
    expect(inEnv('X', nested)).toBeDefined();
    expect(inEnv('X', '{"a":'.repeat(2000) + '1' + '}'.repeat(2000))).toBeDefined();
    expect(inEnv('X', `${'='.repeat(50_000)}`)).toBeDefined();
    expect(inEnv('X', `${"'{".repeat(30_000)}`)).toBeDefined();
  }, 60_000);
});
