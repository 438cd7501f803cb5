import { setImmediate } from 'node:timers/promises';
import type { Policy, ToolInput } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { Moment } from '@callgate/core/decide';
import type { Clock } from '@callgate/gate';
import { policyErrors } from '@callgate/messages/errors/policy';
import { PRESET_NAMES, loadPolicy, presetText } from '@callgate/policy';
import { z } from 'zod';
import type { Operations, OperationRole } from '../api/operation.ts';
import type {
  ActivateParams,
  CheckedPolicy,
  LayerText,
  PolicyApi,
  PolicySummary,
  RollbackParams,
  RulesView,
  TrialCall,
} from '../api/policy.ts';
import { MAX_COMPARED_CALLS } from '../api/policy.ts';
import type { OperationParts, PolicyStore } from '../operation-parts.ts';
import { defineChange, defineRead } from '../operation-table.ts';
import { compareHintsInTurns } from './compare-hints.ts';
import { countLoosened } from './compare-policies.ts';
import type { StoredComparison } from './comparisons.ts';
import { Comparisons } from './comparisons.ts';
import { diffPolicies } from './diff-policies.ts';
import { editorOperations } from './editor-operations.ts';
import { historyOperations, readPolicyRevision } from './history-operations.ts';
import { shadowOperations } from './shadow-operations.ts';
import { listServerTools, toolChoice } from './server-tools.ts';
import { layersSchema } from './layers-schema.ts';
import { layersDigest, loadLayeredPolicy } from './load-layered-policy.ts';
import { findingOf, rulesView, summaryOf } from './rules-view.ts';
import type { ToolsSource } from '../tools/tools-operations.ts';
import { tryCall } from './try-call.ts';

const nothing = z.strictObject({});
const nameSchema = z.string().min(1).max(1024);
const trust = z.enum(['untrusted', 'trusted', 'owned']);
const strength = z.enum(['none', 'possible', 'known']);
const comparisonSchema = z.string().min(1).max(100);

const trialSchema: z.ZodType<TrialCall> = z.strictObject({
  tool: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('known'),
      server: nameSchema,
      identity: nameSchema.optional(),
      name: nameSchema,
    }),
    z.strictObject({
      kind: z.literal('described'),
      server: nameSchema,
      trust,
      definition: z.string().max(500_000),
    }),
  ]),
  arguments: z.string().max(500_000),
  labels: z.strictObject({ private: strength, untrusted: strength }),
  words: z.boolean(),
  proven: z.enum(['yes', 'no', 'unknown']),
  principal: z.strictObject({ subject: nameSchema, groups: z.array(nameSchema).max(100) }),
  layers: layersSchema.optional(),
});

const DAY_MS = 86_400_000;

/** Characters. What is longer takes a while, during which calls of agents wait. */
const MOST_OF_VIEWERS = 20_000;

const sizeOf = ({ tool, arguments: args }: TrialCall): number =>
  args.length + (tool.kind === 'described' ? tool.definition.length : 0);

const tooLarge = (): CallgateError => new CallgateError(policyErrors.tryTooLarge({ max: MOST_OF_VIEWERS }));

const plainLayers = (layers: readonly LayerText[]): readonly LayerText[] =>
  layers.map(({ name, text }) => ({ name, text }));

/** What calls are judged by, also where no gateway runs. */
export const effectivePolicyOperations = (
  policy: () => Policy,
  tools: () => readonly ToolInput[],
  policies: Pick<PolicyStore, 'layers' | 'configured' | 'activated'>,
  clock: Pick<Clock, 'now'>,
): Operations<Pick<PolicyApi, 'policy.effective'>> => {
  /** Looking for what is wrong with many rules takes a while, and pages ask often. */
  let shown: { readonly key: string; readonly view: Promise<RulesView> } | undefined;
  return {
    'policy.effective': defineRead('viewer', nothing, async () => {
      const known = tools();
      const now = clock.now();
      const used = policy();
      const key = [
        used.revision,
        Math.floor(now / DAY_MS),
        ...known.map(({ definition }) => definition),
      ].join(' ');
      // where no tool was seen yet, every rule would be about none
      if (shown?.key !== key)
        shown = { key, view: rulesView(used, known.length === 0 ? undefined : known, now) };
      return {
        ...(await shown.view),
        layers: plainLayers(policies.layers),
        configured: plainLayers(policies.configured),
        activated: policies.activated,
      };
    }),
  };
};

export const policyOperations = (
  parts: OperationParts,
  source: Pick<ToolsSource, 'servers'>,
): Operations<PolicyApi> => {
  const { gateway, policies, clock } = parts;
  const comparisons = new Comparisons(parts);

  /** Tries come one after the other, with a turn for everybody else in between. */
  let turn: Promise<unknown> = Promise.resolve();

  const tools = (): ReturnType<typeof listServerTools> => listServerTools(gateway.catalogue);
  const inputs = (): readonly ToolInput[] => tools().map(({ traced }) => traced.tool);
  const moment = (): Moment => {
    const at = clock.now();
    return { at, offsetMinutes: clock.offsetMinutes(at) };
  };

  const check = async (layers: readonly LayerText[]): Promise<CheckedPolicy> => {
    const loaded = loadPolicy(layers);
    if (!loaded.ok) return { ok: false, findings: loaded.problems.map(findingOf) };
    const view = await rulesView(loaded.policy, inputs(), clock.now());
    return { ok: true, digest: layersDigest(layers), ...view };
  };

  const policyFor = (layers: readonly LayerText[] | undefined, role: OperationRole): Policy => {
    if (layers === undefined) return gateway.gate.policy;
    if (role === 'operator') return loadLayeredPolicy(layers);
    throw new CallgateError(policyErrors.tryForbidden());
  };

  const putInForce = async (
    { comparison, reason }: Pick<ActivateParams, 'comparison' | 'reason'>,
    { view, layers, policy }: StoredComparison,
    subject: string,
  ): Promise<PolicySummary> => {
    await comparisons.spend(comparison);
    const base = view.base.revision;
    if (view.target === 'configuration')
      await policies.restore(subject, reason, { base, target: policy.revision });
    else await policies.activate(layers, policy, subject, reason, base);
    parts.tell({ type: 'changed', what: 'policy' });
    return summaryOf(gateway.gate.policy);
  };

  const activate = async (params: ActivateParams, subject: string): Promise<PolicySummary> => {
    const compared = await comparisons.look(params.comparison, params.digest);
    if (countLoosened(compared.result) !== params.loosened)
      throw new CallgateError(policyErrors.loosenedNotShown());
    return await putInForce(params, compared, subject);
  };

  const rollBack = async (params: RollbackParams, subject: string): Promise<PolicySummary> => {
    const layers = await readPolicyRevision(gateway.gate.desk.read, parts.keys.publicKey, params.number);
    const compared = await comparisons.look(params.comparison, params.digest);
    if (layersDigest(layers) !== params.digest) throw new CallgateError(policyErrors.otherText());
    const { policy: before } = gateway.gate;
    const { policy, result, view } = compared;
    if (policy.revision === before.revision) throw new CallgateError(policyErrors.revisionActive());
    if (!params.allowLoosening) {
      // recorded calls show only what was met
      const hints = await compareHintsInTurns(before, policy, moment(), () => setImmediate());
      const { isLoosened, isUnsure } = diffPolicies(before, policy, hints, result);
      if (isLoosened || isUnsure) throw new CallgateError(policyErrors.loosens());
    }
    const isConfigured = params.digest === layersDigest(policies.configured);
    const target = isConfigured ? 'configuration' : view.target;
    return await putInForce(params, { ...compared, view: { ...view, target } }, subject);
  };

  return {
    ...effectivePolicyOperations(() => gateway.gate.policy, inputs, policies, clock),
    ...shadowOperations(gateway.gate.desk.read, () => gateway.gate.shadow),
    ...historyOperations(gateway.gate.desk.read, parts.keys.publicKey),
    ...editorOperations({
      clock,
      active: () => gateway.gate.policy,
      tools: () => tools().map(({ traced }) => traced),
      store: policies,
      moment,
    }),
    'policy.tools': defineRead('viewer', nothing, () => Promise.resolve(tools().map(toolChoice))),
    'policy.presets': defineRead('viewer', nothing, () =>
      Promise.resolve(
        PRESET_NAMES.filter((name) => name !== 'duties').map((name) => ({ name, text: presetText(name) })),
      ),
    ),
    'policy.check': defineChange('operator', z.strictObject({ layers: layersSchema }), ({ layers }) =>
      check(layers),
    ),
    'policy.try': defineChange('viewer', trialSchema, (params, { role }) => {
      if (role === 'viewer' && sizeOf(params) > MOST_OF_VIEWERS) return Promise.reject(tooLarge());
      const tried = turn.then(async () => {
        await setImmediate();
        return tryCall(source.servers, policyFor(params.layers, role), params, moment());
      });
      turn = tried.catch(() => {});
      return tried;
    }),
    'policy.compare': defineChange(
      'operator',
      z.strictObject({ layers: layersSchema.nullable(), calls: z.int().min(1).max(MAX_COMPARED_CALLS) }),
      ({ layers, calls }, { subject }) => comparisons.start(layers, calls, subject),
    ),
    'policy.comparison': defineRead(
      'operator',
      z.strictObject({ comparison: comparisonSchema }),
      ({ comparison }) => comparisons.view(comparison),
    ),
    'policy.stop': defineChange(
      'operator',
      z.strictObject({ comparison: comparisonSchema }),
      ({ comparison }) => comparisons.stop(comparison),
    ),
    'policy.activate': defineChange(
      'operator',
      z.strictObject({
        comparison: comparisonSchema,
        digest: nameSchema,
        reason: z.string().trim().min(1).max(2000),
        loosened: z.int().min(0),
      }),
      (params, { subject }) => activate(params, subject),
    ),
    'policy.rollback': defineChange(
      'operator',
      z.strictObject({
        number: z.int().min(1),
        comparison: comparisonSchema,
        digest: nameSchema,
        reason: z.string().trim().min(1).max(2000),
        allowLoosening: z.boolean(),
      }),
      (params, { subject }) => rollBack(params, subject),
    ),
  };
};
