import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { convertPackToReviews } from '@callgate/catalogue/packs';
import { toolsReportMarkdown, toolsReportTable } from '@callgate/catalogue/report';
import type { ToolsReport } from '@callgate/catalogue/report';
import type { ToolReview } from '@callgate/core/disclose';
import { digestDefinition } from '@callgate/core/disclose';
import { ToolJudge, pinnedServer, serverKey, serverRow, toolRow } from '@callgate/operations/tools';
import type { ToolDecisions } from '@callgate/gateway/tools';
import { OperatorDecisionFile } from '@callgate/gateway/tools';
import type { Lock } from '@callgate/gateway/config';
import { defaultGatewayConfig, loadLockModule, defaultServerConfig } from '@callgate/gateway/config';
import { presetPolicy } from '@callgate/policy';
import { expect, it, onTestFinished } from 'vitest';
import { makeToolsReport } from './make-tools-report.ts';

const LOOK = { name: 'look', description: 'Looks', inputSchema: { type: 'object' } };
const { digest } = digestDefinition(LOOK);
const SET = { readOnly: 'yes', openWorld: 'no' } as const;
const REACH = { kind: 'stdio', command: 'x', args: [], env: {} } as const;

const reported = async (
  reviews: (lock: (identity: string) => Lock) => readonly ToolReview[] | Lock,
  words: Omit<ToolDecisions, 'server' | 'identity' | 'tool'> = {},
): Promise<ToolsReport> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { serverIdentity, applyLock } = await loadLockModule();
  const identity = serverIdentity(REACH);
  const usual = defaultServerConfig('files', REACH);
  const given = reviews((id) => ({
    version: 1,
    servers: {
      files: {
        identity: id,
        tools: {
          look: {
            definition: digest,
            classification: { set: SET, by: 'ada', at: '2026-01-31T12:00:00Z', why: 'read the source' },
          },
        },
        prompts: {},
        templates: {},
      },
    },
  }));
  const config =
    'servers' in given ? (applyLock([usual], given)[0] ?? usual) : { ...usual, reviews: [...given] };
  const operator = new OperatorDecisionFile(folder);
  operator.change(() => [{ server: 'files', identity, tool: 'look', ...words }]);
  const pins = new Map([
    ['tool look', { kind: 'tool', name: 'look', definition: LOOK, digest, firstSeen: 1 } as const],
  ]);
  const known = pinnedServer({ server: 'files', identity, pins }, 'served', {
    operator,
    customHints: [],
    config,
  });
  if (known === undefined) throw new Error('nothing is pinned');
  const judge = new ToolJudge(presetPolicy('balanced'), () => ({ at: 0, offsetMinutes: 0 }));
  const rows = known.tools.map((tool) => toolRow(known, tool, judge));
  const server = serverRow(known, rows);
  return await makeToolsReport(
    { config: defaultGatewayConfig(folder, [config]), judge, servers: [known] },
    {
      rows,
      servers: new Map([[serverKey(server), server]]),
      since: undefined,
      until: undefined,
    },
  );
};

const cells = (report: ToolsReport): Readonly<Record<string, string | number>> => {
  const { head, rows } = toolsReportTable(report);
  return Object.fromEntries(head.map((name, at) => [name, rows[0]?.[at] ?? '']));
};

const identityOfFiles = async (): Promise<string> => (await loadLockModule()).serverIdentity(REACH);

it('names who reviewed a tool in a lock, when and why, and counts it as reviewed', async () => {
  const identity = await identityOfFiles();
  const report = await reported((lock) => lock(identity));
  expect(cells(report)).toMatchObject({
    readOnly: 'yes (review)',
    'outcome (plain)': 'auto',
    'reviewed by': 'ada',
    'reviewed at': '2026-01-31T12:00:00.000Z',
    'reason of the review': 'read the source',
    'everything people said': 'review by ada, 2026-01-31: read the source',
  });
  expect(toolsReportMarkdown(report, { title: 'Tools', at: 0 })).toContain(
    '1 of those (100 %) have a review',
  );
});

it('names the pack that reviewed a tool', async () => {
  const pack = {
    version: 1,
    server: 'npm:looker',
    serverVersion: '1.0.0',
    reviewed: { by: 'ann', at: '2026-01-31T12:00:00Z' },
    tools: { look: { definition: digest, set: SET, why: 'Looks.' } },
  } as const;
  expect(cells(await reported(() => convertPackToReviews(pack, { name: 'looker' })))).toMatchObject({
    'reviewed by': 'pack looker',
    'reviewed at': '2026-01-31T12:00:00.000Z',
    'reason of the review': 'Looks.',
  });
});

it('names the review of a lock beside one that was said here of another definition in the same words', async () => {
  const identity = await identityOfFiles();
  const review = {
    by: 'ada',
    at: 7,
    reason: 'read the source',
    set: SET,
    definition: `sha256:${'0'.repeat(64)}`,
  };
  const report = await reported((lock) => lock(identity), { review });
  expect(cells(report)).toMatchObject({ 'reviewed by': 'ada', 'reviewed at': '2026-01-31T12:00:00.000Z' });
  expect(report.tools[0]?.words).toMatchObject([{ counts: false }, { counts: true }]);
});

it('names nobody for a lock that was made for another command', async () => {
  const report = await reported((lock) => lock(`sha256:${'1'.repeat(64)}`));
  expect(cells(report)).toMatchObject({ 'reviewed by': '', 'outcome (plain)': 'confirm' });
});
