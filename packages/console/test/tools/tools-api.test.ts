import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestDefinition } from '@callgate/core/disclose';
import { PinFolder } from '@callgate/gateway/tools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolDetail, ToolRef, ToolRow, TrialCall, TrialResult } from '@callgate/operations/api';
import type { ApiClient } from '../api-client.ts';
import { signInClient } from '../api-client.ts';
import type { TestConsole } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';
import { DELETE_FILE_LATER, FILES, HELPERS } from './tools-office.ts';

let place: TestConsole;
let api: ApiClient;

beforeAll(async () => {
  place = await openTestConsole({
    servers: { files: FILES, helpers: HELPERS },
    said: { helpers: { trust: 'untrusted' } },
    roles: { ann: 'operator', vic: 'viewer' },
    web: join(import.meta.dirname, '..', '..', 'web'),
  });
  api = await signInClient(place, 'ann');
});
afterAll(() => place.close());

const row = async (tool: string): Promise<ToolRow> => {
  const { tools } = await api.read('tools.list', {});
  const found = tools.find((each) => each.tool === tool);
  if (found === undefined) throw new Error(`no ${tool}`);
  return found;
};

const refOf = ({ server, identity, tool }: ToolRow): ToolRef => ({ server, identity, tool });
const show = async (tool: string): Promise<ToolDetail> =>
  await api.read('tools.show', refOf(await row(tool)));

/** What operators did, as the record has it, newest first. */
const told = async (): Promise<readonly string[]> => {
  const { read } = place.gateway.gate.desk;
  const { seq } = await read.head();
  const rows = await read.rows(Math.max(1, seq - 49), 50);
  return rows
    .filter(({ event }) => event === 'operator')
    .map(({ bytes }) => {
      const written = JSON.parse(Buffer.from(bytes).toString()) as {
        readonly extensions: { readonly 'dev.callgate': { readonly code: string; readonly message: string } };
      };
      const { code, message } = written.extensions['dev.callgate'];
      return `${code} ${message}`;
    })
    .toReversed();
};

describe('the list of tools', () => {
  it('has every tool of every server, with beliefs, grounds and outcomes', async () => {
    const { tools, servers, policy } = await api.read('tools.list', {});
    expect(policy).toEqual({ name: 'balanced', mode: 'enforce' });
    expect(tools.map(({ exposed }) => exposed)).toEqual([
      'files__read_file',
      'files__delete_file',
      'files__mystery',
      'files__torn',
      'helpers__research',
      'helpers__send_mail',
    ]);
    expect(await row('read_file')).toMatchObject({
      hints: { readOnly: { value: 'yes', ground: 'claim', claimed: 'yes' }, destructive: { value: 'no' } },
      outcomes: { plain: 'auto', private: 'auto', untrusted: 'auto', both: 'auto' },
      described: true,
    });
    expect(await row('delete_file')).toMatchObject({
      outcomes: { plain: 'confirm' },
      title: 'Delete a file',
    });
    expect(await row('mystery')).toMatchObject({
      hints: {},
      described: false,
      outcomes: { plain: 'confirm' },
    });
    expect(await row('torn')).toMatchObject({ conflicts: 1 });
    expect(await row('research')).toMatchObject({
      agentic: 'yes',
      hints: {
        readOnly: { value: 'no', ground: 'default', claimed: 'yes' },
        agency: { value: 'yes', ground: 'claim' },
      },
    });
    expect(await row('send_mail')).toMatchObject({ malformed: 1 });
    expect(servers).toMatchObject([
      {
        server: 'files',
        state: 'served',
        trust: 'trusted',
        tools: 4,
        described: 3,
        claimed: { readOnly: 3, openWorld: 2 },
      },
      { server: 'helpers', trust: 'untrusted', tools: 2, described: 0, claimed: { agency: 2 } },
    ]);
    expect(servers[0]?.reach).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  it('says of one tool what it claims, where, and what cannot be read', async () => {
    expect((await show('send_mail')).malformedClaims).toMatchObject([{ key: 'sensitiveDataHint' }]);
    expect((await show('torn')).conflicting).toMatchObject([{ hints: ['readOnly', 'destructive'] }]);
    const detail = await show('research');
    expect(detail.claims).toContainEqual({
      hint: 'agency',
      answer: 'yes',
      home: 'annotations',
      key: 'agencyHint',
    });
    expect(detail.beliefs['secret']).toEqual({ value: 'unknown', ground: 'default', claimed: 'unknown' });
    expect(detail.definition).toMatchObject({ name: 'research' });
  });

  it('refuses what is not there', async () => {
    const ref = refOf(await row('mystery'));
    await expect(api.read('tools.show', { ...ref, tool: 'nothing' })).rejects.toThrow('404 TOOL_UNKNOWN');
    await expect(api.read('tools.show', { ...ref, identity: 'sha256:other' })).rejects.toThrow(
      'TOOL_UNKNOWN',
    );
  });
});

describe('what happens if it is called', () => {
  const attempt = async (
    tool: string,
    wish: Partial<Pick<TrialCall, 'arguments' | 'labels'>> = {},
  ): Promise<TrialResult> => {
    const { server, identity, tool: name } = refOf(await row(tool));
    return await api.change('policy.try', {
      tool: { kind: 'known', server, identity, name },
      arguments: '',
      labels: { private: 'none', untrusted: 'none' },
      words: true,
      proven: 'unknown',
      principal: { subject: 'local', groups: [] },
      ...wish,
    });
  };

  it('depends on labels and on where values come from, and says what would make it automatic', async () => {
    const plain = await attempt('read_file', { arguments: '{"id": "1"}' });
    expect(plain).toMatchObject({ decision: { outcome: 'auto' }, autoIf: [] });
    const held = await attempt('delete_file');
    expect(held.decision.outcome).toBe('confirm');
    expect(held.decision.rules.map(({ id }) => id)).toContain('destroys');
    // a deletion is not reviewed into something harmless
    expect(held.autoIf).toEqual([]);
    const tainted = await attempt('delete_file', { labels: { private: 'none', untrusted: 'known' } });
    expect(tainted.decision.rules.length).toBeGreaterThan(held.decision.rules.length);
  });

  it('takes arguments as the gate does', async () => {
    for (const text of ['[1]', '{"a": 1, "a": 2}', '{"a":'])
      await expect(attempt('read_file', { arguments: text })).rejects.toThrow('400 TRY_JSON');
  });
});

describe('an operator', () => {
  it('disables and enables a tool, in the record and in force at once', async () => {
    const ref = refOf(await row('read_file'));
    await api.change('tools.disable', { ...ref, reason: 'not needed' });
    expect(await row('read_file')).toMatchObject({
      exposed: null,
      disabled: { by: 'ann', reason: 'not needed' },
    });
    await expect(place.call({ tool: 'files__read_file' })).rejects.toThrow('files__read_file');
    expect((await told())[0]).toMatch(/^TOOL_DISABLED files\/read_file .*ann disabled it: not needed$/);
    await api.change('tools.enable', { ...ref, reason: 'needed', agent: false });
    expect((await place.call({ tool: 'files__read_file' })).outcome).toBeUndefined();
  });

  it('ends what waits for a tool that is disabled', async () => {
    const held = await place.call({ tool: 'files__delete_file', arguments: { id: '7' } });
    expect(held.outcome).toBe('held');
    const ref = refOf(await row('delete_file'));
    await api.change('tools.disable', { ...ref, reason: 'no more' });
    expect((await place.gateway.gate.desk.read.call(held.call ?? ''))?.state).toBe('withdrawn');
    await api.change('tools.enable', { ...ref, reason: 'again', agent: false });
  });

  it('enables an agent only when told that it is one', async () => {
    const ref = refOf(await row('research'));
    await api.change('tools.disable', { ...ref, reason: 'too bold' });
    await expect(api.change('tools.enable', { ...ref, reason: 'try', agent: false })).rejects.toThrow(
      'TOOL_AGENT',
    );
    await api.change('tools.enable', { ...ref, reason: 'try', agent: true });
    expect((await row('research')).exposed).toBe('helpers__research');
  });

  it('overrides hints, and takes it back', async () => {
    const before = await row('delete_file');
    const ref = refOf(before);
    await api.change('tools.override', {
      ...ref,
      set: { destructive: 'no' },
      bound: before.digest,
      reason: 'a bin',
    });
    const after = await show('delete_file');
    expect(after).toMatchObject({
      overridden: true,
      outcomes: { plain: 'auto' },
      hints: { destructive: { value: 'no', ground: 'operator', claimed: 'yes' } },
      override: { by: 'ann', reason: 'a bin', set: { destructive: 'no' }, definition: before.digest },
      configured: [],
    });
    await api.change('tools.clearOverride', { ...ref, reason: 'no bin' });
    expect(await row('delete_file')).toMatchObject({ overridden: false, outcomes: { plain: 'confirm' } });
    await expect(api.change('tools.clearOverride', { ...ref, reason: 'x' })).rejects.toThrow('TOOL_NOTHING');
    await expect(
      api.change('tools.override', { ...ref, set: { destrctive: 'no' }, bound: null, reason: 'x' }),
    ).rejects.toThrow('TOOL_HINT');
  });

  it('reviews a definition, which describes it', async () => {
    const { digest, ...before } = await row('mystery');
    const ref = refOf({ digest, ...before });
    const set = { readOnly: 'yes', openWorld: 'no' } as const;
    const other = digestDefinition({ name: 'other' }).digest;
    await expect(
      api.change('tools.review', { ...ref, set, definition: other, reason: 'read it' }),
    ).rejects.toThrow('409 TOOL_CHANGED');
    await api.change('tools.review', { ...ref, set, definition: digest, reason: 'read its source' });
    expect(await show('mystery')).toMatchObject({
      reviewed: true,
      described: true,
      outcomes: { plain: 'auto' },
      hints: { readOnly: { value: 'yes', ground: 'review' } },
      review: { by: 'ann', set, definition: digest },
    });
    await api.change('tools.clearReview', { ...ref, reason: 'was wrong' });
    expect(await row('mystery')).toMatchObject({ reviewed: false, described: false });
  });

  it('must say why, and must be one', async () => {
    const ref = refOf(await row('mystery'));
    await expect(api.change('tools.disable', { ...ref, reason: '  ' })).rejects.toThrow('400');
    const viewer = await signInClient(place, 'vic');
    await expect(viewer.change('tools.disable', { ...ref, reason: 'x' })).rejects.toThrow('403');
    expect((await row('mystery')).disabled).toBeNull();
    expect((await viewer.read('tools.list', {})).tools).toHaveLength(6);
  });
});

describe('a definition that changed', () => {
  it('is shown with what was loosened first, kept out, and accepted as it was looked at', async () => {
    place.servers['files']?.use([...FILES.filter(({ name }) => name !== 'delete_file'), DELETE_FILE_LATER]);
    await expect.poll(async () => (await row('delete_file')).drift, { timeout: 20_000 }).not.toBeNull();
    const drifted = await show('delete_file');
    expect(drifted.drift).toEqual({ verdict: 'loosened', loosened: drifted.drift?.loosened, keptOut: false });
    expect(drifted.outcomes.plain).toBe('block');
    expect(drifted.changes[0]).toMatchObject({ change: 'loosened' });
    expect(drifted.changes.map(({ path }) => path)).toContain('description');
    expect(drifted.changes.findIndex(({ change }) => change === 'neutral')).toBeGreaterThan(0);
    expect(drifted.pinned).toMatchObject({ description: 'Deletes a file for good' });
    const ref = { ...refOf(drifted), definition: drifted.digest, reason: 'looked at it' };

    await api.change('tools.keepOut', ref);
    expect(await row('delete_file')).toMatchObject({ exposed: null, drift: { keptOut: true } });
    await expect(api.change('tools.accept', { ...ref, definition: drifted.pinnedDigest })).rejects.toThrow(
      'TOOL_CHANGED',
    );
    await api.change('tools.accept', ref);
    const accepted = await show('delete_file');
    expect(accepted).toMatchObject({ drift: null, quarantine: null, accepted: { by: 'ann' } });
    await expect(api.change('tools.accept', ref)).rejects.toThrow('TOOL_UNCHANGED');
  });
});

describe('what others did on this machine', () => {
  it('is listed as not served here, and can be decided about', async () => {
    const definition = {
      name: 'far_away',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    };
    const { digest } = digestDefinition(definition);
    new PinFolder(join(place.home.folder, 'pins')).change('elsewhere', 'sha256:far', () => [
      { kind: 'tool', name: 'far_away', digest, definition, firstSeen: 1 },
    ]);
    expect((await api.read('tools.list', {})).servers.at(-1)).toMatchObject({
      server: 'elsewhere',
      state: 'elsewhere',
      trust: 'untrusted',
      reach: null,
      tools: 1,
    });
    const far = await row('far_away');
    await api.change('tools.disable', { ...refOf(far), reason: 'not there either' });
    expect(await row('far_away')).toMatchObject({ disabled: { by: 'ann' } });
  });

  it('is followed when another process writes it', async () => {
    const { OperatorDecisionFile, applyToolChange } = await import('@callgate/gateway/tools');
    const ref = refOf(await row('torn'));
    const word = { by: 'bob', at: 1, reason: 'by command' };
    new OperatorDecisionFile(place.home.folder).change((all) =>
      applyToolChange(all, { ...ref, ...word, change: 'disable' }),
    );
    await expect
      .poll(() => place.gateway.catalogue.find('tool', 'files', 'torn'), { timeout: 20_000 })
      .toBeUndefined();
    expect((await row('torn')).disabled).toMatchObject({ by: 'bob' });
  });

  it('fails closed where it cannot be read', async () => {
    const name = readdirSync(place.home.folder).find((each) => each.startsWith('operator.')) ?? '';
    mkdirSync(place.home.folder, { recursive: true });
    writeFileSync(join(place.home.folder, name), '{');
    await expect
      .poll(() => place.gateway.catalogue.find('tool', 'files', 'read_file'), { timeout: 20_000 })
      .toBeUndefined();
    const { servers, tools } = await api.read('tools.list', {});
    expect(servers[0]?.problems).toMatchObject([{ code: 'OPERATOR_DAMAGED', what: 'tools' }]);
    expect(tools.every(({ exposed }) => exposed === null)).toBe(true);
    const ref = refOf(tools[0] as ToolRow);
    const rows = (await told()).length;
    await expect(api.change('tools.enable', { ...ref, reason: 'x', agent: true })).rejects.toThrow(
      'OPERATOR_DAMAGED',
    );
    expect(await told()).toHaveLength(rows);
  });
});
