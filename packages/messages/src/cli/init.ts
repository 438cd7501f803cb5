import { countOf } from '../text/count.ts';
import { joinNames } from '../text/join-names.ts';

type ToolEffect = 'reads' | 'writes' | 'destroys' | 'nothing';

/** The conversation of `callgate init`. */
export const initMessages = {
  starting: ({ servers, seconds }: { readonly servers: number; readonly seconds: number }): string =>
    `Starting ${countOf(servers, 'server')} once to list the tools, at most ${seconds} s each.`,
  notStarted: 'not started, because its command comes from a project file. Its tools stay unreviewed',
  failed: ({ why }: { readonly why: string }): string => `${why}. It goes behind Callgate unreviewed`,
  needsSignIn: ({ why, url }: { readonly why: string; readonly url: string }): string =>
    `${why}. It stays unguarded: run \`callgate login ${url}\`, then \`callgate init\``,
  leftToSignIn: ({ url }: { readonly url: string }): string =>
    `it requires sign-in: run \`callgate login ${url}\`, then \`callgate init\``,
  noTools: 'has no tools',
  packAll: ({ tools, pack }: { readonly tools: number; readonly pack: string }): string =>
    `${countOf(tools, 'tool')}, reviewed by Callgate's pack \`${pack}\``,
  packSome: ({
    tools,
    judged,
    pack,
  }: {
    readonly tools: number;
    readonly judged: number;
    readonly pack: string;
  }): string =>
    `${countOf(tools, 'tool')}. Callgate's pack \`${pack}\` reviewed ${judged}; the others stay unreviewed`,
  packOther: ({ pack, source }: { readonly pack: string; readonly source: string }): string =>
    `The definitions match the pack \`${pack}\`, but the command does not name ${source}`,
  packNone: ({ tools }: { readonly tools: number }): string =>
    `${countOf(tools, 'tool')}. No reviewed pack matches`,
  columns: ['tool', 'server claims', 'Callgate suggests'],
  effect: {
    reads: 'reads',
    writes: 'writes',
    destroys: 'deletes or overwrites',
    nothing: '–',
  } satisfies Record<ToolEffect, string>,
  more: ({ tools }: { readonly tools: number }): string => `… and ${tools} more`,
  usePacks: ({ servers }: { readonly servers: readonly string[] }): string =>
    `Use Callgate's reviews for ${joinNames(servers)}? [Y/n] `,
  choose: ({ server, pack }: { readonly server: string; readonly pack: string | null }): string =>
    [
      `${server}: how should Callgate judge its tools?`,
      ...(pack === null ? [] : [`  p  use Callgate's pack \`${pack}\``]),
      '  t  trust what this server says about itself',
      '  r  review it tool by tool, after the files are written',
      '  u  leave it unreviewed: every call asks',
      '',
    ].join('\n'),
  answer: ({ preset }: { readonly preset: string }): string => `Answer [${preset}]: `,
  keys: ({ keys }: { readonly keys: readonly string[] }): string => `Type ${keys.join(', ')} or Enter.`,
  useSandbox:
    'Run them in a sandbox where that works, so that tools that say they only read cannot write? [y/N] ',
  outcomes: 'What will happen, in a session that has read nothing private or untrusted:',
  auto: ({ tools, names }: { readonly tools: number; readonly names: string }): string =>
    tools === 1 ? `1 runs by itself: ${names}` : `${tools} run by themselves: ${names}`,
  asks: ({ tools, names }: { readonly tools: number; readonly names: string }): string =>
    tools === 1 ? `1 asks: ${names}` : `${tools} ask: ${names}`,
  blocked: ({ tools, names }: { readonly tools: number; readonly names: string }): string =>
    tools === 1 ? `1 is blocked: ${names}` : `${tools} are blocked: ${names}`,
  allAsk: 'every call asks',
  reviewNext: 'you review it next; until then these ask',
  changes: 'Files that change:',
  go: 'Write these files? [Y/n, l shows every line] ',
  reason: ({ pack, why }: { readonly pack: string; readonly why: string }): string => `pack ${pack}: ${why}`,
  reviewed: ({ tools, server }: { readonly tools: number; readonly server: string }): string =>
    `${server}: ${countOf(tools, 'review')} saved`,
  reviewKept: ({ tools, server }: { readonly tools: readonly string[]; readonly server: string }): string =>
    `${server}: your review of ${joinNames(tools)} stays`,
  notSaved: 'The reviews were not saved, so these tools ask',
  hooks: ({
    client,
    host,
    file,
  }: {
    readonly client: string;
    readonly host: string;
    readonly file: string;
  }): string =>
    `To let Callgate know your requests in ${client}, put the output of \`callgate hook ${host} --snippet\` into ${file}.`,
  hooksChange: ({ added }: { readonly added: boolean }): string =>
    added ? 'hooks that tell Callgate your requests' : 'hooks of Callgate are removed',
  hooksWritten: ({ client }: { readonly client: string }): string =>
    `${client} tells Callgate your requests from its next start on. It may ask you to trust the new hooks.`,
  undoWith: ({ command }: { readonly command: string }): string => `Undo: ${command}`,
};

export type InitMessages = typeof initMessages;
