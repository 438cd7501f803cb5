import type { JsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';
import { digestText } from '@callgate/core/receive';
import type { ApprovalRequest } from '../approval-channel.ts';

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** A name that cannot say anything, or else its digest. */
const nameOf = (text: string): string => (NAME.test(text) ? text : digestText('name', text));
const digestOf = (text: string): string => (DIGEST.test(text) ? text : digestText('name', text));

const linkTo = (base: string, call: string): string =>
  new URL(`calls/${encodeURIComponent(nameOf(call))}`, base.endsWith('/') ? base : `${base}/`).href;

/**
 * What a webhook is told: ids, names, counts and digests. No text in it is anybody’s but the operator’s, so that no
 * message made from it can speak for Callgate.
 */
export const makeWebhookBody = (question: ApprovalRequest, consoleUrl: string | undefined): string => {
  const { decision, labels } = question;
  const { approvers, terms } = decision.obligations;
  const body: JsonObject = {
    v: 1,
    event: 'held',
    call: nameOf(question.call),
    principal: digestText('name', question.principal),
    delegation: question.delegation.map((name) => digestText('name', name)),
    context: digestText('name', question.context),
    server: nameOf(question.server),
    tool: nameOf(question.target),
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
      people: Math.max(1, ...approvers.map(({ count }) => count)),
      unproven: question.origins.unproven.length,
    },
    askedAt: question.askedAt,
    expiresAt: question.expiresAt,
    selfApproval: question.selfApproval,
    again: question.twin !== null,
    ...(consoleUrl === undefined ? {} : { link: linkTo(consoleUrl, question.call) }),
  };
  return canonical(body);
};
