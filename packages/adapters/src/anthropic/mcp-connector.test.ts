import type { JsonObject } from '@callgate/core';
import type { Gate, ToolCatalogue } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { openGate, policyFrom, statesOf, who } from '../../test/conversation.ts';
import { contextName } from '../host/host-options.ts';
import type { McpToolDefinition, McpToolset } from './index.ts';
import {
  ANTHROPIC_TOOLS,
  catalogueOf,
  joinCatalogues,
  reportServerTools,
  createToolset,
  createToolsets,
} from './index.ts';

const defined = (name: string, annotations: JsonObject): McpToolDefinition => ({
  name,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  annotations,
});

const DEFINITIONS = [
  defined('read_people', { readOnlyHint: true, openWorldHint: false, sensitiveDataHint: true }),
  defined('save_note', { readOnlyHint: false, destructiveHint: false, openWorldHint: false }),
  defined('search', { readOnlyHint: true, openWorldHint: true }),
  defined('send', { readOnlyHint: false, destructiveHint: false, openWorldHint: true }),
  defined('undescribed', {}),
];
const NAMES = DEFINITIONS.map(({ name }) => name);

const crm = (trust: 'trusted' | 'untrusted'): ToolCatalogue =>
  catalogueOf(DEFINITIONS, { server: 'crm', trust, settings: {} });

const open = async (rules = ''): Promise<{ readonly gate: Gate; readonly catalogue: ToolCatalogue }> => {
  const own = catalogueOf(ANTHROPIC_TOOLS, { server: 'anthropic', trust: 'trusted' });
  const catalogue = joinCatalogues(crm('trusted'), own);
  return {
    catalogue,
    gate: await openGate({}, { catalogue, policy: policyFrom(`extends: balanced\n${rules}`) }),
  };
};

const enabledOf = async (
  { gate, catalogue }: { readonly gate: Gate; readonly catalogue: ToolCatalogue },
  names: readonly string[] = NAMES,
): Promise<readonly string[]> => {
  const { configs, default_config: rest } = await createToolset(gate, who, catalogue, {
    server: 'crm',
    names,
  });
  expect(rest).toEqual({ enabled: false });
  return Object.entries(configs).flatMap(([name, { enabled }]) => (enabled ? [name] : []));
};

describe('the toolset of the MCP connector', () => {
  it('has what could never need anybody, and nothing else', async () => {
    const opened = await open();
    expect(await enabledOf(opened)).toEqual(['read_people', 'save_note']);
  });

  it('prefers what is named first where two do not go together', async () => {
    const opened = await open();
    expect(await enabledOf(opened, ['unknown', 'save_note'])).toEqual(['save_note']);
    // a search makes the session untrusted, and the next search would need a person
    expect(await enabledOf(opened, ['search', 'save_note'])).toEqual(['save_note']);
  });

  it('has nothing of a server that nobody trusts', async () => {
    const { gate } = await open();
    expect(await enabledOf({ gate, catalogue: crm('untrusted') })).toEqual([]);
  });

  it('has less once the session has touched something untrusted', async () => {
    const opened = await open();
    const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } };
    await reportServerTools(opened.gate, who, { content: [search] });
    expect(await enabledOf(opened)).toEqual(['read_people']);
  });

  it.each([
    ['an argument', `when: 'args.text == "secret"'\n    then: confirm`],
    ['the time', `when: 'time.hour < 8'\n    then: block`],
    ['hours', `hours: Mon-Fri 09:00-17:00`],
    ['concurrency', `concurrency: 1`],
  ])('does not have a tool whose rule looks at %s', async (_, rule) => {
    const opened = await open(
      `rules:\n  - id: special\n    tools: ["crm/save_note"]\n    ${rule}\n    reason: r\n`,
    );
    expect(await enabledOf(opened)).toEqual(['read_people']);
  });
});

describe('the toolsets of several servers in one request', () => {
  const INBOX = defined('inbox', { readOnlyHint: true, openWorldHint: false, unsafeOutputHint: true });
  const mail = catalogueOf([INBOX], { server: 'mail', trust: 'trusted' });
  const SERVERS = [
    { server: 'mail', names: ['inbox'] },
    { server: 'crm', names: ['read_people', 'save_note'] },
  ];

  const openBoth = async () => {
    const { gate, catalogue } = await open();
    return { gate, catalogue: joinCatalogues(catalogue, mail) };
  };

  const enabledIn = (toolsets: readonly McpToolset[]): readonly string[] =>
    toolsets.flatMap(({ mcp_server_name: server, configs }) =>
      Object.entries(configs).flatMap(([name, { enabled }]) => (enabled ? [`${server}/${name}`] : [])),
    );

  it('have nothing that would need somebody after a tool of another server', async () => {
    const { gate, catalogue } = await openBoth();
    const toolsets = await createToolsets(gate, who, catalogue, SERVERS);
    expect(toolsets.map(({ default_config: rest }) => rest)).toEqual([
      { enabled: false },
      { enabled: false },
    ]);
    // each alone could be there; what the inbox brings may not decide what is saved
    expect(
      enabledIn(await Promise.all(SERVERS.map((one) => createToolset(gate, who, catalogue, one)))),
    ).toEqual(['mail/inbox', 'crm/read_people', 'crm/save_note']);
    expect(enabledIn(toolsets)).toEqual(['mail/inbox', 'crm/read_people']);
    expect(enabledIn(await createToolsets(gate, who, catalogue, SERVERS.toReversed()))).toEqual([
      'crm/read_people',
      'crm/save_note',
    ]);
  });

  it.each([
    ['a search of the provider', { server: 'anthropic', name: 'web_search' }],
    ['a tool that nobody knows', { server: 'anthropic', name: 'new_tool' }],
  ])('have nothing that would need somebody after %s', async (_, one) => {
    const { gate, catalogue } = await openBoth();
    const crmOnly = [{ server: 'crm', names: ['save_note'] }];
    expect(enabledIn(await createToolsets(gate, who, catalogue, crmOnly))).toEqual(['crm/save_note']);
    expect(enabledIn(await createToolsets(gate, who, catalogue, crmOnly, { beside: [one] }))).toEqual([]);
  });
});

describe('what the provider ran', () => {
  const use = {
    type: 'mcp_tool_use',
    id: 'u',
    name: 'read_people',
    server_name: 'crm',
    input: { text: 'ann' },
  };
  const result = {
    type: 'mcp_tool_result',
    tool_use_id: 'u',
    is_error: false,
    content: [{ type: 'text', text: 'ann' }],
  };

  it('is recorded with its result, and raises labels', async () => {
    const { gate } = await open();
    expect(await reportServerTools(gate, who, { content: [use, result] })).toBe(1);
    expect(await statesOf(gate)).toEqual(['read_people done']);
    expect((await gate.session(contextName(who))).labels.private.strength).toBe('known');
  });

  it.each([
    ['of a tool that should not have run', { ...use, name: 'send' }],
    ['of a tool nobody knows', { ...use, name: 'other' }],
    ['of a server nobody knows', { ...use, server_name: 'evil' }],
  ])('ends the turn if it is a call %s, and is recorded first', async (_, block) => {
    const { gate } = await open();
    await expect(reportServerTools(gate, who, { content: [block, result] })).rejects.toMatchObject({
      code: 'PROVIDER_RAN_IT',
    });
    expect(await statesOf(gate)).toEqual([`${block.name} done`]);
    expect(await reportServerTools(gate, who, { content: [block] }, { unwanted: 'tell' })).toBe(1);
  });
});
