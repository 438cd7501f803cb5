import { CallgateError, display } from '@callgate/core';
import { optionErrors } from '@callgate/messages/errors/option';
import { optionMessages } from '@callgate/messages/cli/options';
import { weekReportMessages } from '@callgate/messages/cli/week-report';
import type { PolicyInventory } from '@callgate/operations/record';
import type { OpenAuditLog } from '../audit/open-audit-log.ts';
import { withAuditLog } from '../audit/open-audit-log.ts';
import { reportHtml } from '../audit/report-html.ts';
import { reportMarkdown } from '../audit/report-markdown.ts';
import { now } from '../input/now.ts';
import type { AuditLogLocation } from '../options/audit-log-location.ts';
import { AUDIT_LOG_OPTIONS } from '../options/audit-log-location.ts';
import { flagOption, textOption } from '../options/option.ts';
import { readMoment, readSince } from '../options/read-moment.ts';
import { openPolicyHome, pinnedTools } from '../policy/policy-home.ts';
import { weekReportParts, listSuggestions } from '../report/week-report-parts.ts';
import { weekReportText } from '../report/week-report-text.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { writeAndWait } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const { options: texts } = weekReportMessages;

/** Without a configuration the log alone is told of. */
const findInventory = async ({ db, config }: AuditLogLocation): Promise<PolicyInventory | undefined> => {
  if (db !== undefined) return undefined;
  try {
    const home = await openPolicyHome(config);
    return {
      policy: home.effective.policy,
      layers: home.effective.layers,
      tools: pinnedTools(home),
    };
  } catch (error) {
    if (config !== undefined || !(error instanceof CallgateError)) throw error;
    if (error.code !== 'CONFIG_NONE') process.stderr.write(`note: ${display(error.message, { max: 400 })}\n`);
    return undefined;
  }
};

const FORMATS = ['json', 'html', 'markdown'] as const;

export const commands: Commands = {
  report: command(
    {
      ...AUDIT_LOG_OPTIONS,
      since: textOption(texts.since),
      until: textOption(texts.until),
      html: flagOption(texts.html),
      markdown: flagOption(texts.markdown),
      json: flagOption(optionMessages.json),
    },
    async (given) => {
      const [format, other] = FORMATS.filter((name) => given[name] === true);
      if (format !== undefined && other !== undefined)
        throw new CallgateError(optionErrors.useOne({ name: format, other }));
      const until = readMoment('until', given.until) ?? now().at;
      const since = readSince(given.since ?? '7d', until);
      const inventory = await findInventory(given);
      const tell = async ({ operations }: OpenAuditLog): Promise<void> => {
        const report = await operations.ask('report.week', { since, until });
        if (format === 'json') return await writeAndWait(asciiJson(report, 2));
        const title = weekReportMessages.title({
          from: new Date(since).toISOString().slice(0, 10),
          to: new Date(until).toISOString().slice(0, 10),
        });
        const parts = weekReportParts(report);
        const suggestions = listSuggestions(report);
        if (format === 'html') return await writeAndWait(reportHtml(title, parts, suggestions));
        if (format === 'markdown') return await writeAndWait(reportMarkdown(title, parts, suggestions));
        await writeAndWait(weekReportText(title, report, parts, suggestions));
      };
      await withAuditLog(given, tell, () => inventory);
    },
  ),
};
