import { chooseSandbox } from '@callgate/contract/sandbox';
import { ViolationFile } from '@callgate/gateway/tools';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from './fixtures/run-callgate.ts';
import { GatewayFolder, makeTool } from './gateway-folder.ts';
import { readyBackends } from '../../contract/test/escape/ready-backends.ts';

beforeAll(ensureBuilt);

// with CI=true they are here, or it throws
await readyBackends();
const { backend } = await chooseSandbox();
const LOOK = makeTool('look', { annotations: { readOnlyHint: true, openWorldHint: false } });

it.skipIf(backend.level !== 'enforced')(
  'one word lets a server that nobody trusts read by itself, and every list says why',
  async () => {
    const place = new GatewayFolder([LOOK, makeTool('other', { annotations: {} })]);
    const client = place.start(['run', '--name', 'one', '--contract', 'prefer', '--', ...place.server]);
    await client.hello();
    await client.names();
    expect(JSON.parse(await client.call('look'))).toMatchObject({ name: 'look' });
    const level = `enforced (${backend.name})`;
    expect((await place.callgate('status')).out).toContain(`1 tool ${level}`);
    expect((await place.callgate('tools')).out).toMatch(new RegExp(`one/look .*${backend.name}`));
    expect((await place.callgate('tools')).out).toMatch(/one\/other .*nothing to enforce/);
    expect((await place.callgate('explain', 'one/look')).out).toContain(
      'cannot change files, has no network',
    );
    expect((await place.callgate('audit', '--entries')).out).toContain(level);
    client.end();
    await client.ended;
    // as it was seen last
    expect((await place.callgate('tools')).out).toContain(level);
    expect((await place.callgate('audit', 'verify')).code).toBe(0);
  },
);

it('what a sandbox saw is forgotten once it was looked at', async () => {
  const place = new GatewayFolder([LOOK]);
  const client = place.start(['run', '--name', 'one', '--', ...place.server]);
  await client.hello();
  await client.names();
  client.end();
  await client.ended;
  const violations = new ViolationFile(place.home);
  violations.note({
    server: 'one',
    identity: 'any',
    tool: 'look',
    definition: 'sha256:x',
    hint: { name: 'readOnly', value: 'no' },
    quarantine: true,
    what: '/home/ada/.profile',
    at: 0,
  });
  const shown = await place.callgate('accept', 'one');
  expect(shown.out).toContain('look: /home/ada/.profile');
  const digest = /--digest (\S+)/.exec(shown.err)?.[1] ?? '';
  expect((await place.callgate('accept', 'one', '--digest', digest)).out).toContain('forgotten');
  expect(violations.list('one')).toEqual([]);
});
