import type { JsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';
import { digestText } from '@callgate/core/receive';
import type { ApprovalRequest } from '../approval-channel.ts';
import { countApprovers, harmlessName, linkToCall } from './message-parts.ts';

const DIGEST = /^sha256:[0-9a-f]{64}$/;

const digestOf = (text: string): string => (DIGEST.test(text) ? text : digestText('name', text));

/**
 * What a webhook is told: ids, names, counts and digests. No text in it is anybody’s but the operator’s, so that no
 * message made from it can speak for Callgate.
 */
export const makeWebhookBody = (question: ApprovalRequest, consoleUrl: string | undefined): string => {
  const { decision, labels } = question;
  const { terms } = decision.obligations;
  const body: JsonObject = {
    v: 1,
    event: 'held',
    call: harmlessName(question.call),
    principal: digestText('name', question.principal),
    delegation: question.delegation.map((name) => digestText('name', name)),
    context: digestText('name', question.context),
    server: harmlessName(question.server),
    tool: harmlessName(question.target),
    definition: digestOf(question.definition),
    arguments: digestOf(question.argumentsDigest),
    binding: digestOf(question.binding),
    policy: digestOf(decision.policy),
    outcome: decision.outcome,
    terms,
    labels: { private: labels.private, untrusted: labels.untrusted },
    counts: {
      rules: decision.rules.length,
      reasons: decision.reasons.length,
      people: countApprovers(question),
      unproven: question.origins.unproven.length,
    },
    askedAt: question.askedAt,
    expiresAt: question.expiresAt,
    selfApproval: question.selfApproval,
    again: question.twin !== null,
    ...(consoleUrl === undefined ? {} : { link: linkToCall(consoleUrl, question.call) }),
  };
  return canonical(body);
};
