import type { JsonObject, Policy, TracedTool } from '@callgate/core';
import { describeTool, traceTool } from '@callgate/core';
import type { ToolCatalogue } from '@callgate/gate';
import { loadPolicy } from '@callgate/policy';

const READS: JsonObject = {
  readOnlyHint: true,
  openWorldHint: false,
  unsafeOutputHint: false,
  sensitiveDataHint: false,
};
const WRITES: JsonObject = { ...READS, readOnlyHint: false, destructiveHint: false, reversibleHint: true };

const isHarmless = ({
  readOnlyHint,
  openWorldHint,
  sensitiveDataHint,
  unsafeOutputHint,
}: JsonObject): boolean =>
  readOnlyHint === true &&
  openWorldHint === false &&
  sensitiveDataHint === false &&
  unsafeOutputHint === false;

/** One tool for each way a call of the scripted life can go. */
const TOOLS: Readonly<Record<string, JsonObject>> = {
  'office/read_note': READS,
  'office/add_note': WRITES,
  'office/delete_note': { ...WRITES, destructiveHint: true, reversibleHint: false },
  'office/delete_all': { ...WRITES, destructiveHint: true, reversibleHint: false },
  'office/put_key': { ...WRITES, idempotentHint: true },
  'office/flaky': { ...WRITES, idempotentHint: true },
  'office/fails': READS,
  'office/slow': READS,
  'office/crunch': { ...READS, resourceIntensiveHint: true },
  'mail/read_mail': { ...READS, sensitiveDataHint: true, unsafeOutputHint: true },
  'mail/send_mail': { ...WRITES, openWorldHint: true },
  'mail/file_mail': WRITES,
};

/** Tools whose calls may be synced a moment after they were told of. */
export const HARMLESS_READS: ReadonlySet<string> = new Set(
  Object.entries(TOOLS).flatMap(([name, hints]) => (isHarmless(hints) ? [name] : [])),
);

const traced = (server: string, name: string, annotations: JsonObject): TracedTool => {
  const definition: JsonObject = { name, annotations, inputSchema: { type: 'object' } };
  return traceTool(describeTool({ server, trust: 'trusted', definition }), definition, {});
};

export const catalogueOfLife = (): ToolCatalogue => {
  const known = new Map(
    Object.entries(TOOLS).map(([path, annotations]) => {
      const [server = '', name = ''] = path.split('/');
      return [path, traced(server, name, annotations)];
    }),
  );
  return { find: (kind, server, target) => (kind === 'tool' ? known.get(`${server}/${target}`) : undefined) };
};

const POLICY = `
extends: balanced
rules:
  - {id: never, tools: office/delete_all, then: block, reason: nobody deletes everything}
  - {id: again, tools: [office/put_key, office/flaky], retries: 1, reason: it may be tried again}
`;

const load = (): Policy => {
  const loaded = loadPolicy([{ name: 'life.yaml', text: POLICY }]);
  if (loaded.ok) return loaded.policy;
  throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
};

let policy: Policy | undefined;

export const policyOfLife = (): Policy => (policy ??= load());
