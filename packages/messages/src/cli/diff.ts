import { countOf } from '../text/count.ts';
import { joinNames } from '../text/join-names.ts';

/** A session and calls before, in which two policies were compared. */
interface ComparedSession {
  readonly labels: { readonly private: string; readonly untrusted: string };
  readonly words: boolean;
  readonly origins: { readonly proven: string; readonly forbidden?: unknown; readonly outbound?: unknown };
  readonly history?: Readonly<Record<string, { readonly most: number | null }>>;
}

const historyWords = ({ history = {} }: ComparedSession): readonly string[] =>
  Object.entries(history).flatMap(([name, { most }]) =>
    most === null || most === 0 ? [] : [/^(?:count|sum)\(/.test(name) ? `${name} ${most}` : name],
  );

/** What changes between two policies or two catalogues. */
export const diffMessages = {
  files: 'OLD and NEW: policies, manifests, tools/list answers, catalogues or locks; layers with commas',
  catalogue: 'For policies: compare the tools of this catalogue too',
  server: 'With --catalogue: the server of a raw tools/list answer, as rules name it',
  log: 'For policies: compare the calls of this audit log: the database',
  traces: 'For policies: compare the calls of these traces; several with commas',
  keys: 'With --log: the key file; by default callgate.key beside the database',
  calls: 'With --log: how many of the last calls; all up to 100,000 if absent',
  policy: 'For catalogues: the policy that decides about their tools; by default balanced',
  markdown: 'Write Markdown, for a pull request',
  json: 'One JSON object',
  title: ({ before, after }: { readonly before: string; readonly after: string }): string =>
    `${before} -> ${after}`,

  none: 'none',
  more: ({ count }: { readonly count: number }): string => `${count} more are not listed.`,
  witness: ({
    tool,
    hints,
  }: {
    readonly tool: string | null;
    readonly hints: Readonly<Record<string, string>>;
  }): string => {
    const said = Object.entries(hints).map(([name, value]) => `${name} ${value}`);
    return [...(tool === null ? [] : [tool]), ...(said.length === 0 ? ['nothing said'] : said)].join(', ');
  },
  tried: ({ hints }: { readonly hints: number }): string =>
    `Every value of ${countOf(hints, 'hint')} was tried in every session, as a trusted server says it; one witness for each change.`,
  partlySeen: ({ rules }: { readonly rules: readonly string[] }): string =>
    `Changed rules read more than hints and sessions, which only recorded calls show: ${joinNames(rules)}.`,
  isCut:
    'Rules read more hints together, or name more tools, than can be tried; some combinations were left out.',
  compared: ({ calls }: { readonly calls: number }): string =>
    `${countOf(calls, 'recorded call')} compared, each in its session as it was.`,
  session: (compared: ComparedSession): string => {
    const { labels, words, origins } = compared;
    return [
      `private ${labels.private}`,
      `untrusted ${labels.untrusted}`,
      ...(words ? [] : ['request unknown']),
      ...(origins.proven === 'yes' ? ['values proven'] : []),
      ...(origins.forbidden === undefined ? [] : ['forbidden by the request']),
      ...(origins.outbound === true ? ['carries data out'] : []),
      ...historyWords(compared),
    ].join(', ');
  },
  hints: {
    title: 'Combinations of hints',
    head: ['change', 'hints', 'session', 'before', 'after', 'rules before', 'rules after'],
  },
  toolOutcomes: { title: 'Tools', head: ['change', 'tool', 'session', 'before', 'after'] },
  recordedCalls: {
    title: 'Recorded calls',
    head: ['change', 'tool', 'calls', 'before', 'after', 'rules before', 'rules after', 'for example'],
  },
  definitions: { title: 'Definitions', head: ['change', 'tool', 'at', 'what'] },
  directions: { loosened: 'LESS CARE', tightened: 'more care', neutral: 'different' },
  added: { title: 'New tools', tool: 'tool' },
  removed: { title: 'Removed tools', tool: 'tool' },
  verdict: ({ loosened, isUnsure }: { readonly loosened: boolean; readonly isUnsure: boolean }): string => {
    if (loosened) return 'Something is LOOSENED.';
    return isUnsure
      ? 'No loosening was found, but not all that changed could be compared: see above.'
      : 'Nothing is loosened.';
  },
};

export type DiffMessages = typeof diffMessages;
