import type { JsonObject, Labels } from '@callgate/core';
import type { LabelStrength } from '@callgate/core/label';
import { CallgateError, HINT_NAMES, isJsonObject } from '@callgate/core';
import { findAutoConditions } from '@callgate/core/decide';
import { LABEL_NAMES, LABEL_STRENGTHS } from '@callgate/core/label';
import { displayJson, parseStrict, receiveArguments } from '@callgate/core/receive';
import {
  checkAgent,
  filterTools,
  groupTools,
  serverKey,
  toolDetail,
  toolRow,
} from '@callgate/operations/tools';
import { homePaths } from '../home/home-paths.ts';
import {
  TOOL_FILTER_ARGS,
  parseToolFilter,
  parseToolGrouping,
  keysOfServer,
  parsePairs,
} from '../options/tool-filter-options.ts';
import { readMoment } from '../options/read-moment.ts';
import type { FlagOption, TextOption } from '../options/option.ts';
import { flagOption, textOption } from '../options/option.ts';
import { chooseReportFormat, withFormat } from '../options/report-format.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { explanationText } from '../show/explanation-text.ts';
import { askToApprove } from '../show/ask-to-approve.ts';
import { bold, write, writeAndWait } from '../show/style.ts';
import { confirmReviewed } from '../tools/confirm-reviewed.ts';
import type { ToolRefWithReason } from '@callgate/operations/api';
import type { ToolChange } from '@callgate/gateway/tools';
import type { FoundTool, HomeTools } from '../tools/home-tools.ts';
import { findTool, openHomeTools, toToolRef } from '../tools/home-tools.ts';
import { toolListText } from '../tools/tool-list-text.ts';
import { changesText, toolDetailText } from '../tools/tool-detail-text.ts';
import type { Command, Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

/** What every command about one tool takes. */
const TOOL_ARGS: Readonly<Record<'identity' | 'config', TextOption>> & {
  readonly tool: { readonly type: 'positional'; readonly required: true; readonly description: string };
  readonly json: FlagOption;
} = {
  tool: { type: 'positional', required: true, description: 'SERVER/TOOL' },
  identity: textOption(
    'Which command or url, where the server has stood for several: the beginning of its digest',
  ),
  config: textOption('The configuration', { alias: 'c' }),
  json: flagOption('The same as JSON'),
};

const REASON_ARG: { readonly reason: TextOption } = {
  reason: textOption('Why; it stands in the record'),
};

const refuseAlone = (given: Readonly<Record<string, unknown>>): void => {
  if (given['report'] !== undefined && given['json'] === true)
    throw new CallgateError('OPTION_TWICE', '--report and --json are two forms of the same; give one');
  if (given['report'] !== undefined) return;
  for (const option of ['out', 'since', 'until'])
    if (given[option] !== undefined)
      throw new CallgateError('OPTION_MISSING', `--${option} is for a report`, { help: 'add --report' });
};

const argumentsOf = (text: string): JsonObject => {
  const value = parseStrict(text);
  if (!isJsonObject(value)) throw new CallgateError('INPUT_SHAPE', '--args: not an object');
  return receiveArguments(value).arguments;
};

const labelsOf = (written: string | undefined): Labels => ({
  private: 'none',
  untrusted: 'none',
  ...Object.fromEntries(parsePairs<LabelStrength>('labels', written, LABEL_STRENGTHS, LABEL_NAMES)),
});

const AGENT =
  'It acts as an agent: it plans, and takes several steps of its own. One yes to a call is a yes to all of them; Callgate sees the call and its result, and not what happens in between.';

/** An agent is asked about before it is let in. False where somebody said no. */
const confirmAgent = async (agentic: string, told: boolean): Promise<boolean> => {
  const { stdin, stdout } = process;
  if (agentic !== 'yes' || told) return true;
  if (!stdin.isTTY || !stdout.isTTY)
    try {
      checkAgent(agentic, told);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      throw new CallgateError(error.code, error.message, { help: 'add --agent if you know' });
    }
  write(AGENT);
  if (await askToApprove({ input: stdin, output: stdout, word: undefined })) return true;
  write('nothing was changed');
  process.exitCode = 1;
  return false;
};

const answersOf = (
  { judge }: HomeTools,
  { set, clear }: ToolStatementOptions,
  name: string,
): Readonly<Record<string, 'yes' | 'no'>> | 'clear' => {
  if (clear === true) return 'clear';
  const hints = [...HINT_NAMES, ...judge.policy.hints.map(({ name: hint }) => hint)];
  return Object.fromEntries(parsePairs('set', requiredOption(set, 'set', name), ['yes', 'no'], hints));
};

interface ToolStatementOptions {
  readonly tool: string;
  readonly identity?: string | undefined;
  readonly config?: string | undefined;
  readonly json?: boolean | undefined;
  readonly reason?: string | undefined;
  readonly set?: string | undefined;
  readonly clear?: boolean | undefined;
}

type ToolStatement = Pick<ToolRefWithReason, 'server' | 'identity' | 'tool' | 'reason'>;

/**
 * A command by which somebody says something of one tool. `say` gives what was written down and the word for it, or
 * undefined where they think better of it.
 */
const toolStatementCommand =
  <G extends ToolStatementOptions>(
    name: string,
    say: (
      given: G,
      opened: HomeTools,
      found: FoundTool,
      said: ToolStatement,
    ) => Promise<readonly [change: ToolChange, done: string] | undefined>,
  ) =>
  async (given: G): Promise<void> => {
    if (given.clear === true && given.set !== undefined)
      throw new CallgateError('OPTION_TWICE', '--set and --clear are opposites; give one');
    const reason = requiredOption(given.reason, 'reason', name);
    const opened = await openHomeTools({
      config: given.config,
      policy: undefined,
      home: homePaths(process.env),
    });
    const found = findTool(opened, given.tool, given.identity);
    const [change, done] = (await say(given, opened, found, { ...toToolRef(found), reason })) ?? [];
    if (change === undefined) return;
    write(given.json === true ? asciiJson(change) : `${done}; gateways that run take it within seconds`);
  };

const driftCommand = (operation: 'tools.accept' | 'tools.keepOut', name: string, done: string): Command =>
  command(
    { ...TOOL_ARGS, ...REASON_ARG, digest: DIGEST },
    toolStatementCommand<ToolStatementOptions & { readonly digest?: string | undefined }>(
      name,
      async ({ digest }, { operations }, _found, said) => {
        const { server, identity, tool } = said;
        const detail = await operations.ask('tools.show', { server, identity, tool });
        if (detail.drift === null)
          throw new CallgateError('TOOL_UNCHANGED', 'nothing of it changed that waits to be accepted');
        if (!(await confirmReviewed(changesText(detail).join('\n'), detail.digest, digest))) return undefined;
        return [await operations.ask(operation, { ...said, definition: detail.digest }), done];
      },
    ),
  );

const SET_ARGS = {
  set: textOption('Hints, as readOnly=yes,destructive=no'),
  clear: flagOption('Take back what was said'),
} as const;

const DIGEST = {
  type: 'string',
  description: 'Ask nobody: you have looked at what has this digest',
} as const;

export const commands: Commands = {
  'tools list': command(
    {
      ...TOOL_FILTER_ARGS,
      config: textOption('The configuration', { alias: 'c' }),
      policy: textOption('A preset or policy files in place of the configured ones'),
      json: flagOption('One tool a line as JSON'),
      report: textOption(
        'The list an auditor asks for, as csv, html or markdown: with who reviewed each tool and how it was used',
      ),
      out: textOption('With --report: a file; standard output if absent', { alias: 'o' }),
      since: textOption(
        'With --report: count calls that came at or after, as 2026-11-15 or 2026-11-15T08:30:00Z',
      ),
      until: textOption('With --report: count calls that came before'),
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
        write('no tool was seen yet; callgate run or callgate up meets them');
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
  'tools show': command(
    {
      ...TOOL_ARGS,
      policy: textOption('A preset or policy files in place of the configured ones'),
      args: { type: 'string', default: '{}', description: 'Arguments of a call, as JSON' },
      labels: textOption('What the session has touched, as private=known,untrusted=possible'),
      proven: flagOption('Every decisive value came from the person'),
    },
    async (given) => {
      const { config, policy } = given;
      const opened = await openHomeTools({ config, policy, home: homePaths(process.env), inProcess: true });
      const { judge } = opened;
      const { known, tool } = findTool(opened, given.tool, given.identity);
      const detail = toolDetail(known, tool, judge);
      const circumstances = {
        args: argumentsOf(given.args),
        labels: labelsOf(given.labels),
        words: true,
        proven: given.proven ?? false,
      };
      if (given.json === true) {
        write(asciiJson({ ...detail, called: judge.try(tool.traced(), circumstances) }, 2));
        return;
      }
      const input = judge.input(tool.traced(), circumstances);
      const decided = explanationText(
        input,
        judge.policy.name,
        judge.decide(input),
        findAutoConditions(judge.policy, input),
      );
      write(`${toolDetailText(detail)}\n\n${bold('What happens, and why')}\n${decided}`);
    },
  ),
  'tools enable': command(
    {
      ...TOOL_ARGS,
      ...REASON_ARG,
      agent: flagOption('You know that it acts as an agent'),
    },
    toolStatementCommand<ToolStatementOptions & { readonly agent?: boolean | undefined }>(
      'tools enable',
      async ({ agent = false }, { judge, operations }, { known, tool }, said) =>
        (await confirmAgent(toolRow(known, tool, judge).agentic, agent))
          ? [await operations.ask('tools.enable', { ...said, agent: true }), 'enabled']
          : undefined,
    ),
  ),
  'tools disable': command(
    { ...TOOL_ARGS, ...REASON_ARG },
    toolStatementCommand('tools disable', async (_given, { operations }, _found, said) => [
      await operations.ask('tools.disable', said),
      'disabled',
    ]),
  ),
  'tools override': command(
    {
      ...TOOL_ARGS,
      ...SET_ARGS,
      ...REASON_ARG,
      'any-definition': flagOption('It counts whatever the definition becomes'),
    },
    toolStatementCommand<ToolStatementOptions & { readonly 'any-definition'?: boolean | undefined }>(
      'tools override',
      async (given, opened, { tool }, said) => {
        const { operations } = opened;
        const set = answersOf(opened, given, 'tools override');
        if (set === 'clear') return [await operations.ask('tools.clearOverride', said), 'taken back'];
        const bound = given['any-definition'] === true ? null : tool.digest;
        return [await operations.ask('tools.override', { ...said, set, bound }), 'saved'];
      },
    ),
  ),
  'tools review': command(
    { ...TOOL_ARGS, ...SET_ARGS, ...REASON_ARG, digest: DIGEST },
    toolStatementCommand<ToolStatementOptions & { readonly digest?: string | undefined }>(
      'tools review',
      async (given, opened, { known, tool }, said) => {
        const { operations } = opened;
        const set = answersOf(opened, given, 'tools review');
        if (set === 'clear') return [await operations.ask('tools.clearReview', said), 'taken back'];
        const detail = toolDetail(known, tool, opened.judge);
        const text = [...changesText(detail), displayJson(detail.definition, { lines: true })].join('\n');
        if (!(await confirmReviewed(text, detail.digest, given.digest))) return undefined;
        const review = { ...said, set, definition: detail.digest };
        return [await operations.ask('tools.review', review), 'reviewed'];
      },
    ),
  ),
  'tools accept': driftCommand('tools.accept', 'tools accept', 'accepted'),
  'tools keep-out': driftCommand('tools.keepOut', 'tools keep-out', 'kept out'),
};
