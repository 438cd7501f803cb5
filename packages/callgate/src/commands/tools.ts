import { CallgateError } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { readMoment } from '../audit/moment.ts';
import { homePaths } from '../home.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write, writeInTurn } from '../show/style.ts';
import { FILTER_ARGS, filterOf, groupingOf, keysOfServer } from '../tools/filter-options.ts';
import { openTools, rowsOf } from '../tools/home-tools.ts';
import { listText } from '../tools/list-text.ts';
import { reportFormat, withFormat } from '../tools/report-format.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  ...FILTER_ARGS,
  config: { type: 'string', alias: 'c', description: 'The configuration' },
  policy: { type: 'string', description: 'A preset or policy files in place of the configured ones' },
  json: { type: 'boolean', description: 'One tool a line as JSON' },
  report: {
    type: 'string',
    description:
      'The list an auditor asks for, as csv, html or markdown: with who reviewed each tool and how it was used',
  },
  out: { type: 'string', alias: 'o', description: 'With --report: a file; standard output if absent' },
  since: {
    type: 'string',
    description: 'With --report: count calls that came at or after, as 2026-11-15 or 2026-11-15T08:30:00Z',
  },
  until: { type: 'string', description: 'With --report: count calls that came before' },
} as const satisfies ArgsDef;

const refuseAlone = (given: Readonly<Record<string, unknown>>): void => {
  if (given['report'] !== undefined && given['json'] === true)
    throw new CallgateError('OPTION_TWICE', '--report and --json are two forms of the same; give one');
  if (given['report'] !== undefined) return;
  for (const option of ['out', 'since', 'until'])
    if (given[option] !== undefined)
      throw new CallgateError('OPTION_MISSING', `--${option} is for a report`, { help: 'add --report' });
};

const listed: CommandEntry = commandEntry(
  'tools list',
  'Every tool that was seen on this machine: what is believed of it and what would happen',
  args,
  async ({ args: given }) => {
    refuseAlone(given);
    const { HINT_NAMES } = await import('@callgate/core');
    const { filtered, grouped, serverKey } = await import('@callgate/operations/tools');
    const opened = await openTools({
      config: given.config,
      policy: given.policy,
      home: homePaths(process.env),
      inProcess: true,
    });
    const { hints: custom } = opened.judge.policy;
    const hints = [...HINT_NAMES, ...custom.map(({ name }) => name)];
    const filter = filterOf(given, hints);
    const grouping = groupingOf(given, hints);
    const { servers, tools } = rowsOf(opened);
    const keys = keysOfServer(servers, given.server);
    const byKey = new Map(servers.map((server) => [serverKey(server), server]));
    const rows = filtered(tools, filter, byKey, custom).filter((row) => keys.has(serverKey(row)));
    if (given.report !== undefined) {
      const format = reportFormat(given.report, given.out);
      const { makeToolsReport, writeToolsReport } = await import('../tools/report.ts');
      const since = readMoment('since', given.since);
      const until = readMoment('until', given.until);
      const report = await makeToolsReport(opened, { rows, servers: byKey, since, until });
      await writeToolsReport(report, format, given.out);
      return;
    }
    if (given.json === true) {
      for (const row of rows)
        await writeInTurn(
          asciiJson({
            ...row,
            trust: byKey.get(serverKey(row))?.trust,
            state: byKey.get(serverKey(row))?.state,
          }),
        );
      return;
    }
    if (tools.length === 0) {
      write('no tool was seen yet; callgate run or callgate up meets them');
      return;
    }
    const groups = grouped(rows, { grouping, situation: filter.situation, servers: byKey, custom });
    write(
      listText(
        groups,
        servers.filter((server) => keys.has(serverKey(server))),
        filter.situation,
      ),
    );
  },
);

/** `callgate tools` */
export const toolsCommand: CommandEntry = { ...listed, run: (rawArgs) => listed.run(withFormat(rawArgs)) };
