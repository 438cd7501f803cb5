import type { JsonObject } from '@callgate/core';
import type { Dispatchable, FinishedCall } from '@callgate/gate';
import { agentMessages } from '@callgate/messages/agent';
import type { GatewayConfig } from '../config/gateway-config.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { metaOrEmpty } from '../wire/request-meta.ts';
import { MODEL_KEY, findAdviceRequest } from '../absorb/model-advice-request.ts';
import type { Passage } from '../dispatch/passage.ts';
import { isInputRequired, resultOf, withResult } from './reply.ts';

/** What is done with a result after it was recorded and before it is released. */
export type ResultStage = (
  passage: Passage,
  begun: Dispatchable,
  finished: FinishedCall,
  /** The result as the server gave it. */
  given: JsonObject,
) => Promise<FinishedCall>;

type ResultStageParts = Pick<GatewayParts, 'folder' | 'given' | 'log' | 'models'>;

/** The result goes out all the same where that cannot be told: what others do not know of, they do not read. */
const shareResources =
  ({ given, log }: ResultStageParts): ResultStage =>
  async ({ server, request }, _begun, finished, result) => {
    await given
      .note(server.name, result, request.principal.subject)
      .catch(() => log(server.name, 'RESOURCE_UNTOLD', agentMessages.server.resourcesUntold));
    return finished;
  };

/** What was seen of the server in the call counts for every replica by now; where it cannot be written yet, it is written later. */
const shareSettings =
  ({ folder }: ResultStageParts): ResultStage =>
  async (_passage, _begun, finished) => {
    await folder.save().catch(() => {});
    return finished;
  };

/** Says on a result which model should read it. */
const adviseModel =
  ({ models }: ResultStageParts): ResultStage =>
  async ({ exchange, request, server }, { decision }, finished) => {
    const result = resultOf(finished);
    if (result === undefined || request.kind !== 'tool' || isInputRequired(result)) return finished;
    const { principal, context, authenticated } = request;
    const model = await models.afterCall(
      {
        whose: { principal, context, authenticated },
        call: finished.call,
        server: server.name,
        tool: request.name,
        model: decision.obligations.model,
      },
      findAdviceRequest(exchange.params),
    );
    return model === undefined
      ? finished
      : withResult(finished, { ...result, _meta: { ...metaOrEmpty(result), [MODEL_KEY]: model } });
  };

/** The stages that the configuration wants, in order. */
export const resultStages = (
  parts: ResultStageParts,
  { models }: Pick<GatewayConfig, 'models'>,
): readonly ResultStage[] => [
  ...(parts.folder.isShared ? [shareSettings(parts)] : []),
  ...(parts.given.isShared ? [shareResources(parts)] : []),
  ...(models === undefined ? [] : [adviseModel(parts)]),
];
