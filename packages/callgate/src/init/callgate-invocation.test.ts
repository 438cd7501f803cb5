import { describe, expect, it } from 'vitest';
import { readInvocation, variableFor, wrapCommand, wrapUrl } from './callgate-invocation.ts';

const OWN = ['callgate'];

const read = (line: string, own: readonly string[] = OWN): ReturnType<typeof readInvocation> =>
  readInvocation(line.split(' '), own);

describe('what starts Callgate', () => {
  it('is known again as it is written', () => {
    const words = [...wrapCommand(['/usr/bin/node', '/opt/callgate.js'], 'fs', 'npx'), '-y', '--', 'x'];
    expect(readInvocation(words, OWN)).toMatchObject({ kind: 'command', at: words.indexOf('npx') });
    const headers = [{ header: 'X-Key', variable: 'CALLGATE_HEADER_X_KEY' }];
    expect(readInvocation(wrapUrl(OWN, 'r', 'https://x.example/', headers), OWN)).toMatchObject({
      kind: 'url',
      url: 'https://x.example/',
      headers,
    });
  });

  it('is known by whatever launches it', () => {
    for (const line of [
      'callgate run -- x',
      '/usr/local/bin/callgate run --name a -- x',
      'C:\\npm\\callgate.cmd run -- x',
      'node /a/callgate/bin/callgate.js run -- x',
      'node --no-warnings /a/callgate.js run -- x',
      'npx callgate run -- x',
      'npx -y callgate@0.1.0 run -- x',
      'pnpm dlx callgate run -- x',
      'cmd /c npx -y callgate run -- x',
    ])
      expect(read(line), line).toMatchObject({ kind: 'command' });
  });

  it('is known by the command somebody gave', () => {
    expect(read('/opt/gate run -- x')).toBeUndefined();
    expect(read('/opt/gate run -- x', ['/opt/gate'])).toMatchObject({ kind: 'command', at: 3 });
  });

  it('is not what only mentions it', () => {
    for (const line of [
      'npx -y server-filesystem /src/callgate run -- x',
      'docker run --name callgate -- x',
      'node server.js callgate run -- x',
      'callgate-like run -- x',
      'mycallgate run -- x',
    ])
      expect(read(line), line).toBeUndefined();
  });

  it('is Callgate itself where it wraps nothing', () => {
    for (const line of ['callgate up --stdio', 'callgate run', 'callgate run --', 'callgate run npx x'])
      expect(read(line), line).toMatchObject({ kind: 'other' });
  });

  it('is told with every option that could loosen it', () => {
    expect(read('./callgate run --name a --trust owned --url=https://x.example/')).toMatchObject({
      by: ['./callgate', 'run', '--trust', 'owned'],
    });
  });
});

it('a header has a variable of its own', () => {
  expect(variableFor('Authorization')).toBe('CALLGATE_HEADER_AUTHORIZATION');
  expect(variableFor('x-api-key')).toBe('CALLGATE_HEADER_X_API_KEY');
});
