import { display } from '@callgate/core';
import { clientFileErrors } from '@callgate/messages/errors/client-file';
import type { KeyPart } from './toml-scanner.ts';
import { TomlScanner } from './toml-scanner.ts';
import type { ConfigMember, ConfigNode, TextSpan } from './config-node.ts';

const { syntax } = clientFileErrors;

const MAX_DEPTH = 100;

interface TomlMapDraft extends TextSpan {
  readonly kind: 'map';
  readonly members: TomlMemberDraft[];
}

interface TomlMemberDraft {
  readonly key: string;
  readonly keys: TextSpan[];
  readonly value: ConfigNode;
  readonly style: ConfigMember['style'];
}

const emptyMap = (start: number): TomlMapDraft => ({ kind: 'map', members: [], start, end: start });

class TomlReader {
  readonly #scan: TomlScanner;
  /** Maps that more can be said of: those of headings and of dotted keys, not those in braces. */
  readonly #open = new Map<ConfigNode, TomlMapDraft>();
  readonly #headed = new Set<ConfigNode>();
  /** Lists of tables, each with what is said of its last one. */
  readonly #tables = new Map<ConfigNode, ConfigNode[]>();
  readonly #root: TomlMapDraft = emptyMap(0);

  constructor(text: string) {
    this.#scan = new TomlScanner(text);
    this.#open.set(this.#root, this.#root);
  }

  whole(): ConfigNode {
    const scan = this.#scan;
    let table = this.#root;
    for (;;) {
      scan.space();
      if (scan.at >= scan.text.length) return this.#root;
      if (scan.take('[[')) table = this.#tableInList();
      else if (scan.take('[')) table = this.#table();
      else this.#assign(table, 'lines', 0);
      if (!scan.lineEnd()) throw scan.unexpected('the end of the line');
    }
  }

  #assign(into: TomlMapDraft, style: 'lines' | 'inline', depth: number): void {
    const scan = this.#scan;
    const parts = scan.key();
    if (!scan.take('=')) throw scan.unexpected('`=`');
    scan.blank();
    const value = this.#value(depth + 1);
    const last = parts.pop();
    if (last === undefined) return;
    const target = this.#enter(into, parts);
    // what dotted keys made has no heading any more
    if (parts.length > 0) this.#headed.add(target);
    if (target.members.some(({ key }) => key === last.key)) throw this.#twice(last);
    target.members.push({ key: last.key, keys: [last], value, style });
  }

  #twice(part: KeyPart): Error {
    return this.#scan.problem(
      syntax.duplicateKey({ format: this.#scan.format, key: display(part.key, { max: 100 }) }),
      part.start,
    );
  }

  #child(table: TomlMapDraft, part: KeyPart): TomlMapDraft {
    const found = table.members.find(({ key }) => key === part.key);
    if (found === undefined) {
      const value = emptyMap(part.start);
      this.#open.set(value, value);
      table.members.push({ key: part.key, keys: [part], value, style: 'table' });
      return value;
    }
    const last = this.#tables.get(found.value)?.at(-1);
    const open = this.#open.get(last ?? found.value);
    if (open === undefined) throw this.#twice(part);
    found.keys.push(part);
    return open;
  }

  #enter(from: TomlMapDraft, parts: readonly KeyPart[]): TomlMapDraft {
    let table = from;
    for (const part of parts) table = this.#child(table, part);
    return table;
  }

  #table(): TomlMapDraft {
    const parts = this.#scan.key();
    if (!this.#scan.take(']')) throw this.#scan.unexpected('`]`');
    const table = this.#enter(this.#root, parts);
    const [last] = parts.slice(-1);
    if (last !== undefined && this.#headed.has(table)) throw this.#twice(last);
    this.#headed.add(table);
    return table;
  }

  #tableInList(): TomlMapDraft {
    const parts = this.#scan.key();
    if (!this.#scan.take(']]')) throw this.#scan.unexpected('`]]`');
    const [last] = parts.slice(-1);
    const table = emptyMap(this.#scan.at);
    this.#open.set(table, table);
    if (last === undefined) return table;
    const parent = this.#enter(this.#root, parts.slice(0, -1));
    const found = parent.members.find(({ key }) => key === last.key);
    if (found === undefined) {
      const items: ConfigNode[] = [table];
      const list: ConfigNode = { kind: 'list', style: 'lines', items, start: last.start, end: last.end };
      this.#tables.set(list, items);
      parent.members.push({ key: last.key, keys: [last], value: list, style: 'table' });
      return table;
    }
    const items = this.#tables.get(found.value);
    if (items === undefined) throw this.#twice(last);
    items.push(table);
    return table;
  }

  #value(depth: number): ConfigNode {
    const scan = this.#scan;
    if (depth > MAX_DEPTH) throw scan.problem(syntax.tooDeep({ format: scan.format }));
    const start = scan.at;
    const text = scan.string();
    if (text !== undefined) return text;
    if (scan.take('[')) {
      const items: ConfigNode[] = [];
      scan.items(']', () => items.push(this.#value(depth + 1)));
      return { kind: 'list', style: 'inline', items, start, end: scan.at };
    }
    if (scan.take('{')) {
      const map = emptyMap(start);
      // keys with dots may be added to while the braces are open
      scan.items('}', () => this.#assign(map, 'inline', depth));
      return { ...map, end: scan.at };
    }
    const raw = scan.literal();
    return { kind: 'other', raw, start, end: scan.at };
  }
}

export const readToml = (text: string): ConfigNode => new TomlReader(text).whole();
