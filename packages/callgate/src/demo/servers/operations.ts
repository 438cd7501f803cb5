import type { JsonObject } from '@callgate/core';
import type { DemoServer, DemoTool } from './demo-server.ts';
import { records, said, textOf, texts } from './demo-server.ts';
import { ACTION_METADATA, ROLES } from './keys.ts';

const SERVICE = { service: 'Its name' };
const roles = (of: JsonObject): JsonObject => ({ [ROLES]: of });

const STATUS: JsonObject = {
  name: 'service_status',
  description: 'Tells how the services are.',
  inputSchema: { type: 'object', additionalProperties: false },
  annotations: {
    readOnlyHint: true,
    openWorldHint: false,
    category: 'observe',
    agencyHint: false,
    aiProcessingHint: false,
    slowExecutionHint: false,
    resourceIntensiveHint: false,
    privilegedAccessHint: false,
    secretHint: false,
    returnMetadata: { source: 'trustedPublic', sensitivity: 'none' },
  },
};

const RESTART: JsonObject = {
  name: 'restart_service',
  description: 'Restarts a service; who uses it waits for a minute.',
  inputSchema: texts({ ...SERVICE, why: 'Why, for the log' }),
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
    privilegedAccessHint: true,
    reversibleHint: true,
    requiresConfirmation: true,
    approvalRecommendation: 'single',
    blastRadius: 'cluster',
    verifiedOutputHint: true,
    sideEffects: ['who uses the service waits for a minute'],
  },
  _meta: roles({ service: 'object', why: 'payload' }),
};

const CREDENTIAL: JsonObject = {
  name: 'read_credential',
  description: 'Reads a password of a service.',
  inputSchema: texts(SERVICE),
  annotations: {
    readOnlyHint: true,
    openWorldHint: false,
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
  _meta: roles({ service: 'object' }),
};

const PURGE: JsonObject = {
  name: 'purge_backups',
  description: 'Removes all backups before a day. There is no way back.',
  inputSchema: texts({ before: 'The day, as 2026-01-31' }),
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    openWorldHint: false,
    reversibleHint: false,
    reversibility: 'none',
    unsafeOutputHint: false,
    category: 'destroy',
    riskLevel: 'critical',
    blastRadius: 'organization',
    approvalRecommendation: 'multi',
    sideEffects: ['what was lost before that day stays lost'],
  },
  _meta: {
    ...roles({ before: 'critical' }),
    [ACTION_METADATA]: { outcome: 'irreversible', requiresReview: true },
  },
};

/** What keeps the farm's computers running. */
export const operationsServer = (): DemoServer => {
  const restarts = new Map([
    ['irrigation', 0],
    ['weather', 0],
  ]);
  const tools: readonly DemoTool[] = [
    {
      definition: STATUS,
      run: () =>
        records([...restarts].map(([service, times]) => ({ service, state: 'up', restarts: times }))),
    },
    {
      definition: RESTART,
      run: (args) => {
        const service = textOf(args, 'service');
        const before = restarts.get(service);
        if (before === undefined) throw new Error('there is no such service');
        restarts.set(service, before + 1);
        return said('It is up again.');
      },
    },
    {
      definition: CREDENTIAL,
      run: () =>
        said('not-a-real-password', {
          annotations: { secretHint: true, returnMetadata: { sensitivity: 'credentials' } },
        }),
    },
    { definition: PURGE, run: (args) => said(`Everything before ${textOf(args, 'before')} is gone.`) },
  ];
  return { title: 'Operations', tools: () => tools };
};
