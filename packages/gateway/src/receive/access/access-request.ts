import type { Json, JsonObject } from '@callgate/core';
import { display, isJsonObject } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import { z } from 'zod';

const texts = agentMessages.access;

const name = z.string().min(1).max(512);
const names = z.array(name).max(100);
const object = z.custom<JsonObject>(isJsonObject);

const subject = z.strictObject({
  type: name,
  id: name,
  properties: z.strictObject({ groups: names.optional(), roles: names.optional() }).optional(),
});
const resource = z.strictObject({ type: name, id: name, properties: object.optional() });
const action = z.strictObject({ name, properties: object.optional() });
const context = z.strictObject({
  arguments: object.optional(),
  session: z.string().min(1).max(256).optional(),
});

const part = {
  subject: subject.optional(),
  resource: resource.optional(),
  action: action.optional(),
  context: context.optional(),
};

const evaluationSchema = z.strictObject(part);

/** So many questions at once. */
export const MOST_EVALUATIONS = 100;

const evaluationsSchema = z.strictObject({
  ...part,
  evaluations: z.array(z.unknown()).max(MOST_EVALUATIONS).optional(),
  options: z
    .strictObject({
      evaluations_semantic: z
        .enum(['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'])
        .optional(),
    })
    .optional(),
});

type AccessPart = z.infer<typeof evaluationSchema>;

/** One question: whether a subject may do something to a resource now. */
export interface AccessQuestion {
  readonly subject: z.infer<typeof subject>;
  readonly resource: z.infer<typeof resource>;
  readonly action: z.infer<typeof action>;
  readonly context: z.infer<typeof context>;
}

export type EvaluationSemantic = 'execute_all' | 'deny_on_first_deny' | 'permit_on_first_permit';

export interface AccessProblem {
  readonly problem: string;
}

export type ReadAccessRequest =
  | { readonly kind: 'one'; readonly question: AccessQuestion }
  | {
      readonly kind: 'many';
      readonly questions: readonly (AccessQuestion | AccessProblem)[];
      readonly semantic: EvaluationSemantic;
    };

const shapeProblem = ({ issues: [issue] }: z.ZodError): AccessProblem => {
  const at = issue?.path.map(String).join('.') ?? '';
  const words = `${at === '' ? '' : `${at}: `}${issue?.message ?? ''}`;
  return { problem: texts.bodyUnreadable({ problem: display(words, { max: 200 }) }) };
};

const questionOf = (given: AccessPart): AccessQuestion | AccessProblem => {
  const { subject: who, resource: what, action: how, context: more = {} } = given;
  if (who === undefined) return { problem: texts.memberMissing({ member: 'subject' }) };
  if (how === undefined) return { problem: texts.memberMissing({ member: 'action' }) };
  if (what === undefined) return { problem: texts.memberMissing({ member: 'resource' }) };
  return { subject: who, resource: what, action: how, context: more };
};

/** Members of one question stand in place of those above it, whole. */
const merged = (above: AccessPart, written: unknown): AccessQuestion | AccessProblem => {
  const own = evaluationSchema.safeParse(written);
  return own.success ? questionOf({ ...above, ...own.data }) : shapeProblem(own.error);
};

/** What was asked. Unknown members are refused: they might have been meant to narrow the question. */
export const readAccessRequest = (asked: Json, isBatch: boolean): ReadAccessRequest | AccessProblem => {
  const read = (isBatch ? evaluationsSchema : evaluationSchema).safeParse(asked);
  if (!read.success) return shapeProblem(read.error);
  const { evaluations = [], options, ...above } = read.data as z.infer<typeof evaluationsSchema>;
  if (evaluations.length === 0) {
    const question = questionOf(above);
    return 'problem' in question ? question : { kind: 'one', question };
  }
  return {
    kind: 'many',
    questions: evaluations.map((each) => merged(above, each)),
    semantic: options?.evaluations_semantic ?? 'execute_all',
  };
};
