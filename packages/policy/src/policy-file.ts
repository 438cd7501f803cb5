import { fileShapeMessages } from '@callgate/messages/file-shape';
import { z } from 'zod';
import { parseDuration } from './duration.ts';
import { parseHours } from './hours.ts';

const { policy: demands, examples } = fileShapeMessages;

const id = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, demands.id)
  .describe('Stable name, shown in every decision it takes part in.')
  .meta({ examples: ['large-payments'] });

const reason = z
  .string()
  .min(1)
  .max(300)
  .describe('Why, in plain words; people read it when they are asked.')
  .meta({ examples: [examples.reason] });

const cel = z.string().min(1).max(4000);

const duration = z
  .string()
  .refine((text) => parseDuration(text) !== undefined, demands.duration)
  .describe('A duration such as 30s or 5m.')
  .meta({ examples: ['30s'] });

const approver = z.strictObject({
  count: z
    .int()
    .min(1)
    .max(20)
    .describe('How many distinct people must agree.')
    .meta({ examples: [2] }),
  group: z
    .string()
    .min(1)
    .optional()
    .describe('The group they must belong to.')
    .meta({ examples: ['finance'] }),
});

const oneOrMore = <T extends z.ZodType>(schema: T): z.ZodUnion<[T, z.ZodArray<T>]> =>
  z.union([schema, z.array(schema).min(1)]);

const hoursText = z.string();

const labelName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, demands.label)
  .describe('A label of your own, as customer-data.');

/** What a rule can demand besides its outcome. */
const obligations = {
  approvers: z
    .union([z.int().min(1).max(20), approver, z.array(approver).min(1)])
    .optional()
    .describe('How many people must agree, and from which group. All demands hold.')
    .meta({ examples: [2, { count: 2, group: 'finance' }] }),
  terms: z
    .literal('strong')
    .optional()
    .describe('strong: never by grant, the whole arguments opened, a second person where there is one.'),
  audit: z.enum(['standard', 'full']).optional().describe('How much is recorded. The most wins.'),
  redact: oneOrMore(z.string().min(1))
    .optional()
    .describe('Arguments whose values are protected in the record.')
    .meta({ examples: ['password'] }),
  caching: z.literal(false).optional().describe('false: results are never cached.'),
  timeout: duration
    .optional()
    .describe('Execution time-out. That of the most specific rule counts, within the cap.')
    .meta({ examples: ['30s'] }),
  retries: z
    .int()
    .min(0)
    .max(10)
    .optional()
    .describe('Only for tools believed idempotent. The least wins.')
    .meta({ examples: [2] }),
  concurrency: z
    .union([
      z.int().min(1).max(1000),
      z.strictObject({
        limit: z
          .int()
          .min(1)
          .max(1000)
          .describe('How many may run at once.')
          .meta({ examples: [2] }),
        per: z.enum(['tool', 'server', 'principal']).describe('Of what each one has its own number.'),
      }),
    ])
    .optional()
    .describe('How many may run at once. The least wins.')
    .meta({ examples: [1, { limit: 2, per: 'server' }] }),
  hours: oneOrMore(hoursText)
    .refine((hours) => parseHours([hours].flat()) !== undefined, demands.hours)
    .optional()
    .describe('When it may run, in the operator’s time zone. Hours of several rules intersect.')
    .meta({ examples: ['22:00-06:00', 'Mon-Fri 08:00-18:00'] }),
  progress: z.literal(true).optional().describe('Show progress.'),
  aiTag: z.literal(true).optional().describe('Tag the call for AI governance.'),
  undo: z
    .literal(true)
    .optional()
    .describe('Name the tool that undoes the call, where the definition declares one.'),
  preview: z
    .literal(true)
    .optional()
    .describe('Ask for a preview. No tool can give one yet; the question says so.'),
  notify: oneOrMore(z.string().min(1))
    .optional()
    .describe('Names for an alert, such as operator. No message is sent to them.')
    .meta({ examples: ['operator'] }),
  raise: oneOrMore(labelName)
    .optional()
    .describe('Labels that the session has once the call has left.')
    .meta({ examples: ['customer-data'] }),
  model: z
    .strictObject({
      atLeast: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe('The least capable model that may read the result.')
        .meta({ examples: [0.7] }),
      atMost: z
        .number()
        .min(0)
        .max(1)
        .optional()
        .describe('The most capable model worth spending.')
        .meta({ examples: [0.9] }),
    })
    .optional()
    .describe('Bounds on the model that reads the result, 0 to 1.'),
};

/** How much of something may happen in a time. */
const limit = z
  .strictObject({
    calls: z
      .int()
      .min(0)
      .optional()
      .describe('How many calls.')
      .meta({ examples: [10] }),
    ai: z
      .int()
      .min(0)
      .optional()
      .describe('How many calls that use AI, or of which nobody says that they do not.')
      .meta({ examples: [100] }),
    sum: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('What adds up: an argument, as args.amount.')
      .meta({ examples: ['args.amount'] }),
    most: z
      .number()
      .min(0)
      .optional()
      .describe('How much it may add up to.')
      .meta({ examples: [1000] }),
    window: z
      .string()
      .describe('How long a call counts, as 1m or 1d.')
      .meta({ examples: ['1d'] }),
    per: z.enum(['session', 'principal', 'server', 'all']).optional().describe('Whose calls count together.'),
    edge: z
      .enum(['ask', 'block', 'slow'])
      .describe(
        'What happens to a call that is more: it needs approval, is blocked, or is told when to come again.',
      ),
  })
  .describe('How much the tools of the rule may do in a time.');

export type LimitEntry = z.infer<typeof limit>;

const none = z.literal('none');

/** What a test expects of the obligations of a decision: the words of a rule, and those for what is not demanded. */
const expectedObligations = z
  .strictObject({
    approvers: z
      .union([z.int().min(0).max(20), approver, z.array(approver)])
      .optional()
      .describe('Exactly these approvers; 0 for none.')
      .meta({ examples: [2] }),
    terms: z.enum(['plain', 'strong']).optional().describe('plain: no extra checks are demanded.'),
    audit: obligations.audit,
    redact: z
      .union([z.string().min(1), z.array(z.string().min(1))])
      .optional()
      .describe('Exactly these arguments; [] for none.')
      .meta({ examples: ['password'] }),
    caching: z.boolean().optional().describe('Whether results may be cached.'),
    timeout: z
      .union([none, duration])
      .optional()
      .describe('Exactly this time-out; none for none.')
      .meta({ examples: ['30s'] }),
    retries: obligations.retries,
    concurrency: z
      .union([none, obligations.concurrency.unwrap()])
      .optional()
      .describe('Exactly this limit; none for none.')
      .meta({ examples: [1] }),
    hours: z
      .union([none, obligations.hours.unwrap()])
      .optional()
      .describe('Exactly these hours; none for none.')
      .meta({ examples: ['22:00-06:00'] }),
    progress: z.boolean().optional().describe('Whether progress is shown.'),
    aiTag: z.boolean().optional().describe('Whether the call is tagged for AI governance.'),
    undo: z.boolean().optional().describe('Whether the tool that undoes it is named.'),
    preview: z.boolean().optional().describe('Whether a preview is asked for.'),
    notify: z
      .union([z.string().min(1), z.array(z.string().min(1))])
      .optional()
      .describe('Exactly these names; [] for none.')
      .meta({ examples: ['operator'] }),
    raise: z
      .union([z.string().min(1), z.array(z.string().min(1))])
      .optional()
      .describe('Exactly these labels; [] for none.')
      .meta({ examples: ['customer-data'] }),
    model: obligations.model,
  })
  .describe('What must be demanded besides the outcome. Only what is written is compared.');

export type ExpectedObligations = z.infer<typeof expectedObligations>;
export const expectedObligationsSchema: z.ZodType<ExpectedObligations> = expectedObligations;

const ruleSchema = z.strictObject({
  id,
  tools: oneOrMore(z.string().min(1).max(200))
    .optional()
    .describe('Tools it looks at: `name` on any server or `server/name`, with * and ?. All tools if absent.')
    .meta({ examples: ['bank/pay_*', ['db/*', 'storage/*']] }),
  when: cel
    .optional()
    .describe('A CEL condition; the rule matches when it is true. Always if absent.')
    .meta({ examples: ['args.amount > 1000', 'tool.destroys != no'] }),
  // oxlint-disable-next-line unicorn/no-thenable
  then: z
    .enum(['auto', 'confirm', 'block'])
    .optional()
    .describe('The outcome. Absent: the rule only adds obligations.'),
  reason,
  limit: limit.optional(),
  delegated: z.boolean().optional().describe('Lower layers may write exceptions to this rule.'),
  ...obligations,
});

const exceptionSchema = z.strictObject({
  id,
  rule: id.describe('The rule it narrows.').meta({ examples: ['outward-write'] }),
  unless: cel
    .describe('A CEL condition; where it is true the rule does not fire.')
    .meta({ examples: ['args.to == "team@example.com"'] }),
  reason,
  until: z.iso
    .date()
    .describe('The day from which on it no longer counts, as 2027-01-31.')
    .meta({ examples: ['2027-01-31'] }),
});

const hintSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][A-Za-z0-9]{1,40}$/, demands.hintName)
    .describe('How rules call it: tool.<name>.')
    .meta({ examples: ['touchesProduction'] }),
  key: z
    .string()
    .regex(/^[a-z0-9.-]+\/[A-Za-z0-9._/-]+$/i, demands.hintKey)
    .describe('The namespaced `_meta` key it is read from.')
    .meta({ examples: ['com.example/production'] }),
  values: z
    .record(z.string(), z.enum(['yes', 'no']))
    .optional()
    .describe('What each value says. Absent: true is yes, false is no.')
    .meta({ examples: [{ live: 'yes', test: 'no' }] }),
  default: z
    .enum(['yes', 'no', 'unknown'])
    .optional()
    .describe('What is believed when nobody says anything.'),
  relaxing: z.enum(['yes', 'no']).describe('The value that lowers care.'),
  description: z
    .string()
    .min(1)
    .max(300)
    .describe('What it means, for people.')
    .meta({ examples: [examples.hint] }),
});

const fileSchema = z
  .strictObject({
    name: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('What the policy is called; the file if absent.')
      .meta({ examples: ['our-team'] }),
    layer: z.enum(['organisation', 'team', 'user']).optional().describe('Whose file it is. user if absent.'),
    extends: oneOrMore(z.string().min(1))
      .optional()
      .describe('Presets it starts from: strict, balanced, intent, observe.')
      .meta({ examples: ['balanced'] }),
    mode: z
      .enum(['enforce', 'observe'])
      .optional()
      .describe('observe: outcomes are computed and recorded, not enforced.'),
    limits: z
      .strictObject({ timeout: duration.optional() })
      .optional()
      .describe('Caps that no rule and no hint lifts.'),
    hints: z.array(hintSchema).max(64).optional().describe('Hints of your own.'),
    rules: z
      .array(ruleSchema)
      .max(5000)
      .optional()
      .describe('All rules that match count; the strictest outcome wins.'),
    exceptions: z
      .array(exceptionSchema)
      .max(1000)
      .optional()
      .describe('Narrow inherited rules, for a while.'),
  })
  .describe('A Callgate policy file');

/** A policy file as it is written. */
export type PolicyFile = z.infer<typeof fileSchema>;
export type RuleEntry = z.infer<typeof ruleSchema>;

export const policyFileSchema: z.ZodType<PolicyFile> = fileSchema;
