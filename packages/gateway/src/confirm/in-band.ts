import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { People, Question } from '@callgate/gate';
import { questionText } from '@callgate/gate';
import type { ClientRule } from '../config/config.ts';
import type { Client } from '../receive/exchange.ts';

/** Longer questions do not fit where clients show them: they are for the inbox. */
const MAX_QUESTION = 16_000;

/** The one name under which we ask in an `input_required` result. */
export const APPROVAL_INPUT = 'dev.callgate/approval';

/** Whether the client shows forms to its person. */
const showsForms = ({ capabilities }: Client): boolean => {
  const elicitation = own(capabilities, 'elicitation');
  if (elicitation === undefined || !isJsonObject(elicitation)) return false;
  return Object.hasOwn(elicitation, 'form') || !Object.hasOwn(elicitation, 'url');
};

export const ruleFor = (rules: readonly ClientRule[], { info }: Client): ClientRule | undefined => {
  const name = info === null ? undefined : own(info, 'name');
  return rules.find((rule) => rule.name === name);
};

/**
 * Whose word it is that comes over the agent's own connection: the local user's where there is one user, otherwise the
 * principal's, and only for clients the operator listed. Undefined: nobody's.
 */
export const inBandVoter = (
  client: Client,
  people: People,
  rules: readonly ClientRule[],
): string | undefined => {
  if (!showsForms(client)) return undefined;
  const { subject, kind, delegation } = client.principal;
  // whoever acts for another has no voice of theirs
  if (kind !== 'human' || delegation.length > 0) return undefined;
  const isPerson = people.all.some((person) => person.active && person.subject === subject);
  if (!isPerson) return undefined;
  const single = people.selfApproval && people.all.length === 1;
  return single || ruleFor(rules, client)?.answersInBand === true ? subject : undefined;
};

const FORM: JsonObject = {
  type: 'object',
  properties: {
    decision: {
      type: 'string',
      title: 'Decision',
      description: 'Whether this one call may run',
      enum: ['approve', 'refuse'],
      enumNames: ['Run it once', 'Do not run it'],
    },
    reason: { type: 'string', title: 'Reason', description: 'Told to the agent and kept in the record' },
  },
  required: ['decision'],
};

/** What the client shows; undefined where the whole arguments would not fit. */
export const approvalForm = (question: Question): JsonObject | undefined => {
  const message = questionText(question, { open: true });
  return message.length > MAX_QUESTION ? undefined : { message, requestedSchema: FORM };
};

export interface Word {
  readonly verdict: 'approve' | 'refuse';
  readonly reason?: string;
}

const MAX_REASON = 2000;

/** Reads what a client brought back. Whatever is not plainly an answer is none. */
export const readWord = (answer: Json | undefined): Word | undefined => {
  if (answer === undefined || !isJsonObject(answer)) return undefined;
  const action = own(answer, 'action');
  if (action === 'decline') return { verdict: 'refuse' };
  const content = own(answer, 'content');
  if (action !== 'accept' || content === undefined || !isJsonObject(content)) return undefined;
  const decision = own(content, 'decision');
  const reason = own(content, 'reason');
  if (decision !== 'approve' && decision !== 'refuse') return undefined;
  return typeof reason === 'string' && reason.trim() !== ''
    ? { verdict: decision, reason: reason.slice(0, MAX_REASON) }
    : { verdict: decision };
};
