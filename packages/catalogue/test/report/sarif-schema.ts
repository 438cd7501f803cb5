import { z } from 'zod';

const message = z.strictObject({ text: z.string().min(1) });
const level = z.enum(['none', 'note', 'warning', 'error']);

const location = z.strictObject({
  logicalLocations: z
    .array(
      z.strictObject({
        name: z.string(),
        fullyQualifiedName: z.string(),
        kind: z.enum(['function', 'member', 'module']),
      }),
    )
    .min(1),
  physicalLocation: z
    .strictObject({
      artifactLocation: z.strictObject({ uri: z.string().regex(/^[\w\-.!~*'()%/]+$/) }),
      region: z.strictObject({ startLine: z.int().min(1) }),
    })
    .optional(),
  message: message.optional(),
});

const result = z.strictObject({
  ruleId: z.string().min(1),
  level,
  message,
  locations: z.array(location),
  partialFingerprints: z.record(z.string(), z.string().regex(/^sha256:[0-9a-f]{64}$/)),
  codeFlows: z
    .array(
      z.strictObject({
        threadFlows: z
          .array(z.strictObject({ locations: z.array(z.strictObject({ location })).min(1) }))
          .min(1),
      }),
    )
    .optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
});

type SarifResult = z.infer<typeof result>;

/** What SARIF 2.1.0 demands of the members that are written. */
export const sarifSchema: z.ZodType<{
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly SarifResult[];
  }[];
}> = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z
    .array(
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({
            name: z.string().min(1),
            rules: z.array(
              z.strictObject({
                id: z.string().min(1),
                shortDescription: message,
                helpUri: z.url().optional(),
              }),
            ),
          }),
        }),
        automationDetails: z.strictObject({ id: z.string(), description: message }),
        invocations: z.array(
          z.strictObject({
            executionSuccessful: z.boolean(),
            endTimeUtc: z.iso.datetime(),
            toolExecutionNotifications: z.array(z.strictObject({ level, message })),
          }),
        ),
        results: z.array(result),
      }),
    )
    .length(1),
});
