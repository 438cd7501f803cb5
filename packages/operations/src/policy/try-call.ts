import type { DecisionInput, Json, JsonObject, Policy, ToolInput } from '@callgate/core';
import {
  CallgateError,
  LOCAL_PRINCIPAL,
  UNTRACED_ORIGINS,
  decide,
  describeTool,
  display,
  isJsonObject,
} from '@callgate/core';
import type { Moment } from '@callgate/core/decide';
import { findAutoConditions, describeHours, describeObligations, emptyHistory } from '@callgate/core/decide';
import type { Origins } from '@callgate/core/label';
import { parseStrict, receiveArguments } from '@callgate/core/receive';
import { policyErrors } from '@callgate/messages/errors/policy';
import { toolErrors } from '@callgate/messages/errors/tool';
import type { TrialResult, TrialCall } from '../api/policy.ts';
import type { KnownServer } from '../tools/known-servers.ts';
import { summaryOf } from './rules-view.ts';

const objectIn = (what: 'arguments' | 'tool', text: string): JsonObject => {
  let value: Json;
  try {
    value = parseStrict(text.trim() === '' ? '{}' : text);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    throw new CallgateError(policyErrors.tryUnreadable({ what, cause: error.message }));
  }
  if (isJsonObject(value)) return value;
  throw new CallgateError(policyErrors.tryNotObject({ what }));
};

const ORIGINS: Readonly<Record<TrialCall['proven'], Origins>> = {
  yes: { ...UNTRACED_ORIGINS, proven: 'yes', destination: 'yes' },
  no: { ...UNTRACED_ORIGINS, proven: 'no', destination: 'no' },
  unknown: UNTRACED_ORIGINS,
};

const toolFor = (servers: readonly KnownServer[], wanted: TrialCall['tool']): ToolInput => {
  if (wanted.kind === 'described')
    return describeTool({
      server: wanted.server,
      trust: wanted.trust,
      definition: objectIn('tool', wanted.definition),
    });
  for (const { server, identity, tools } of servers) {
    if (server !== wanted.server || identity !== (wanted.identity ?? identity)) continue;
    const found = tools.find(({ name }) => name === wanted.name);
    if (found !== undefined) return found.traced().tool;
  }
  throw new CallgateError(
    toolErrors.unknownToTry({
      server: display(wanted.server, { max: 80 }),
      tool: display(wanted.name, { max: 80 }),
    }),
  );
};

/** What would happen, and why. Nothing is recorded, and no session is touched. */
export const tryCall = (
  servers: readonly KnownServer[],
  policy: Policy,
  wanted: TrialCall,
  time: Moment,
): TrialResult => {
  const tool = toolFor(servers, wanted.tool);
  const input: DecisionInput = {
    v: 1,
    tool,
    labels: wanted.labels,
    words: wanted.words,
    origins: ORIGINS[wanted.proven],
    principal: { ...LOCAL_PRINCIPAL, ...wanted.principal },
    args: receiveArguments(objectIn('arguments', wanted.arguments)).arguments,
    time,
    ...emptyHistory(policy),
    policy: policy.revision,
  };
  const decision = decide(policy, input);
  return {
    server: tool.server.name,
    tool: tool.name,
    trust: tool.server.trust,
    policy: summaryOf(policy),
    decision,
    obligations: [
      ...describeHours(decision.obligations.hours, time),
      ...describeObligations(decision.obligations),
    ],
    claims: tool.claims.answers.map(({ hint, answer, home, key }) => ({
      hint,
      says: answer,
      where: `${home}.${key}`,
    })),
    autoIf: findAutoConditions(policy, input),
  };
};
