import { expect, it } from 'vitest';
import type { ServerEndpoint } from './gateway-config.ts';
import { childEnv } from './child-env.ts';
import { serverIdentity } from './server-identity.ts';

const stdio: ServerEndpoint = {
  kind: 'stdio',
  command: 'npx',
  args: ['-y', 'x'],
  env: { TOKEN: 'a', HOME: '/h' },
};
const http: ServerEndpoint = {
  kind: 'http',
  url: 'https://a.example/mcp',
  headers: { Authorization: 'Bearer a' },
};

it('an identity is the same for the same command, whatever stands in its environment', () => {
  expect(serverIdentity({ ...stdio, env: { HOME: '/other', TOKEN: 'b' } })).toBe(serverIdentity(stdio));
  expect(serverIdentity({ ...stdio, env: {} })).toBe(serverIdentity(stdio));
  expect(serverIdentity({ ...http, headers: { authorization: 'Bearer b' } })).toBe(serverIdentity(http));
});

it.each<ServerEndpoint>([
  { ...stdio, command: 'npm' },
  { ...stdio, args: ['-y', 'x', ''] },
  { ...stdio, args: ['-y x'] },
  { ...stdio, args: ['x', '-y'] },
  { ...stdio, cwd: '/' },
  { ...http, url: 'https://a.example/mcp/' },
])('an identity is another one for %j', (reach) => {
  expect([serverIdentity(stdio), serverIdentity(http)]).not.toContain(serverIdentity(reach));
});

it('a server inherits a small base and what was named, and no more', () => {
  const own = {
    PATH: '/bin',
    HOME: '/h',
    AWS_SECRET_ACCESS_KEY: 'canary',
    NODE_OPTIONS: '-r x',
    LANG: '() { :; }; x',
    EMPTY: undefined,
  };
  expect(childEnv({ TOKEN: 't', HOME: '/named' }, own, 'linux')).toEqual({
    PATH: '/bin',
    HOME: '/named',
    TOKEN: 't',
  });
});

it('names have no case on Windows', () => {
  expect(childEnv({}, { Path: 'C:', SystemRoot: 'C:\\W', Secret: 's' }, 'win32')).toEqual({
    Path: 'C:',
    SystemRoot: 'C:\\W',
  });
});

it('a server is given proxies and certificate authorities, in either case', () => {
  const own = {
    HTTPS_PROXY: 'http://proxy:1',
    https_proxy: 'http://proxy:2',
    NO_PROXY: 'localhost',
    all_proxy: 'socks5://proxy',
    NODE_EXTRA_CA_CERTS: '/ca.pem',
    SSL_CERT_DIR: '/certs',
    CURL_CA_BUNDLE: '/ca.pem',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const { AWS_SECRET_ACCESS_KEY: _, ...passed } = own;
  expect(childEnv({}, own, 'linux')).toEqual(passed);
  // what the operator names wins
  expect(childEnv({ HTTPS_PROXY: 'http://other:1' }, own, 'linux')).toMatchObject({
    HTTPS_PROXY: 'http://other:1',
  });
});
