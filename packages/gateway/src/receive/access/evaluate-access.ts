import type { Json, JsonObject, Principal } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { describeObligations } from '@callgate/core/decide';
import { digest } from '@callgate/core/receive';
import type { DecisionPreview } from '@callgate/gate';
import { isInHours } from '@callgate/gate/host';
import type { AccessEvaluation } from '@callgate/gate/record';
import { agentMessages } from '@callgate/messages/agent';
import { errorSentences } from '@callgate/messages/text/error-text';
import type { GatewayParts } from '../gateway-parts.ts';
import type { AccessReply, Caller } from '../../wire/exchange.ts';
import type { AccessProblem, AccessQuestion } from './access-request.ts';
import { readAccessRequest } from './access-request.ts';

const texts = agentMessages.access;

const ACTION = 'call';
const TYPE = 'tool';

/** An answer, and the row it leaves; none where nothing was asked that could be decided about. */
interface AccessAnswer {
  readonly decision: boolean;
  readonly context: JsonObject;
  readonly row: AccessEvaluation | null;
}

type AccessParts = Pick<GatewayParts, 'gate' | 'clock' | 'catalogue' | 'config' | 'ready'>;

const refusedAnswer = (
  status: number,
  code: string,
  message: string,
  row: AccessAnswer['row'],
): AccessAnswer => ({
  decision: false,
  context: { error: { status, code, message }, reason_user: { en: message } },
  row,
});

const principalOf = ({ subject: { type, id, properties = {} } }: AccessQuestion, caller: Caller): Principal =>
  id === caller.principal.subject
    ? caller.principal
    : {
        subject: id,
        kind: type === 'service' ? 'service' : 'human',
        groups: properties.groups ?? [],
        roles: properties.roles ?? [],
        delegation: [caller.principal.subject],
      };

interface AskedTool {
  readonly server: string;
  readonly name: string;
}

/** A tool that the principal is shown: what is hidden or disabled is not there. */
const findTool = (
  { catalogue }: AccessParts,
  { resource }: AccessQuestion,
  principal: Principal,
): AskedTool | undefined => {
  if (resource.type !== TYPE) return undefined;
  const view = catalogue.viewFor(principal);
  for (const { name } of view.tools) {
    const target = typeof name === 'string' ? view.tool(name) : undefined;
    if (target !== undefined && `${target.server}/${target.name}` === resource.id)
      return { server: target.server, name: target.name };
  }
  return undefined;
};

const plain = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

const decidedContext = ({ decision }: DecisionPreview, isOpen: boolean): JsonObject => {
  const { outcome, mode, policy, rules, reasons, obligations } = decision;
  const told = isOpen ? reasons : [...reasons, texts.outsideHours];
  return {
    outcome,
    mode,
    policy,
    rules: rules.map(({ id, outcome: of }) => ({ id, outcome: of })),
    reasons: [...told],
    reason_user: { en: told.join('. ') },
    reason_admin: { en: rules.map(({ id }) => id).join(', ') },
    obligations: plain(obligations),
    requirements: [...describeObligations(obligations)],
  };
};

const answer = async (
  parts: AccessParts,
  caller: Caller,
  question: AccessQuestion,
): Promise<AccessAnswer> => {
  const { gate, clock, config } = parts;
  const { subject, resource, action, context } = question;
  const { arguments: args = {}, session } = context;
  const principal = principalOf(question, caller);
  const row = {
    asker: caller.principal.subject,
    subject: subject.id,
    resource: display(resource.id, { max: 300 }),
    action: display(action.name, { max: 100 }),
    session: session === undefined ? null : display(session, { max: 256 }),
    argumentsDigest: digest('arguments', args),
    policy: gate.policy.revision,
    decision: false,
    outcome: null,
    rules: [],
  };
  const refused = (status: number, code: string, message: string): AccessAnswer =>
    refusedAnswer(status, code, message, { ...row, code });
  const askers = config().http?.authzen?.askers ?? [];
  if (subject.id !== caller.principal.subject && !askers.includes(caller.principal.subject))
    return refused(403, 'ACCESS_SUBJECT', texts.notAboutOthers);
  if (action.name !== ACTION) return refused(404, 'ACCESS_ACTION', texts.actionUnknown);
  const tool = findTool(parts, question, principal);
  if (tool === undefined) return refused(404, 'ACCESS_RESOURCE', texts.resourceUnknown);
  try {
    const preview = await gate.decide({
      kind: 'tool',
      ...tool,
      arguments: args,
      principal,
      context: session ?? `access:${principal.subject}`,
      // a session that another program names is judged with all that its principal has touched
      authenticated: false,
      runsElsewhere: true,
    });
    const { decision } = preview;
    const at = clock.now();
    const isOpen = isInHours(decision.obligations.hours, { at, offsetMinutes: clock.offsetMinutes(at) });
    const isAllowed = decision.outcome === 'auto' && isOpen;
    return {
      decision: isAllowed,
      context: decidedContext(preview, isOpen),
      row: {
        ...row,
        decision: isAllowed,
        outcome: decision.outcome,
        rules: decision.rules.map(({ id }) => id),
        code: null,
      },
    };
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return refused(422, error.code, display(errorSentences(error), { max: 500 }));
  }
};

const answerOrProblem = (
  parts: AccessParts,
  caller: Caller,
  question: AccessQuestion | AccessProblem,
): Promise<AccessAnswer> =>
  'problem' in question
    ? Promise.resolve(refusedAnswer(400, 'ACCESS_REQUEST', question.problem, null))
    : answer(parts, caller, question);

const shown = ({ decision, context }: AccessAnswer): JsonObject => ({ decision, context });

const answerAll = async (
  parts: AccessParts,
  caller: Caller,
  questions: readonly (AccessQuestion | AccessProblem)[],
  endsAt: boolean | undefined,
): Promise<readonly AccessAnswer[]> => {
  const answers: AccessAnswer[] = [];
  for (const question of questions) {
    const found = await answerOrProblem(parts, caller, question);
    answers.push(found);
    if (found.decision === endsAt) break;
  }
  return answers;
};

/** Decides for a program that lets calls out by itself. Every answer is recorded before it is given; nothing is let out. */
export const evaluateAccess = async (
  parts: AccessParts,
  caller: Caller,
  asked: Json,
  isBatch: boolean,
): Promise<AccessReply> => {
  const read = readAccessRequest(asked, isBatch);
  if ('problem' in read)
    return { type: 'refused', status: 400, reason: 'ACCESS_REQUEST', message: read.problem };
  await parts.ready;
  const endsAt =
    read.kind === 'one' || read.semantic === 'execute_all'
      ? undefined
      : read.semantic === 'permit_on_first_permit';
  const questions = read.kind === 'one' ? [read.question] : read.questions;
  const answers = await answerAll(parts, caller, questions, endsAt);
  await parts.gate.evaluated(answers.flatMap(({ row }) => row ?? []));
  const [first] = answers;
  if (read.kind === 'many') return { type: 'decided', answer: { evaluations: answers.map(shown) } };
  return { type: 'decided', answer: first === undefined ? { decision: false } : shown(first) };
};
