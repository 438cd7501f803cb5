import { LABEL_STRENGTHS } from '@callgate/core/label';
import { policyTestMessages } from '@callgate/messages/cli/policy-tests';
import { fileShapeMessages } from '@callgate/messages/file-shape';
import { expectedObligationsSchema } from '@callgate/policy';
import { z } from 'zod';
import { trustSchema } from '../catalogue/catalogue-schema.ts';

const { schema: texts } = policyTestMessages;
const { examples } = fileShapeMessages;

const outcome = z.enum(['auto', 'confirm', 'block']);
const name = z
  .string()
  .min(1)
  .describe(texts.name)
  .meta({ examples: [examples.test] });
const call = z
  .string()
  .regex(/^[^/]+\/.+$/s, texts.callShape)
  .describe(texts.call)
  .meta({ examples: ['bank/pay_invoice'] });
const args = z
  .record(z.string(), z.json())
  .describe(texts.args)
  .meta({ examples: [{ amount: 999 }] });
const strength = z.enum(LABEL_STRENGTHS);
const at = z.iso
  .datetime({ offset: true })
  .describe(texts.at)
  .meta({ examples: ['2027-01-04T23:00:00+01:00'] });
const ids = z.union([z.string().min(1), z.array(z.string().min(1))]);

const session = z
  .looseObject({
    private: z.json().optional().describe(texts.private),
    untrusted: z.json().optional().describe(texts.untrusted),
    words: z.boolean().optional().describe(texts.words),
    origins: z.json().optional().describe(texts.origins),
  })
  .describe(texts.session);

const history = z
  .record(z.string(), z.union([z.number().min(0), z.boolean()]))
  .describe(texts.history)
  .meta({ examples: [{ 'count("reports/*", "1m", "server")': 9 }] });
const principal = z
  .union([
    z.string().min(1),
    z.strictObject({
      subject: z
        .string()
        .min(1)
        .describe(texts.subject)
        .meta({ examples: ['ada'] }),
      kind: z.enum(['human', 'service']).optional().describe(texts.principalKind),
      groups: z
        .array(z.string())
        .optional()
        .describe(texts.groups)
        .meta({ examples: [['finance']] }),
      roles: z
        .array(z.string())
        .optional()
        .describe(texts.roles)
        .meta({ examples: [['admin']] }),
      delegation: z
        .array(z.string())
        .optional()
        .describe(texts.delegation)
        .meta({ examples: [['ada']] }),
    }),
  ])
  .describe(texts.principal)
  .meta({ examples: ['ada', { subject: 'ada', groups: ['finance'] }] });

const hints = z
  .record(z.string(), z.union([z.enum(['yes', 'no']), z.boolean()]))
  .describe(texts.hints)
  .meta({ examples: [{ readOnly: 'yes' }] });

/** What must come out. */
const expected = {
  expect: outcome.optional().describe(texts.expect),
  rules: ids
    .optional()
    .describe(texts.rules)
    .meta({ examples: ['large-payments'] }),
  notRules: ids
    .optional()
    .describe(texts.notRules)
    .meta({ examples: ['large-payments'] }),
  withinHours: z.boolean().optional().describe(texts.withinHours),
  obligations: expectedObligationsSchema.optional(),
};

const rowSchema = z.strictObject({
  name: name.optional(),
  call: call.optional(),
  hints: hints.optional(),
  trust: trustSchema.optional().describe(texts.trust),
  disclosure: z
    .string()
    .min(1)
    .optional()
    .describe(texts.disclosure)
    .meta({ examples: ['bank/pay_invoice'] }),
  args: args.optional(),
  session: session.optional(),
  history: history.optional(),
  principal: principal.optional(),
  at: at.optional(),
  ...expected,
});

const caseSchema = rowSchema.extend({
  call,
  rows: z.array(rowSchema).min(1).optional().describe(texts.rows),
});

const callStep = z.strictObject({
  call,
  args: args.optional(),
  at: at.optional(),
  ...expected,
  labels: z
    .strictObject({
      private: strength.optional().describe(texts.private),
      untrusted: strength.optional().describe(texts.untrusted),
    })
    .optional()
    .describe(texts.labels),
  answer: z.enum(['approve', 'deny']).optional().describe(texts.answer),
  result: z
    .union([z.string(), z.record(z.string(), z.json())])
    .optional()
    .describe(texts.result)
    .meta({ examples: ['paid'] }),
});

const stepSchema = z.union([
  callStep,
  z.strictObject({
    user: z
      .string()
      .describe(texts.user)
      .meta({ examples: [examples.user] }),
  }),
  z.strictObject({
    assistant: z
      .string()
      .describe(texts.assistant)
      .meta({ examples: [examples.assistant] }),
  }),
  z.strictObject({
    task: z
      .string()
      .describe(texts.task)
      .meta({ examples: [examples.task] }),
    vouched: z.boolean().optional().describe(texts.vouched),
  }),
  z.strictObject({ end: z.literal(true).describe(texts.end) }),
  z.strictObject({ declassify: z.enum(['private', 'untrusted']).describe(texts.declassify) }),
]);

const traceSchema = z.strictObject({
  name,
  principal: principal.optional(),
  at: at.optional(),
  steps: z.array(stepSchema).min(1).describe(texts.steps),
});

const cataloguePath = z.union([
  z.string().min(1),
  z.strictObject({
    file: z
      .string()
      .min(1)
      .describe(texts.catalogueFile)
      .meta({ examples: ['catalogue.json'] }),
    server: z
      .string()
      .min(1)
      .optional()
      .describe(texts.catalogueServer)
      .meta({ examples: ['bank'] }),
    trust: trustSchema.optional().describe(texts.catalogueTrust),
  }),
]);

const fileSchema = z
  .strictObject({
    policy: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
      .optional()
      .describe(texts.policy)
      .meta({ examples: ['our-team.yaml', ['balanced', 'our-team.yaml']] }),
    catalogue: z
      .union([cataloguePath, z.array(cataloguePath).min(1)])
      .optional()
      .describe(texts.catalogue)
      .meta({ examples: ['catalogue.json'] }),
    servers: z
      .array(
        z.looseObject({
          name: z
            .string()
            .min(1)
            .describe(texts.serverName)
            .meta({ examples: ['bank'] }),
        }),
      )
      .optional()
      .describe(texts.servers),
    disclosures: z
      .record(z.string(), z.json())
      .optional()
      .describe(texts.disclosures)
      .meta({ examples: [{ 'bank/pay_invoice': {} }] }),
    cases: z.array(caseSchema).min(1).optional().describe(texts.cases),
    traces: z.array(traceSchema).min(1).optional().describe(texts.traces),
  })
  .describe(texts.file);

/** A file of tests of a policy as it is written. */
export type TestFileContent = z.infer<typeof fileSchema>;
export type RowEntry = z.infer<typeof rowSchema>;
export type CaseEntry = z.infer<typeof caseSchema>;
export type TraceEntry = z.infer<typeof traceSchema>;
export type StepEntry = z.infer<typeof stepSchema>;
export type CallStepEntry = z.infer<typeof callStep>;
export type ExpectedEntry = Pick<RowEntry, 'expect' | 'rules' | 'notRules' | 'withinHours' | 'obligations'>;

export const testFileSchema: z.ZodType<TestFileContent> = fileSchema;
