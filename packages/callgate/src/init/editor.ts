import { CallgateError } from '@callgate/core';
import { clientFileErrors } from '@callgate/messages/errors/client-file';
import type { ConfigFormat } from './config-format.ts';
import { quoteText } from './config-format.ts';
import type { PlainValue } from './plain-value.ts';
import { plainMap, toPlainValue } from './plain-value.ts';
import type { MapNode, ConfigMember, ConfigNode, TextSpan } from './config-node.ts';
import { textsOf } from './config-node.ts';

/** Puts `text` where the span was. */
export interface Splice extends TextSpan {
  readonly text: string;
}

// A place that this editor leaves alone costs the server, not the file.
const { uneditable } = clientFileErrors;

export const applySplices = (text: string, splices: readonly Splice[]): string => {
  let result = '';
  let at = 0;
  for (const splice of splices.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (splice.start < at) throw new CallgateError(uneditable.overlap());
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
};

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;

/** Where the line ends, before its line feed. */
const lineEnd = (text: string, at: number): number => {
  const end = text.indexOf('\n', at);
  if (end < 0) return text.length;
  return end > at && text[end - 1] === '\r' ? end - 1 : end;
};

const isBlank = (character: string | undefined): boolean =>
  character === ' ' || character === '\t' || character === '\r' || character === '\n';

const blankBefore = (text: string, at: number): number => {
  let start = at;
  while (start > 0 && isBlank(text[start - 1])) start -= 1;
  return start;
};

const blankAfter = (text: string, at: number): number => {
  let end = at;
  while (isBlank(text[end])) end += 1;
  return end;
};

/** Where a value really ends: blocks of lines may count what is blank after them. */
const endOf = (node: ConfigNode): number => {
  if (node.kind === 'list' && node.style === 'lines') {
    const last = node.items.at(-1);
    return last === undefined ? node.end : endOf(last);
  }
  const last = node.kind === 'map' ? node.members.at(-1) : undefined;
  return last === undefined || last.style === 'inline' ? node.end : endOf(last.value);
};

const newlineOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

const firstKey = ({ keys }: ConfigMember): TextSpan => {
  const [first] = keys;
  if (first === undefined) throw new CallgateError(uneditable.keyAbsent());
  return first;
};

/** Changes to one map of a text, each as the smallest splices that make it, and what the map says after them. */
export class Editor {
  readonly map: MapNode;
  readonly splices: Splice[] = [];
  readonly #text: string;
  readonly #format: ConfigFormat;
  readonly #says: Map<string, PlainValue>;
  readonly #names = new Map<ConfigMember, string>();

  constructor(text: string, format: ConfigFormat, map: MapNode) {
    this.#text = text;
    this.#format = format;
    this.map = map;
    this.#says = new Map(map.members.map(({ key, value }) => [key, toPlainValue(value)]));
  }

  get says(): PlainValue {
    return plainMap([...this.#says]);
  }

  #nameOf(member: ConfigMember): string {
    return this.#names.get(member) ?? member.key;
  }

  #writeKey({ keys }: ConfigMember, key: string): void {
    for (const { start, end } of keys) this.#splice(start, end, this.#format.key(key));
  }

  setText(member: ConfigMember, value: string): void {
    if (member.value.kind !== 'text') throw new CallgateError(uneditable.notText());
    this.#splice(member.value.start, member.value.end, quoteText(value));
    this.#says.set(this.#nameOf(member), value);
  }

  rename(member: ConfigMember, key: string): void {
    this.#writeKey(member, key);
    this.#says.delete(this.#nameOf(member));
    this.#says.set(key, toPlainValue(member.value));
    this.#names.set(member, key);
  }

  renameWithin(member: ConfigMember, nameFor: (key: string) => string): void {
    const members = member.value.kind === 'map' ? member.value.members : [];
    for (const each of members) this.#writeKey(each, nameFor(each.key));
    const pairs = members.map(({ key, value }) => [nameFor(key), toPlainValue(value)] as const);
    this.#says.set(this.#nameOf(member), plainMap(pairs));
  }

  prepend(member: ConfigMember, texts: readonly string[]): void {
    const list = member.value;
    if (list.kind !== 'list') throw new CallgateError(uneditable.notList());
    this.#says.set(this.#nameOf(member), [...texts, ...(textsOf(list) ?? [])]);
    const [first] = list.items;
    const items = texts.map(quoteText);
    if (list.style === 'inline') {
      this.#insert(first?.start ?? list.start + 1, items.join(', ') + (first === undefined ? '' : ', '));
      return;
    }
    if (first === undefined) throw new CallgateError(uneditable.listWithoutBrackets());
    const dash = this.#dashBefore(first.start);
    const indent = this.#text.slice(lineStart(this.#text, dash), dash);
    this.#insert(dash, items.map((item) => `- ${item}${newlineOf(this.#text)}${indent}`).join(''));
  }

  dropFirst(member: ConfigMember, count: number): void {
    const list = member.value;
    const items = list.kind === 'list' ? list.items : [];
    const [first] = items;
    const next = items[count];
    const last = items.at(-1);
    if (list.kind !== 'list' || first === undefined || last === undefined)
      throw new CallgateError(uneditable.emptyList());
    this.#says.set(
      this.#nameOf(member),
      items.slice(count).map((item) => toPlainValue(item)),
    );
    if (list.style === 'inline') {
      this.#splice(first.start, next?.start ?? this.#pastComma(last.end), '');
      return;
    }
    const start = this.#dashBefore(first.start);
    if (next === undefined) this.#splice(start, endOf(last), '  []');
    else this.#splice(start, this.#dashBefore(next.start), '');
  }

  addListAfter(member: ConfigMember, key: string, texts: readonly string[]): void {
    this.#says.set(key, texts);
    const pair = `${this.#format.key(key)}${this.#format.separator}[${texts.map(quoteText).join(', ')}]`;
    const { start } = firstKey(member);
    if (member.style === 'inline') {
      const blank = this.#text.slice(blankBefore(this.#text, start), start);
      this.#insert(member.value.end, `,${blank === '' ? ' ' : blank}${pair}`);
      return;
    }
    if (member.style === 'table') throw new CallgateError(uneditable.valueUnderHeading());
    const prefix = this.#text.slice(lineStart(this.#text, start), start);
    const indent = this.#format.name === 'yaml' ? ' '.repeat(prefix.length) : prefix;
    if (this.#format.name === 'yaml' && !/^[ -]*$/.test(prefix))
      throw new CallgateError(uneditable.keyAfterKey());
    this.#insert(lineEnd(this.#text, member.value.end), `${newlineOf(this.#text)}${indent}${pair}`);
  }

  remove(member: ConfigMember): void {
    this.#says.delete(this.#nameOf(member));
    const { start } = firstKey(member);
    const end = endOf(member.value);
    if (member.style === 'inline') this.#removeBetweenCommas(start, end);
    else if (member.style === 'table') throw new CallgateError(uneditable.tableUnderHeading());
    else this.#removeLines(start, end);
  }

  #splice(start: number, end: number, text: string): void {
    this.splices.push({ start, end, text });
  }

  #insert(at: number, text: string): void {
    this.#splice(at, at, text);
  }

  #pastComma(at: number): number {
    const next = blankAfter(this.#text, at);
    return this.#text[next] === ',' ? next + 1 : at;
  }

  #removeBetweenCommas(start: number, end: number): void {
    const before = blankBefore(this.#text, start);
    if (this.#text[before - 1] === ',') {
      this.#splice(before - 1, end, '');
      return;
    }
    const past = this.#pastComma(end);
    if (past === end) throw new CallgateError(uneditable.betweenComments());
    this.#splice(start, blankAfter(this.#text, past), '');
  }

  #removeLines(start: number, end: number): void {
    const from = lineStart(this.#text, start);
    if (this.#format.name === 'yaml' && this.#text.slice(from, start).trim() !== '')
      throw new CallgateError(uneditable.keyAfterDash());
    const to = this.#text.indexOf('\n', end);
    this.#splice(from, to < 0 ? this.#text.length : to + 1, '');
  }

  #dashBefore(at: number): number {
    const found = /^([ \t]*)-[ \t]+$/.exec(this.#text.slice(lineStart(this.#text, at), at));
    if (found === null) throw new CallgateError(uneditable.itemsShareLines());
    return lineStart(this.#text, at) + (found[1] ?? '').length;
  }
}
