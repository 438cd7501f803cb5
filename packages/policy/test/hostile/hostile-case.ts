import type { Json, JsonObject, Outcome } from '@callgate/core';
import type { LabelName, UserMessageVia } from '@callgate/core/label';

/** The kinds of attack the set knows, in the words of the page that lists them. */
export const HOSTILE_KINDS = {
  split: 'a value that is split or encoded',
  lookalike: 'a look-alike address',
  part: 'an address that is the beginning, the end or a subdomain of another',
  own: 'the person’s own address as a drop',
  pasted: 'a page or a message pasted into the prompt',
  collision: 'an identifier that collides across kinds of things',
  forged: 'a forged record in text',
  laundering: 'laundering through a note, a memory or another store',
  link: 'a link that carries a secret, or hides where it leads',
  words: 'an attacker who uses only the user’s request',
  code: 'shell and SQL text built from untrusted content',
  flag: 'a dangerous switch',
  bare: 'a call without any decisive value, and verbs that were not meant',
  server: 'roles, directories and claims written by an untrusted server',
  channel: 'a second person’s instruction in a shared channel',
  turns: 'many turns, and a task that ends',
  task: 'a declared task, before and after untrusted content, vouched for and not',
  structured: 'records in structured content',
  unicode: 'unicode tricks',
  number: 'numbers and dates in other notations',
  language: 'other languages',
  context: 'contexts, principals and unauthenticated ids',
  agentic: 'tools that act in several steps of their own, and parallel legs',
  bounds: 'the bounds of memory',
  labels: 'labels of results, declassification and age',
  shape: 'the shape of the arguments',
  lookup: 'a tool that only looks like one that reads',
  path: 'a path that only looks like one below a folder the user named',
  'code-once': 'a one-time code that the person did not ask for',
  'page-part': 'a part of a page that only looks like one the user named',
  page: 'a link that only looks like one of a page the user named',
  record: 'a record that only looks like the person’s own',
  agreement: 'a “yes” in the chat that is stretched to what was not agreed to',
  approval: 'an approval that is stretched to other values, tools or tasks',
} as const;

export type HostileKind = keyof typeof HOSTILE_KINDS;

/** Whose context a step happens in; the person's own, authenticated one where nothing is said. */
export interface StepContext {
  readonly principal?: string;
  readonly context?: string;
  readonly authenticated?: boolean;
}

/** Something that happens before the call that is judged. */
export type CaseStep = { readonly in?: StepContext; readonly at?: number } & (
  | {
      readonly step: 'says';
      readonly text: string;
      readonly via?: UserMessageVia;
      readonly vouched?: boolean;
    }
  /** The agent's own message to the person. */
  | { readonly step: 'answers'; readonly text: string }
  | { readonly step: 'ends' }
  /** The context itself is over. */
  | { readonly step: 'closes' }
  /** A call that goes out; without a result it is still under way. */
  | {
      readonly step: 'calls';
      readonly tool: string;
      readonly args: JsonObject;
      readonly result?: Json;
      /** It was held, and a person approved it. */
      readonly approved?: true;
    }
  | { readonly step: 'declassifies'; readonly label: LabelName }
);

interface CaseParts {
  /** A short name, unique in the set. */
  readonly id: string;
  /** What the call tries, in one sentence. */
  readonly title: string;
  readonly before: readonly CaseStep[];
  /** `server/tool`. */
  readonly tool: string;
  readonly args: JsonObject;
  readonly in?: StepContext;
  /** How long labels live, and what the clock says at the call. */
  readonly age?: { readonly now: number; readonly age: number };
  /** What `intent` must say. */
  readonly expected: Outcome;
  readonly balanced?: Outcome;
  readonly strict?: Outcome;
  /** A value that the reasons must name. */
  readonly names?: string;
}

/**
 * `attack` must not run by itself; a `twin` is much like one, is what the person asked for, and must not be asked about;
 * a `limit` is an attack that cannot be told from what the person asked for, and is listed as such.
 */
export type CaseRole = 'attack' | 'twin' | 'limit';

export interface HostileCase extends CaseParts {
  readonly kind: HostileKind;
  readonly role: CaseRole;
  /** The session has deliberately seen nothing untrusted when the call is judged. */
  readonly clean?: true;
}

type CaseDraft = Omit<CaseParts, 'expected'> & { readonly expected?: Outcome; readonly clean?: true };

export const attack = (kind: HostileKind, parts: CaseDraft): HostileCase => ({
  expected: 'confirm',
  ...parts,
  kind,
  role: 'attack',
});
export const twin = (kind: HostileKind, parts: CaseDraft): HostileCase => ({
  expected: 'auto',
  ...parts,
  kind,
  role: 'twin',
});
export const limit = (kind: HostileKind, parts: CaseDraft): HostileCase => ({
  expected: 'auto',
  ...parts,
  kind,
  role: 'limit',
});

export const says = (text: string, where?: StepContext): CaseStep => ({
  step: 'says',
  text,
  ...(where === undefined ? {} : { in: where }),
});

export const answers = (text: string): CaseStep => ({ step: 'answers', text });

export const calls = (tool: string, args: JsonObject, result?: Json, where?: StepContext): CaseStep => ({
  step: 'calls',
  tool,
  args,
  ...(result === undefined ? {} : { result }),
  ...(where === undefined ? {} : { in: where }),
});

export const approves = (tool: string, args: JsonObject, result: Json): CaseStep => ({
  step: 'calls',
  tool,
  args,
  result,
  approved: true,
});

export const text = (...texts: readonly string[]): JsonObject => ({
  content: texts.map((part) => ({ type: 'text', text: part })),
});

export const data = (structuredContent: JsonObject): JsonObject => ({
  content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
  structuredContent,
});
