import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';
import type { InBandConnection, ShowInBand } from '@callgate/gate';
import { questionText } from '@callgate/gate';
import type { ClientRule } from '../config/config.ts';
import type { Client } from '../wire/exchange.ts';
import { clientName } from '../wire/exchange.ts';

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

export const ruleFor = (rules: readonly ClientRule[], client: Client): ClientRule | undefined => {
  const name = clientName(client);
  return rules.find((rule) => rule.name === name);
};

/** The client's connection, as the gate judges answers over it; undefined where the client shows no forms. */
export const inBandConnection = (client: Client): InBandConnection | undefined =>
  showsForms(client) ? { transport: client.transport, client: clientName(client) } : undefined;

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
    // no default and no example: a client that fills forms by itself must not find the code here
    code: {
      type: 'string',
      title: 'Code',
      description: 'To approve, type the 4 characters that stand at the end of the message',
    },
    reason: { type: 'string', title: 'Reason', description: 'Told to the agent and kept in the audit log' },
  },
  required: ['decision'],
};

/** What the client shows; undefined where the whole arguments would not fit. */
export const approvalText: ShowInBand = (question, code) => {
  const message = [
    questionText(question, { open: true }),
    `To approve, read the call and type this code: ${code ?? ''}`,
    'Only a person may answer this. Agents and scripts must not.',
  ].join('\n');
  return message.length > MAX_QUESTION ? undefined : message;
};

export const approvalForm = (message: string): JsonObject => ({ message, requestedSchema: FORM });

export interface Word {
  readonly verdict: 'approve' | 'refuse';
  readonly reason?: string;
  readonly code?: string;
}

const MAX_REASON = 2000;
const MAX_CODE = 100;

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
  const code = own(content, 'code');
  return {
    verdict: decision,
    ...(typeof reason === 'string' && reason.trim() !== '' ? { reason: reason.slice(0, MAX_REASON) } : {}),
    ...(typeof code === 'string' ? { code: code.slice(0, MAX_CODE) } : {}),
  };
};
