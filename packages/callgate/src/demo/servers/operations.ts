import type { DemoServer } from './demo-server.ts';
import { ACTION_METADATA, demoTool, recordsResult, textResult, textOf } from './demo-server.ts';

const READS = { readOnlyHint: true, openWorldHint: false };
const CHANGES = { readOnlyHint: false, openWorldHint: false };
const SERVICE = { service: 'Its name' };

export const operationsServer = (): DemoServer => {
  const restarts = new Map([
    ['irrigation', 0],
    ['weather', 0],
  ]);
  const tools = [
    demoTool({
      name: 'service_status',
      description: 'Tells how the services are.',
      annotations: {
        ...READS,
        category: 'observe',
        agencyHint: false,
        aiProcessingHint: false,
        slowExecutionHint: false,
        resourceIntensiveHint: false,
        privilegedAccessHint: false,
        secretHint: false,
        returnMetadata: { source: 'trustedPublic', sensitivity: 'none' },
      },
      run: () =>
        recordsResult([...restarts].map(([service, times]) => ({ service, state: 'up', restarts: times }))),
    }),
    demoTool({
      name: 'restart_service',
      description: 'Restarts a service; who uses it waits for a minute.',
      args: { ...SERVICE, why: 'Why, for the log' },
      annotations: {
        ...CHANGES,
        destructiveHint: false,
        idempotentHint: true,
        privilegedAccessHint: true,
        reversibleHint: true,
        requiresConfirmation: true,
        approvalRecommendation: 'single',
        blastRadius: 'cluster',
        verifiedOutputHint: true,
        sideEffects: ['who uses the service waits for a minute'],
      },
      roles: { service: 'object', why: 'payload' },
      run: (args) => {
        const service = textOf(args, 'service');
        const before = restarts.get(service);
        if (before === undefined) throw new Error('there is no such service');
        restarts.set(service, before + 1);
        return textResult('It is up again.');
      },
    }),
    demoTool({
      name: 'read_credential',
      description: 'Reads a password of a service.',
      args: SERVICE,
      annotations: {
        ...READS,
        privilegedAccessHint: true,
        secretHint: true,
        SecretHint: true,
        unsafeOutputHint: false,
        minTrustLevel: 4,
        returnMetadata: {
          source: 'system',
          sensitivity: ['credentials', { regulated: { scopes: ['payment'] } }],
        },
      },
      roles: { service: 'object' },
      run: () =>
        textResult('not-a-real-password', {
          annotations: { secretHint: true, returnMetadata: { sensitivity: 'credentials' } },
        }),
    }),
    demoTool({
      name: 'purge_backups',
      description: 'Removes all backups before a day. There is no way back.',
      args: { before: 'The day, as 2026-01-31' },
      annotations: {
        ...CHANGES,
        destructiveHint: true,
        reversibleHint: false,
        reversibility: 'none',
        unsafeOutputHint: false,
        category: 'destroy',
        riskLevel: 'critical',
        blastRadius: 'organization',
        approvalRecommendation: 'multi',
        sideEffects: ['what was lost before that day stays lost'],
      },
      roles: { before: 'critical' },
      meta: { [ACTION_METADATA]: { outcome: 'irreversible', requiresReview: true } },
      run: (args) => textResult(`Everything before ${textOf(args, 'before')} is gone.`),
    }),
  ];
  return { title: 'Operations', tools: () => tools };
};
