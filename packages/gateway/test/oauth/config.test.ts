import { formatProblem } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/read-config.ts';

const OAUTH = 'issuer: https://login.example, resource: https://gate.example/mcp';

const read = (oauth: string, more = ''): ReturnType<typeof readConfig> =>
  readConfig(
    '/etc/callgate.yaml',
    `servers: {files: {command: files-server}}\nhttp: {auth: {oauth: {${oauth}}}}\n${more}`,
    { home: '/data/callgate', env: {} },
  );

const told = (oauth: string, more = ''): string => {
  const outcome = read(oauth, more);
  return (outcome.ok ? outcome.warnings : outcome.problems).map(formatProblem).join('\n');
};

const authOf = (oauth: string, more = ''): unknown => {
  const outcome = read(oauth, more);
  return outcome.ok ? outcome.config.http?.auth : told(oauth, more);
};

describe('the name of a person and that of their agent', () => {
  const people = (claim: string, issuer = 'https://login.example'): string =>
    `console: {oidc: {issuer: ${issuer}, clientId: console, subjectClaim: ${claim}, roles: {a: approver}}}`;

  it('are one where one issuer gives both, or the configuration is not used', () => {
    expect(told(OAUTH, people('email'))).toMatch(
      /error\[CONFIG_PERSON\]: People are named by `email` and their agents by `sub`/,
    );
    expect(told(OAUTH, people('sub'))).toBe('');
    expect(told(`${OAUTH}, subjectClaim: email`, people('email'))).toBe('');
    expect(authOf(`${OAUTH}, personClaim: mail`, people('email'))).toMatchObject({ personClaim: 'mail' });
  });

  it('may differ where two issuers give them, and that is told', () => {
    const other = people('sub', 'https://people.example');
    expect(authOf(OAUTH, other)).toMatchObject({ kind: 'oauth' });
    expect(told(OAUTH, other)).toMatch(/warning\[CONFIG_PERSON\].*different issuers/);
    expect(told(`${OAUTH}, personClaim: mail`, other)).toBe('');
  });
});

it('a resource is written as clients write it', () => {
  for (const [written, canonical] of [
    ['https://Gate.example/mcp', 'https://gate.example/mcp'],
    ['https://gate.example:443/mcp', 'https://gate.example/mcp'],
    ['https://gate.example/a/../mcp', 'https://gate.example/mcp'],
    ['https://GATE.example', 'https://gate.example'],
  ])
    expect(told(`issuer: https://login.example, resource: "${written}"`)).toMatch(
      new RegExp(
        `error\\[CONFIG_URL\\]: \`resource\` is not in the form .*\\n.*Write ${canonical} instead\\.$`,
      ),
    );
  for (const written of ['https://gate.example', 'https://gate.example/', 'https://gate.example:8443/mcp/'])
    expect(told(`issuer: https://login.example, resource: "${written}"`)).toBe('');
});

it('tokens may be asked for more than their issuer says', () => {
  expect(authOf(`${OAUTH}, claims: [groups], maxAge: 1h`)).toMatchObject({
    claims: ['groups'],
    maxAgeMs: 3_600_000,
  });
  expect(told(`${OAUTH}, maxAge: long`)).toMatch(/error\[CONFIG_SHAPE\]: `maxAge`/);
});
