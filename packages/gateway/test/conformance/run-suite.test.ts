import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Check, CheckStatus, ScenarioResult } from './run-suite.ts';
import { compare, runSuite } from './run-suite.ts';

const check = (id: string, status: CheckStatus): Check => ({
  id,
  name: id,
  status,
  message: `${id} ${status}`,
});
const scenario = (name: string, ...checks: readonly Check[]): ScenarioResult => ({
  scenario: name,
  required: true,
  checks,
  failed: [],
});
const worse = (direct: readonly ScenarioResult[], through: readonly ScenarioResult[]): readonly string[] =>
  compare(direct, through).map((one) => `${one.scenario}: ${one.check}: ${one.direct} became ${one.through}`);

describe('comparing two runs', () => {
  it('finds nothing where both are alike', () => {
    const run = [scenario('ping', check('ping', 'SUCCESS'), check('warned', 'WARNING'))];
    expect(worse(run, run)).toEqual([]);
  });

  it('lists a check that got worse, however little', () => {
    const statuses: readonly CheckStatus[] = ['INFO', 'SKIPPED', 'WARNING', 'FAILURE'];
    for (const status of statuses) {
      expect(
        worse([scenario('ping', check('ping', 'SUCCESS'))], [scenario('ping', check('ping', status))]),
      ).toEqual([`ping: ping ping: SUCCESS became ${status}`]);
    }
  });

  it('does not list a check that got better', () => {
    expect(
      worse([scenario('ping', check('ping', 'WARNING'))], [scenario('ping', check('ping', 'SUCCESS'))]),
    ).toEqual([]);
  });

  it('lists a good check that is gone, because the scenario stopped before it', () => {
    expect(
      worse(
        [scenario('mrtr', check('first', 'SUCCESS'), check('second', 'SUCCESS'))],
        [scenario('mrtr', check('first', 'SUCCESS'))],
      ),
    ).toEqual(['mrtr: second second: SUCCESS became absent']);
  });

  it('lists every check of a scenario that is gone', () => {
    expect(worse([scenario('ping', check('ping', 'SUCCESS'))], [])).toEqual([
      'ping: ping ping: SUCCESS became absent',
    ]);
  });

  it('lists a failure that only came up on the way, and no success', () => {
    expect(
      worse(
        [scenario('list', check('tools-list', 'SUCCESS'))],
        [
          scenario(
            'list',
            check('tools-list', 'SUCCESS'),
            check('timeout', 'FAILURE'),
            check('more', 'SUCCESS'),
          ),
        ],
      ),
    ).toEqual(['list: timeout timeout: absent became FAILURE']);
  });

  it('tells checks with the same id apart by their place', () => {
    const thrice = (...statuses: readonly CheckStatus[]): readonly ScenarioResult[] => [
      scenario('meta', ...statuses.map((status) => check('http-400', status))),
    ];
    expect(worse(thrice('SUCCESS', 'SUCCESS', 'SUCCESS'), thrice('SUCCESS', 'FAILURE', 'SUCCESS'))).toEqual([
      'meta: http-400 http-400 2: SUCCESS became FAILURE',
    ]);
  });
});

describe('running the suite', () => {
  it('fails every required scenario against a server that speaks no MCP', async () => {
    const server = createServer((_, res) => res.writeHead(200).end('hello'));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    try {
      const { port } = server.address() as AddressInfo;
      const results = await runSuite({ url: `http://127.0.0.1:${port}/mcp`, requirements: '2025-11-25' });
      const required = results.filter((result) => result.required);
      expect(required).not.toHaveLength(0);
      expect(required.filter(({ failed }) => failed.length === 0)).toEqual([]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
