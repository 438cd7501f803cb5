import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import type { CallgateSession } from './gateway-folder.ts';
import { GatewayFolder, makeTool } from './gateway-folder.ts';

beforeAll(ensureBuilt);

const config = (place: GatewayFolder, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ servers: { one: { ...place.entry, trust: 'owned' } }, http: { port: 0 }, ...more });

const urlOf = async (gateway: CallgateSession): Promise<string> => {
  const [, url = ''] = await gateway.said(/(http:\/\/[^ ,"]+\/mcp)/);
  return url;
};

const post = (url: string, token: string | undefined): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    }),
  });

describe('callgate up', () => {
  it('serves HTTP on this machine to whoever has the token it made', async () => {
    const place = new GatewayFolder();
    const gateway = place.start(['up', '-c', place.write('c.yaml', config(place))]);
    const url = await urlOf(gateway);
    expect(new URL(url).hostname).toBe('127.0.0.1');
    const token = readFileSync(join(place.home, 'agents.token'), 'utf8').trim();
    expect((await post(url, undefined)).status).toBe(401);
    expect((await post(url, `${token}x`)).status).toBe(401);
    const answer = await post(url, token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
    expect(gateway.err).not.toContain(token);
    gateway.signal('SIGTERM');
    expect(await gateway.ended).toBe(0);
  });

  it('says whose access tokens agents come with, and lets nobody in while the issuer is not there', async () => {
    const place = new GatewayFolder();
    const oauth = {
      issuer: 'http://127.0.0.1:1',
      resource: 'https://gate.example.com/mcp',
      audience: 'gate',
    };
    const more = { http: { port: 0, auth: { oauth } } };
    const gateway = place.start(['up', '-c', place.write('c.yaml', config(place, more))]);
    const url = await urlOf(gateway);
    await gateway.said(/LISTENING.*agents need access tokens of http:\/\/127\.0\.0\.1:1 for gate/);
    await gateway.said(/OAUTH_PROVIDER.*Agents cannot sign in/);
    const missing = await post(url, undefined);
    expect(missing.status).toBe(401);
    expect(missing.headers.get('www-authenticate')).toContain(
      'resource_metadata="https://gate.example.com/.well-known/oauth-protected-resource/mcp"',
    );
    const head = Buffer.from('{"alg":"ES256","typ":"at+jwt"}').toString('base64url');
    expect((await post(url, `${head}.e30.AAAA`)).status).toBe(503);
    gateway.signal('SIGTERM');
    expect(await gateway.ended).toBe(0);
  });

  it('can stand before another one, reached by callgate run --url', async () => {
    const place = new GatewayFolder();
    const gateway = place.start(['up', '-c', place.write('c.yaml', config(place))]);
    const url = await urlOf(gateway);
    const token = readFileSync(join(place.home, 'agents.token'), 'utf8').trim();
    const other = new GatewayFolder();
    const client = other.start(
      ['run', '--trust', 'owned', '--url', url, '--header-env', 'Authorization=UPSTREAM'],
      { UPSTREAM: `Bearer ${token}` },
    );
    await client.hello();
    expect(await client.names()).toEqual(['env', 'look']);
    expect(JSON.parse(await client.call('look'))).toMatchObject({ name: 'look' });
  });

  it('serves a pasted block over standard input and output, and ends with the client', async () => {
    const place = new GatewayFolder();
    const pasted = {
      mcpServers: { one: place.entry, 'two (old)': { ...place.entry, autoApprove: ['look'] } },
    };
    const client = place.start(['up', '--stdio', '-c', place.write('pasted.json', JSON.stringify(pasted))]);
    await client.hello();
    expect(await client.names()).toEqual(['one__env', 'one__look', 'two-old__env', 'two-old__look']);
    expect(client.err).toMatch(/CONFIG_FOREIGN.*autoApprove/);
    expect(client.err).not.toContain('LISTENING');
    client.end();
    expect(await client.ended).toBe(0);
  });

  it('tells what is wrong with a configuration, each with its place, and does not start', async () => {
    const place = new GatewayFolder();
    const ran = await place.callgate(
      'up',
      '-c',
      place.write('c.yaml', 'servers:\n  a: {comand: x}\n  b__c: {command: y}\n'),
    );
    expect([ran.code, ran.out]).toEqual([1, '']);
    expect(ran.err).toMatch(
      /c\.yaml:2:7: error\[CONFIG_KEY\]: Unknown key `comand`\n {2}help: Did you mean `command`\?/,
    );
  });

  it('does not start without a configuration, and says what else there is', async () => {
    const ran = await new GatewayFolder().callgate('up');
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(/^error\[CONFIG_NONE\].*\n {2}help: .*callgate run --/);
  });

  it('follows the configuration, and stays as it was where that becomes unusable', async () => {
    const place = new GatewayFolder();
    const path = place.write('c.yaml', config(place));
    const client = place.start(['up', '--stdio', '-c', path]);
    await client.hello();
    expect(await client.names()).toEqual(['env', 'look']);
    place.write('c.yaml', 'servers: {one: ');
    await client.said(/CONFIG_INVALID.*the previous one stays in use/);
    expect(await client.names()).toEqual(['env', 'look']);
    const { servers } = JSON.parse(config(place)) as { servers: Record<string, unknown> };
    place.write('c.yaml', JSON.stringify({ servers: { ...servers, two: place.entry } }));
    await client.said(/"RELOADED"/);
    expect(await client.names()).toEqual(['one__env', 'one__look', 'two__env', 'two__look']);
  });
});

describe('a configuration that merely lies in the folder', () => {
  it('starts nothing until somebody accepted it as it is', async () => {
    const place = new GatewayFolder();
    place.write('callgate.yaml', config(place));
    const refused = await place.callgate('up', '--stdio');
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^error\[CONFIG_UNACCEPTED\]/);
    const asked = await place.callgate('accept', 'callgate.yaml');
    expect(asked.code).toBe(1);
    const [, digest = ''] = /--digest (sha256:[0-9a-f]{64})/.exec(asked.err) ?? [];
    expect(asked.out).toContain(place.server[0]);
    expect((await place.callgate('accept', 'callgate.yaml', '--digest', digest)).code).toBe(0);
    const client = place.start(['up', '--stdio']);
    await client.hello();
    expect(await client.names()).toEqual(['env', 'look']);
    place.write('callgate.yaml', config(place, { policy: 'observe' }));
    await client.said(/CONFIG_UNACCEPTED/);
    const changed = await place.callgate('up', '--stdio');
    expect(changed.err).toMatch(/^error\[CONFIG_UNACCEPTED\]/);
  });

  it('takes no policy from there that nobody accepted', async () => {
    const place = new GatewayFolder();
    place.write('callgate.yaml', config(place, { policy: ['mine.yaml'] }));
    place.write('mine.yaml', 'extends: balanced\n');
    const digestOf = async (path: string): Promise<string> => {
      const { err } = await place.callgate('accept', path);
      return /--digest (\S+)/.exec(err)?.[1] ?? '';
    };
    await place.callgate('accept', 'callgate.yaml', '--digest', await digestOf('callgate.yaml'));
    const refused = await place.callgate('up', '--stdio');
    expect(refused.err).toMatch(/^error\[POLICY_UNACCEPTED\]/);
    await place.callgate('accept', 'mine.yaml', '--digest', await digestOf('mine.yaml'));
    const client = place.start(['up', '--stdio']);
    await client.hello();
    expect(await client.names()).toEqual(['env', 'look']);
  });
});

describe('trust', () => {
  it('is for the command it was first said of, until the operator means another one', async () => {
    const place = new GatewayFolder([makeTool('look')]);
    const started = async (args: readonly string[]): Promise<CallgateSession> => {
      const servers = { one: { ...place.entry, args: [...place.entry.args, ...args], trust: 'owned' } };
      const client = place.start([
        'up',
        '--stdio',
        '-c',
        place.write('c.yaml', JSON.stringify({ servers, policy: 'strict' })),
      ]);
      await client.hello();
      return client;
    };
    expect(JSON.parse(await (await started([])).call('look'))).toMatchObject({ name: 'look' });
    const moved = await started(['--elsewhere']);
    expect(await moved.call('look')).not.toContain('"name":"look"');
    const { err } = await place.callgate('accept', 'one', '--trust', '-c', 'c.yaml');
    const digest = /--digest (\S+)/.exec(err)?.[1] ?? '';
    expect((await place.callgate('accept', 'one', '--trust', '-c', 'c.yaml', '--digest', digest)).code).toBe(
      0,
    );
    expect(JSON.parse(await (await started(['--elsewhere'])).call('look'))).toMatchObject({ name: 'look' });
  });
});
