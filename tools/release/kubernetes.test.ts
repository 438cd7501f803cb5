import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfigText } from '@callgate/gateway/config';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { ROOT } from '../list-pages.ts';
import { renderChart } from './render-chart.ts';

const CHART = join(ROOT, 'deploy/helm/callgate');

/** What the kinds are in the types that are made from the API's own OpenAPI. */
const TYPES: Readonly<Record<string, string>> = {
  ConfigMap: 'core/v1',
  Deployment: 'apps/v1',
  HorizontalPodAutoscaler: 'autoscaling/v2',
  NetworkPolicy: 'networking/v1',
  PodDisruptionBudget: 'policy/v1',
  Service: 'core/v1',
  ServiceAccount: 'core/v1',
};

const manifest = z.looseObject({ apiVersion: z.string(), kind: z.string() });

const FLAGS = ['--noEmit', '--strict', '--skipLibCheck', '--ignoreConfig', '--module', 'nodenext'];

/** What does not fit the API of Kubernetes: other types, fields that are missing, fields that are not there. */
const faultsOf = (documents: readonly unknown[]): string => {
  const folder = mkdtempSync(join(ROOT, 'node_modules/.kinds-'));
  try {
    const all = documents.map((each) => manifest.parse(each));
    const kinds = new Map(all.map(({ kind }) => [kind, TYPES[kind] ?? 'unknown']));
    const lines = [
      ...[...kinds].map(([kind, of]) => `import type { ${kind} } from 'kubernetes-types/${of}.js';`),
      ...all.map((each, n) => `export const m${n}: ${each.kind} = ${JSON.stringify(each)};`),
    ];
    writeFileSync(join(folder, 'kinds.ts'), lines.join('\n'));
    const { stdout } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/typescript/bin/tsc'), ...FLAGS, join(folder, 'kinds.ts')],
      { cwd: ROOT, encoding: 'utf8' },
    );
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const container = z.looseObject({
  name: z.string(),
  command: z.array(z.string()).optional(),
  env: z.array(z.looseObject({ name: z.string(), value: z.string() })).optional(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })),
  securityContext: z.unknown(),
  resources: z.looseObject({ limits: z.record(z.string(), z.string()) }),
});

const deployment = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        automountServiceAccountToken: z.boolean(),
        securityContext: z.unknown(),
        initContainers: z.array(container),
        containers: z.array(container),
        volumes: z.array(z.looseObject({ name: z.string(), emptyDir: z.unknown().optional() })),
      }),
    }),
  }),
});

const findKind = (documents: readonly unknown[], kind: string): unknown =>
  documents.find((each) => manifest.parse(each).kind === kind);

/** With the configuration in it as what it says, however it is written. */
const asSaid = (documents: readonly unknown[]): readonly unknown[] =>
  documents.map((each) => {
    const parsed = z.looseObject({ data: z.record(z.string(), z.string()).optional() }).parse(each);
    const text = parsed.data?.['callgate.yaml'];
    return text === undefined ? each : { ...parsed, data: { 'callgate.yaml': parse(text) as unknown } };
  });

describe('the chart for Kubernetes', () => {
  const usual = renderChart(CHART, 'callgate');
  const everything = renderChart(CHART, 'gates', {
    autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 9, cpu: 60 },
    policies: { 'team.yaml': 'extends: strict\n' },
    nodeSelector: { disk: 'fast' },
    tolerations: [{ key: 'a', operator: 'Exists' }],
  });

  it('fits the API, with its own values and with everything in it', { timeout: 120_000 }, () => {
    expect(faultsOf([...usual, ...everything])).toBe('');
    expect(everything.map((each) => manifest.parse(each).kind)).toContain('HorizontalPodAutoscaler');
  });

  it(
    'would not fit it with a field that is misspelt, missing or of another type',
    { timeout: 120_000 },
    () => {
      const named = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } };
      const faults = faultsOf([
        { ...named, spec: { selectors: {} } },
        { ...named, spec: { ports: [{ name: 'a' }] } },
        { ...named, spec: { ports: [{ port: 'seven' }] } },
      ]);
      expect(faults.match(/error TS/g)).toHaveLength(3);
    },
  );

  it('is what the plain manifests are', () => {
    const text = readFileSync(join(ROOT, 'deploy/kubernetes/callgate.yaml'), 'utf8');
    const plain = parseAllDocuments(text).map((each): unknown => each.toJS());
    expect(asSaid(plain)).toEqual(asSaid(usual));
  });

  it('runs every container without rights, with limits, and without a token of the cluster', () => {
    for (const documents of [usual, everything]) {
      const { spec } = deployment.parse(findKind(documents, 'Deployment')).spec.template;
      expect(spec.automountServiceAccountToken).toBe(false);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10001 });
      expect(findKind(documents, 'ServiceAccount')).toMatchObject({ automountServiceAccountToken: false });
      for (const each of [...spec.initContainers, ...spec.containers]) {
        expect(each.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(each.resources.limits['memory']).toBeDefined();
      }
      expect(JSON.stringify(documents)).not.toMatch(/"kind":"Secret"/);
    }
  });

  it('copies the key into memory where the gateway looks for it, as often as it is started', () => {
    const { spec } = deployment.parse(findKind(usual, 'Deployment')).spec.template;
    const [{ command, volumeMounts } = { command: [], volumeMounts: [] }] = spec.initContainers;
    const home = spec.containers[0]?.env?.find(({ name }) => name === 'CALLGATE_HOME')?.value ?? '';
    const volume = volumeMounts.find(({ mountPath }) => home.startsWith(`${mountPath}/`))?.name;
    expect(spec.volumes.find(({ name }) => name === volume)?.emptyDir).toMatchObject({ medium: 'Memory' });
    expect(spec.containers[0]?.volumeMounts.map(({ name }) => name)).toContain(volume);
    const folder = mkdtempSync(join(tmpdir(), 'callgate-key-'));
    try {
      chmodSync(folder, 0o777);
      mkdirSync(join(folder, 'key'), { mode: 0o755 });
      writeFileSync(join(folder, 'key/callgate.key'), 'secret');
      // mounted for the group, read by the user who is not its owner
      chmodSync(join(folder, 'key/callgate.key'), 0o444);
      const script = command
        ?.at(-1)
        ?.replaceAll(home, `${folder}/home`)
        .replaceAll('/key/', `${folder}/key/`);
      const who = process.getuid?.() === 0 ? { uid: 10001, gid: 10001 } : {};
      for (const start of ['first', 'again'])
        expect([start, spawnSync('bash', ['-c', script ?? ''], who).status]).toEqual([start, 0]);
      expect(statSync(join(folder, 'home/callgate.key')).mode & 0o777).toBe(0o400);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('lets network policy, service and disruption budget choose the replicas', () => {
    const { labels } = deployment.parse(findKind(everything, 'Deployment')).spec.template.metadata;
    const selectors = z.union([
      z.object({ podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }) }),
      z.object({ selector: z.object({ matchLabels: z.record(z.string(), z.string()) }) }),
      z.object({ selector: z.record(z.string(), z.string()) }),
    ]);
    for (const kind of ['NetworkPolicy', 'PodDisruptionBudget', 'Service']) {
      const { spec } = z.looseObject({ spec: z.unknown() }).parse(findKind(everything, kind));
      const said = JSON.stringify(selectors.parse(spec));
      expect(said).toContain('"app.kubernetes.io/instance":"gates"');
      expect(labels['app.kubernetes.io/instance']).toBe('gates');
    }
  });

  it('has a configuration that a gateway reads', async () => {
    const map = z.looseObject({ data: z.record(z.string(), z.string()) }).parse(findKind(usual, 'ConfigMap'));
    const read = await readConfigText('/etc/callgate/callgate.yaml', map.data['callgate.yaml'] ?? '', {
      home: '/run/callgate/home',
      env: { CALLGATE_DB_PASSWORD: 'a', CALLGATE_METRICS_TOKEN: 'b'.repeat(32) },
    });
    // inside the cluster: the page says so
    expect((read.ok ? read.warnings : read.problems).map(({ code }) => code)).toEqual([
      'CONFIG_UNENCRYPTED',
      'CONFIG_UNENCRYPTED',
    ]);
  });
});
