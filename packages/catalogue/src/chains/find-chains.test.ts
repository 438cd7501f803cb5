import type { JsonObject, TrustLevel } from '@callgate/core';
import { expect, it, describe } from 'vitest';
import type { Chain } from '../chain.ts';
import type { ListedServer } from '../listed-server.ts';
import { findChains } from './find-chains.ts';

const tool = (name: string, description: string, annotations: JsonObject): JsonObject => ({
  name,
  description,
  annotations,
  inputSchema: { type: 'object', properties: {} },
});

const listed = (
  server: string,
  tools: readonly JsonObject[],
  trust: TrustLevel = 'trusted',
): ListedServer => ({
  server,
  trust,
  from: 'made up',
  tools,
});

const WEB = listed('web', [
  tool('fetch_page', 'Fetch a web page', { readOnlyHint: true, openWorldHint: true, unsafeOutputHint: true }),
]);
const PEOPLE = listed('people', [
  tool('read_record', 'Read a personnel record', {
    readOnlyHint: true,
    openWorldHint: false,
    sensitiveHint: 'high',
  }),
]);
const MAIL = listed('mail', [
  tool('send_mail', 'Send a mail to somebody', {
    readOnlyHint: false,
    destructiveHint: false,
    openWorldHint: true,
  }),
]);
const DISK = listed('disk', [
  tool('delete_file', 'Delete a file', { readOnlyHint: false, destructiveHint: true, openWorldHint: false }),
]);

const ways = (chains: readonly Chain[], policy: string, kind: Chain['kind']): readonly string[] =>
  chains
    .filter((chain) => chain.policy === policy && chain.kind === kind)
    .map(({ steps }) => steps.map(({ server, tool: name }) => `${server}/${name}`).join(' → '));

describe('the lethal trifecta', () => {
  it('is completed through three servers where nobody is asked', () => {
    const chains = findChains([WEB, PEOPLE, MAIL]);
    expect(ways(chains, 'observe', 'trifecta')).toContain(
      'web/fetch_page → people/read_record → mail/send_mail',
    );
    const [chain] = chains;
    expect(chain?.story).toMatch(
      /web\/fetch_page .* people\/read_record .* mail\/send_mail, without approval/u,
    );
  });

  it('is completed through two servers, where one of them does two steps', () => {
    const both = listed('suite', [...PEOPLE.tools, ...MAIL.tools]);
    expect(ways(findChains([WEB, both]), 'observe', 'trifecta')).toContain(
      'web/fetch_page → suite/read_record → suite/send_mail',
    );
  });

  it('is none where a part of it is missing', () => {
    for (const servers of [[WEB, PEOPLE], [PEOPLE, MAIL], [MAIL]].slice(1))
      expect(ways(findChains(servers), 'observe', 'trifecta')).toEqual([]);
  });

  it('is none under a preset by which a person is asked before anything leaves', () => {
    const chains = findChains([WEB, PEOPLE, MAIL]);
    for (const policy of ['strict', 'balanced', 'intent'])
      expect(ways(chains, policy, 'trifecta')).toEqual([]);
  });
});

describe('from what others wrote to what destroys', () => {
  it('is found where nobody is asked, and only there', () => {
    const chains = findChains([WEB, DISK]);
    expect(ways(chains, 'observe', 'untrusted-to-destructive')).toEqual([
      'web/fetch_page → disk/delete_file',
    ]);
    for (const policy of ['strict', 'balanced', 'intent'])
      expect(ways(chains, policy, 'untrusted-to-destructive')).toEqual([]);
  });

  it('says whose word it is that makes a step', () => {
    const [chain] = findChains([WEB, DISK]);
    expect(chain?.steps.map(({ because }) => because)).toEqual([
      'others wrote what it returns (claimed by its server)',
      'it can delete or overwrite (claimed by its server)',
    ]);
  });

  it('goes through suggestions where servers say nothing', () => {
    const silent = [
      listed('web', [tool('crawl_site', 'Crawl a website and return the text', {})], 'untrusted'),
      listed('disk', [tool('delete_file', 'Delete a file permanently', {})], 'untrusted'),
    ];
    const chain = findChains(silent).find(
      ({ policy, kind }) => policy === 'observe' && kind === 'untrusted-to-destructive',
    );
    expect(chain?.steps[1]?.because).toMatch(/suggested: /u);
  });
});

it('counts the chains that go the same way, and shows the most convincing', () => {
  const many = listed('disk', [
    ...DISK.tools,
    tool('wipe_disk', 'Wipe a disk', { readOnlyHint: false, destructiveHint: true, openWorldHint: false }),
    tool('drop_table', 'Drop a table', { readOnlyHint: false, destructiveHint: true, openWorldHint: false }),
  ]);
  const chains = findChains([WEB, many]).filter(
    ({ policy, kind }) => policy === 'observe' && kind === 'untrusted-to-destructive',
  );
  expect(chains).toHaveLength(1);
  expect(chains[0]?.alike).toBe(2);
});

describe('combinations of servers', () => {
  const fetching = (server: string, count: number): ListedServer =>
    listed(
      server,
      Array.from({ length: count }, (_, at) =>
        tool(`fetch_page_${at}`, 'Fetch a web page', {
          readOnlyHint: true,
          openWorldHint: true,
          unsafeOutputHint: true,
        }),
      ),
    );

  it('are all told, however many tools one of the servers has', () => {
    const found = ways(findChains([fetching('big', 60), WEB, DISK]), 'observe', 'untrusted-to-destructive');
    expect(found).toEqual(['big/fetch_page_0 → disk/delete_file', 'web/fetch_page → disk/delete_file']);
  });

  it('are told where the best tool for one step is the best for another too', () => {
    const both = listed('suite', [
      tool('fetch_page', 'Fetch a web page', {
        readOnlyHint: true,
        openWorldHint: true,
        unsafeOutputHint: true,
      }),
    ]);
    const found = ways(findChains([both, WEB, PEOPLE]), 'observe', 'trifecta');
    expect(found).toContain('web/fetch_page → people/read_record → suite/fetch_page');
    expect(found).toContain('suite/fetch_page → people/read_record → web/fetch_page');
    expect(found.filter((way) => /^(\S+) .* \1$/u.test(way))).toEqual([]);
  });

  it('count every chain of different tools', () => {
    const chain = findChains([fetching('big', 60), PEOPLE]).find(
      ({ policy, kind }) => policy === 'observe' && kind === 'trifecta',
    );
    expect(chain?.steps.map(({ server }) => server)).toEqual(['big', 'people', 'big']);
    expect(chain?.alike).toBe(60 * 59 - 1);
  });

  it('are left out beyond a limit, which is said', () => {
    const readers = Array.from({ length: 15 }, (_, at) => fetching(`web${at}`, 1));
    const destroyers = Array.from({ length: 8 }, (_, at) => listed(`disk${at}`, DISK.tools));
    const chains = findChains([...readers, ...destroyers]).filter(
      ({ policy, kind }) => policy === 'observe' && kind === 'untrusted-to-destructive',
    );
    expect(chains).toHaveLength(100);
    expect(chains.at(-1)?.story).toMatch(
      / 20 more combinations of servers with such chains are not listed\.$/u,
    );
    expect(chains.slice(0, -1).some(({ story }) => story.includes('not listed'))).toBe(false);
  });
});
