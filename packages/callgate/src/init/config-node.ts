import { CallgateError } from '@callgate/core';
import type { ErrorText } from '@callgate/messages/text/error-text';

/** A part of a text, in UTF-16 units. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface TextNode extends TextSpan {
  readonly kind: 'text';
  readonly value: string;
}

export interface ListNode extends TextSpan {
  readonly kind: 'list';
  /** `lines`: an item a line after a dash; `inline`: in brackets. */
  readonly style: 'inline' | 'lines';
  readonly items: readonly ConfigNode[];
}

export interface MapNode extends TextSpan {
  readonly kind: 'map';
  readonly members: readonly ConfigMember[];
}

/** A number, a date, null, or whatever else is never edited. */
export interface OtherNode extends TextSpan {
  readonly kind: 'other';
  /** As it is written. */
  readonly raw: string;
}

/** A value of a configuration file and where it stands. */
export type ConfigNode = TextNode | ListNode | MapNode | OtherNode;

export interface ConfigMember {
  readonly key: string;
  /** Wherever this key is written; a table of TOML can be named more than once. */
  readonly keys: readonly TextSpan[];
  readonly value: ConfigNode;
  /** `inline`: between commas; `lines`: on lines of its own; `table`: under a heading of its own. */
  readonly style: 'inline' | 'lines' | 'table';
}

export const findMember = (node: ConfigNode | undefined, key: string): ConfigMember | undefined =>
  node?.kind === 'map' ? node.members.find((each) => each.key === key) : undefined;

/** Keys that stand there twice: which one counts is up to the reader. */
export const repeatedKeys = (node: MapNode): string[] => {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { key } of node.members) (seen.has(key) ? repeated : seen).add(key);
  return [...repeated];
};

/** What a list of texts says, or nothing where something else is in it. */
export const textsOf = (node: ConfigNode | undefined): string[] | undefined => {
  if (node?.kind !== 'list') return undefined;
  const texts = node.items.flatMap((item) => (item.kind === 'text' ? [item.value] : []));
  return texts.length === node.items.length ? texts : undefined;
};

/** Line and column from 1. */
export const positionIn = (
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { line, column: offset - (before.lastIndexOf('\n') + 1) + 1 };
};

/** A syntax error at a place of a text. The caller that knows the file fills in `file`. */
export const configParseError = (text: string, offset: number, problem: ErrorText): CallgateError =>
  new CallgateError(problem, { position: { file: '', ...positionIn(text, offset) } });
