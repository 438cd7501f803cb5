import type { JsonObject, Policy, TracedTool, TrustLevel } from '@callgate/core';
import { LOCAL_PRINCIPAL, describeTool, traceTool } from '@callgate/core';
import type { CallRequest, ToolCatalogue } from '@callgate/gate';
import { loadPolicy } from '@callgate/policy';

interface ControlOfficeTool {
  readonly name: string;
  readonly annotations: JsonObject;
  readonly roles?: JsonObject;
  readonly trust?: TrustLevel;
}

const READS: JsonObject = {
  readOnlyHint: true,
  openWorldHint: false,
  unsafeOutputHint: false,
  sensitiveDataHint: false,
};
const WRITES: JsonObject = { ...READS, readOnlyHint: false, destructiveHint: false };

/** One tool for each way a decision can go under the shipped presets. */
const TOOLS: readonly ControlOfficeTool[] = [
  { name: 'read_note', annotations: READS },
  { name: 'read_mail', annotations: { ...READS, unsafeOutputHint: true, sensitiveDataHint: true } },
  { name: 'add_note', annotations: { ...WRITES, reversibleHint: true } },
  { name: 'delete_note', annotations: { ...WRITES, destructiveHint: true }, roles: { id: 'object' } },
  {
    name: 'send_mail',
    annotations: { ...WRITES, openWorldHint: true },
    roles: { to: 'destination', body: 'payload' },
  },
  {
    name: 'open_vault',
    annotations: { ...WRITES, sensitiveDataHint: true, privilegedAccessHint: true },
    roles: { password: 'payload' },
  },
  { name: 'search_web', annotations: { ...READS, openWorldHint: true } },
  { name: 'summarise', annotations: { ...READS, aiProcessingHint: true } },
  { name: 'mystery', annotations: {}, trust: 'untrusted' },
];

const traced = ({ name, annotations, roles = {}, trust = 'trusted' }: ControlOfficeTool): TracedTool => {
  const properties = Object.fromEntries(Object.keys(roles).map((role) => [role, { type: 'string' }]));
  const definition: JsonObject = {
    name,
    annotations,
    inputSchema: { type: 'object', properties },
    _meta: { 'dev.callgate/arguments': roles },
  };
  return traceTool(describeTool({ server: 'office', trust, definition }), definition, {});
};

export const catalogueOf = (): ToolCatalogue => {
  const known = new Map(TOOLS.map((tool) => [tool.name, traced(tool)]));
  return {
    find: (kind, server, target) => (kind === 'tool' && server === 'office' ? known.get(target) : undefined),
  };
};

export const policyText = (text: string): Policy => {
  const loaded = loadPolicy([{ name: 'test.yaml', text }]);
  if (loaded.ok) return loaded.policy;
  throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
};

/** Passwords are secret, and whoever reads the record needs the keys for them. */
export const REDACTING =
  'extends: balanced\nrules:\n  - {id: passwords, tools: office/open_vault, redact: password, reason: passwords are secret}\n';

export const call = (name: string, args: JsonObject = {}, more: Partial<CallRequest> = {}): CallRequest =>
  ({
    kind: 'tool',
    server: 'office',
    name,
    arguments: args,
    principal: LOCAL_PRINCIPAL,
    context: 'c1',
    authenticated: true,
    ...more,
  }) as CallRequest;
