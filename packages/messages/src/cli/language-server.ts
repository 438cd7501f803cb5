import { countOf } from '../text/count.ts';

/** `callgate language-server` and `callgate format`: what editors show. */
export const languageServerMessages = {
  source: 'callgate',
  catalogue: 'Complete names of its tools: a catalogue, tools/list answer, manifest or lock',
  stdio: 'Talk over standard input and output, as it always does',
  cancelled: 'The request was cancelled',
  reach: ({
    tools,
    of,
    outcomes,
  }: {
    readonly tools: number;
    readonly of: number;
    readonly outcomes: { readonly auto: number; readonly confirm: number; readonly block: number };
  }): string =>
    `Can match ${tools} of ${countOf(of, 'tool')}. In a session that has read nothing: ${outcomes.auto} auto, ${outcomes.confirm} confirm, ${outcomes.block} block.`,
  more: ({ count }: { readonly count: number }): string => `${count} more`,
  repair: ({ name }: { readonly name: string }): string => `Change to ${name}`,
  format: {
    files: 'Policies, tests, configurations and other YAML files',
    write: 'Write the formatted files',
    changed: ({ path }: { readonly path: string }): string => `${path} is not formatted`,
    written: ({ path }: { readonly path: string }): string => `${path} formatted`,
    same: ({ count }: { readonly count: number }): string => `${countOf(count, 'file')} formatted already`,
  },
};

export type LanguageServerMessages = typeof languageServerMessages;
