import { CallgateError, HINT_NAMES } from '@callgate/core';
import { optionMessages } from '@callgate/messages/cli/options';
import { policyMessages } from '@callgate/messages/cli/policy';
import { optionErrors } from '@callgate/messages/errors/option';
import { filterTools, groupTools, serverKey } from '@callgate/operations/tools';
import { homePaths } from '../home/home-paths.ts';
import {
  TOOL_FILTER_ARGS,
  parseToolFilter,
  parseToolGrouping,
  keysOfServer,
} from '../options/tool-filter-options.ts';
import { readMoment } from '../options/read-moment.ts';
import { flagOption, textOption } from '../options/option.ts';
import { chooseReportFormat, withFormat } from '../options/report-format.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write, writeAndWait } from '../show/style.ts';
import { openHomeTools } from '../tools/home-tools.ts';
import { toolListText } from '../tools/tool-list-text.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const { tools: texts } = policyMessages;

const refuseAlone = (given: Readonly<Record<string, unknown>>): void => {
  if (given['report'] !== undefined && given['json'] === true)
    throw new CallgateError(optionErrors.useOne({ name: 'report', other: 'json' }));
  if (given['report'] !== undefined) return;
  for (const option of ['out', 'since', 'until'])
    if (given[option] !== undefined)
      throw new CallgateError(optionErrors.needsOption({ name: option, needed: 'report' }));
};

export const commands: Commands = {
  tools: command(
    {
      ...TOOL_FILTER_ARGS,
      config: textOption(optionMessages.config, { alias: 'c' }),
      policy: textOption(optionMessages.policyInstead),
      json: flagOption(optionMessages.jsonLines),
      report: textOption(texts.report),
      out: textOption(texts.out, { alias: 'o' }),
      since: textOption(texts.since),
      until: textOption(texts.until),
    },
    async (given) => {
      refuseAlone(given);
      const opened = await openHomeTools({
        config: given.config,
        policy: given.policy,
        home: homePaths(process.env),
        inProcess: true,
      });
      const { hints: custom } = opened.judge.policy;
      const hints = [...HINT_NAMES, ...custom.map(({ name }) => name)];
      const filter = parseToolFilter(given, hints);
      const grouping = parseToolGrouping(given, hints);
      const { servers, tools } = await opened.operations.ask('tools.list', {});
      const keys = keysOfServer(servers, given.server);
      const byKey = new Map(servers.map((server) => [serverKey(server), server]));
      const rows = filterTools(tools, filter, byKey, custom).filter((row) => keys.has(serverKey(row)));
      if (given.report !== undefined) {
        const format = chooseReportFormat(given.report, given.out);
        const { makeToolsReport, writeToolsReport } = await import('../tools/make-tools-report.ts');
        const since = readMoment('since', given.since);
        const until = readMoment('until', given.until);
        const report = await makeToolsReport(opened, { rows, servers: byKey, since, until });
        await writeToolsReport(report, format, given.out);
        return;
      }
      if (given.json === true) {
        for (const row of rows)
          await writeAndWait(
            asciiJson({
              ...row,
              trust: byKey.get(serverKey(row))?.trust,
              state: byKey.get(serverKey(row))?.state,
            }),
          );
        return;
      }
      if (tools.length === 0) {
        write(texts.none);
        return;
      }
      const groups = groupTools(rows, { grouping, situation: filter.situation, servers: byKey, custom });
      write(
        toolListText(
          groups,
          servers.filter((server) => keys.has(serverKey(server))),
          filter.situation,
        ),
      );
    },
    { prepare: withFormat },
  ),
};
