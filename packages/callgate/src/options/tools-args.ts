import type { FlagOption, TextOption } from './option.ts';
import { flagOption, textOption } from './option.ts';
/** What every command about one tool takes. */
export const TOOL_ARGS: Readonly<Record<'identity' | 'config', TextOption>> & {
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

export const REASON_ARG: { readonly reason: TextOption } = {
  reason: textOption('Why; it stands in the record'),
};
