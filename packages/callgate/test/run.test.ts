import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import { GatewayFolder, isAlive, makeTool } from './gateway-folder.ts';

beforeAll(ensureBuilt);

describe('callgate run', () => {
  it('is the server it wraps, with a gate before it', async () => {
    const place = new GatewayFolder();
    const client = place.start(['run', '--trust', 'owned', '--', ...place.server]);
    expect((await client.hello()).result).toMatchObject({ protocolVersion: '2025-11-25' });
    expect(await client.names()).toEqual(['env', 'look']);
    expect(JSON.parse(await client.call('look', { to: 'x' }))).toMatchObject({
      name: 'look',
      given: { to: 'x' },
    });
    client.end();
    expect(await client.ended).toBe(0);
    const { out } = await place.callgate('audit', 'verify');
    expect(out).toMatch(/entr/i);
    expect((await place.callgate('audit', '--entries')).out).toContain('look');
  });

  it('writes nothing but the protocol to standard output, and JSON in ASCII to standard error', async () => {
    const place = new GatewayFolder([
      makeTool('look', { description: 'ünïcode \u202e' }),
      { name: 'ü' },
      { no: 'name' },
    ]);
    const client = place.start(['run', '--', ...place.server]);
    await client.hello();
    await client.names();
    client.end();
    await client.ended;
    for (const line of client.out.trimEnd().split('\n'))
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    expect(client.err).not.toBe('');
    for (const line of client.err.trimEnd().split('\n')) {
      expect(line).toMatch(/^[ -~]*$/);
      expect(JSON.parse(line)).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    }
  });

  it('believes the server as far as the operator said, and judges by the policy they named', async () => {
    const place = new GatewayFolder();
    const untrusted = place.start(['run', '--policy', 'strict', '--', ...place.server]);
    await untrusted.hello();
    expect(await untrusted.call('look')).toMatch(/Unreviewed tool, blocked until reviewed/);
    const trusted = place.start(['run', '--policy', 'strict', '--trust', 'trusted', '--', ...place.server]);
    await trusted.hello();
    expect(JSON.parse(await trusted.call('look'))).toMatchObject({ name: 'look' });
  });

  it('tells the operator on standard error what the gate alerts of, and only that', async () => {
    const place = new GatewayFolder();
    const strict = place.start(['run', '--policy', 'strict', '--', ...place.server]);
    await strict.hello();
    await strict.call('look');
    await expect.poll(() => strict.err).toContain('POLICY_NOTIFIES');
    const balanced = place.start(['run', '--trust', 'owned', '--', ...place.server]);
    await balanced.hello();
    await balanced.call('look');
    balanced.end();
    await balanced.ended;
    expect(balanced.err).not.toContain('POLICY_NOTIFIES');
  });

  it('passes its environment on, but not what is for Callgate', async () => {
    const place = new GatewayFolder();
    const client = place.start(['run', '--trust', 'owned', '--', ...place.server], {
      GITHUB_TOKEN: 'x',
      CALLGATE_HEADER_AUTHORIZATION: 'y',
    });
    await client.hello();
    const names: string[] = JSON.parse(await client.call('env'));
    expect(names).toContain('GITHUB_TOKEN');
    expect(names.filter((name) => name.startsWith('CALLGATE_'))).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('ends the server and itself at %s', async (signal) => {
    const place = new GatewayFolder();
    const client = place.start(['run', '--trust', 'owned', '--', ...place.server]);
    await client.hello();
    const { pid }: { pid: number } = JSON.parse(await client.call('look'));
    client.signal(signal);
    expect(await client.ended).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  it('ends the server with the client', async () => {
    const place = new GatewayFolder();
    const client = place.start(['run', '--trust', 'owned', '--', ...place.server]);
    await client.hello();
    const { pid }: { pid: number } = JSON.parse(await client.call('look'));
    client.end();
    expect(await client.ended).toBe(0);
    expect(isAlive(pid)).toBe(false);
  });

  it('ends a server that was started while the policy could not be read', async () => {
    const place = new GatewayFolder();
    const client = place.start(['run', '--policy', 'absent.yaml', '--', ...place.server]);
    expect(await client.ended).toBe(1);
    expect(client.err).toContain('absent.yaml');
  });

  it('takes what is after -- for the server alone', async () => {
    const place = new GatewayFolder();
    const client = place.start([
      'run',
      '--trust',
      'owned',
      '--',
      ...place.server,
      '--trust',
      '--name',
      'x',
      '--',
    ]);
    await client.hello();
    expect(await client.names()).toEqual(['env', 'look']);
  });

  it.each([['npx'], ['--name', 'x', 'npx', '-y', 'server'], ['--name=x', '--trust', 'owned', 'npx']])(
    'says where -- belongs when it is left out: %j',
    async (...words) => {
      const { err } = await new GatewayFolder().callgate('run', ...words);
      expect(err).toMatch(
        /^error\[ARGUMENT_UNKNOWN\]: Unexpected argument `npx`\n.*Write -- before the command/,
      );
    },
  );

  it('tells names with invisible characters as code points, in status too', async () => {
    const place = new GatewayFolder([makeTool('look'), makeTool('a\u0007b')]);
    const client = place.start(['run', '--', ...place.server]);
    await client.hello();
    await client.names();
    await expect.poll(() => client.err).toContain('NAME_REFUSED');
    client.end();
    await client.ended;
    const { out } = await place.callgate('status');
    expect(out).toContain('tool a⟦U+0007⟧b: Not offered');
  });

  it('says what to leave out where there is a command and an address', async () => {
    const { err } = await new GatewayFolder().callgate('run', '--url', 'https://a.example', '--', 'x');
    expect(err).toContain('Leave out --url, or everything from -- on');
  });

  it('goes to a private place only where that is allowed, and says how it is', async () => {
    const told = async (...words: readonly string[]): Promise<string> => {
      const client = new GatewayFolder().start(['run', '--url', 'http://[fe80::1]:9/mcp', ...words]);
      await client.hello();
      await client.names();
      client.end();
      await client.ended;
      return client.err;
    };
    expect(await told()).toMatch(/EGRESS_REFUSED.*callgate run --allow-private '\[fe80::1\]:9'/);
    // nobody can be there, but it was tried
    const tried = await told('--allow-private', 'wiki.corp', '--allow-private=[fe80::1]:9');
    expect(tried).toMatch(/SERVER_UNREACHED|UPSTREAM_SLOW/);
    expect(tried).not.toContain('EGRESS_REFUSED');
  });

  it.each([
    [[], 'ARGUMENT_MISSING'],
    [['--'], 'ARGUMENT_MISSING'],
    [['--url', 'https://a.example', '--', 'x'], 'ARGUMENT_UNKNOWN'],
    [['x'], 'ARGUMENT_UNKNOWN'],
    [['--url', 'http://wiki.corp', '--allow-private', 'http://wiki.corp'], 'EGRESS_ALLOW'],
    [['--trust', 'full', '--', 'x'], 'TRUST_UNKNOWN'],
    [['--trsut', 'owned', '--', 'x'], 'OPTION_UNKNOWN'],
    [['--name', 'a__b', '--', 'x'], 'OPTION_VALUE'],
    [['--label-age', 'soon', '--', 'x'], 'OPTION_VALUE'],
    [['--contract', 'maybe', '--', 'x'], 'OPTION_VALUE'],
    [['--contract', 'prefer', '--url', 'https://a.example'], 'CONTRACT_OF_URL'],
    [['--url', 'https://a.example', '--header-env', 'Authorization=Bearer abc'], 'OPTION_VALUE'],
    [['--url', 'https://a.example', '--header-env', 'Authorization=NOT_SET'], 'OPTION_VALUE'],
    [['--url', 'ftp://a.example'], 'OPTION_VALUE'],
    [['--url', 'https://ann:pw@a.example'], 'OPTION_VALUE'],
    [['--policy', 'balnced', '--', 'x'], 'POLICY_UNREADABLE'],
    [['--lock', 'nowhere.yaml', '--', 'x'], 'LOCK_UNREADABLE'],
  ])('does not start as callgate run %j', async (args, code) => {
    const place = new GatewayFolder();
    const ran = await place.callgate('run', ...args);
    expect([ran.code, ran.out]).toEqual([1, '']);
    expect(ran.err).toMatch(new RegExp(`^error\\[${code}\\]: `));
    expect(existsSync(join(place.home, 'callgate.db'))).toBe(false);
  });
});
