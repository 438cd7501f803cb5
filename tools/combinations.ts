import type { Decision, JsonObject, ToolDescription } from '@callgate/core';
import { LOCAL_PRINCIPAL, UNTRACED_ORIGINS, decide, describeTool } from '@callgate/core';
import type { PresetName } from '@callgate/policy';
import { presetPolicy } from '@callgate/policy';

/** The combinations of hints that the documents behind the vocabulary speak about. */
export const COMBINATIONS: readonly {
  readonly name: string;
  readonly annotations: JsonObject;
  readonly trust?: 'untrusted';
}[] = [
  {
    name: 'agency + destructive',
    annotations: { readOnlyHint: false, agencyHint: true, destructiveHint: true, openWorldHint: false },
  },
  { name: 'agency + read-only', annotations: { readOnlyHint: true, agencyHint: true, openWorldHint: false } },
  {
    name: 'sensitive + privileged',
    annotations: {
      readOnlyHint: true,
      openWorldHint: false,
      sensitiveDataHint: true,
      privilegedAccessHint: true,
    },
  },
  {
    name: 'slow + resource-intensive',
    annotations: {
      readOnlyHint: true,
      openWorldHint: false,
      slowExecutionHint: true,
      resourceIntensiveHint: true,
    },
  },
  {
    name: 'AI + sensitive',
    annotations: {
      readOnlyHint: true,
      openWorldHint: false,
      aiProcessingHint: true,
      sensitiveDataHint: true,
    },
  },
  {
    name: 'reversible + not destructive',
    annotations: { readOnlyHint: false, destructiveHint: false, reversibleHint: true, openWorldHint: false },
  },
  {
    name: 'requiresConfirmation alone',
    annotations: { readOnlyHint: true, openWorldHint: false, requiresConfirmation: true },
  },
  { name: 'undescribed', annotations: {}, trust: 'untrusted' },
  {
    name: 'conflicting (read-only + destructive)',
    annotations: { readOnlyHint: true, destructiveHint: true, openWorldHint: false },
  },
];

export const decideCombination = (
  preset: PresetName,
  annotations: JsonObject,
  trust: ToolDescription['trust'],
): Decision => {
  const policy = presetPolicy(preset);
  return decide(policy, {
    v: 1,
    tool: describeTool({
      server: 'example',
      trust: trust ?? 'trusted',
      definition: { name: 'tool', annotations },
    }),
    labels: { private: 'none', untrusted: 'none' },
    words: true,
    origins: UNTRACED_ORIGINS,
    principal: LOCAL_PRINCIPAL,
    args: {},
    time: { at: 0, offsetMinutes: 0 },
    policy: policy.revision,
  });
};

/** An outcome with what must happen besides, short enough for a table. */
export const cellOf = ({ outcome, obligations }: Decision): string => {
  const besides = [
    ...obligations.approvers.map(({ count }) => `by ${count}`),
    ...(obligations.terms === 'strong' ? ['strong terms'] : []),
    ...(obligations.audit === 'full' ? ['full audit'] : []),
    ...(obligations.noCaching ? ['no caching'] : []),
    ...(obligations.progress ? ['progress'] : []),
    ...obligations.concurrency.map(({ limit }) => `${limit} at a time`),
    ...(obligations.aiTag ? ['AI tag'] : []),
    ...(obligations.undo ? ['undo named'] : []),
    ...obligations.notify.map((who) => `${who} told`),
  ];
  return [`**${outcome}**`, ...besides].join(', ');
};
