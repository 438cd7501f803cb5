import type { JsonObject, Labels } from '@callgate/core';
import { CallgateError, isJsonObject } from '@callgate/core';
import { autoIf } from '@callgate/core/decide';
import type { Strength } from '@callgate/core/label';
import { LABEL_NAMES, STRENGTHS } from '@callgate/core/label';
import { parseStrict, receiveArguments } from '@callgate/core/receive';
import { toolDetail } from '@callgate/operations/tools';
import type { ArgsDef } from 'citty';
import { homePaths } from '../home.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { explanation } from '../show/explanation.ts';
import { bold, write } from '../show/style.ts';
import { pairsOf } from '../tools/filter-options.ts';
import { findTool, openTools } from '../tools/home-tools.ts';
import { showText } from '../tools/show-text.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';
import { TOOL_ARGS } from './tools-args.ts';

const args = {
  ...TOOL_ARGS,
  policy: { type: 'string', description: 'A preset or policy files in place of the configured ones' },
  args: { type: 'string', default: '{}', description: 'Arguments of a call, as JSON' },
  labels: {
    type: 'string',
    description: 'What the session has touched, as private=known,untrusted=possible',
  },
  proven: { type: 'boolean', description: 'Every decisive value came from the person' },
} as const satisfies ArgsDef;

const argumentsOf = (text: string): JsonObject => {
  const value = parseStrict(text);
  if (!isJsonObject(value)) throw new CallgateError('INPUT_SHAPE', '--args: not an object');
  return receiveArguments(value).arguments;
};

const labelsOf = (written: string | undefined): Labels => ({
  private: 'none',
  untrusted: 'none',
  ...Object.fromEntries(pairsOf<Strength>('labels', written, STRENGTHS, LABEL_NAMES)),
});

/** `callgate tools show` */
export const toolsShowCommand: CommandEntry = commandEntry(
  'tools show',
  'One tool: claims, beliefs, drift, what was said of it, what happens if it is called and why',
  args,
  async ({ args: given }) => {
    const { config, policy } = given;
    const opened = await openTools({ config, policy, home: homePaths(process.env), inProcess: true });
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
    const decided = explanation(input, judge.policy.name, judge.decide(input), autoIf(judge.policy, input));
    write(`${showText(detail)}\n\n${bold('What happens, and why')}\n${decided}`);
  },
);
