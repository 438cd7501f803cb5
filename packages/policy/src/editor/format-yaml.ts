import { isDeepStrictEqual } from 'node:util';
import type { Document, Scalar } from 'yaml';
import { YAMLMap, YAMLSeq, isAlias, isScalar, parseDocument, visit } from 'yaml';
import { MAX_YAML_BYTES } from '../yaml/parse-yaml.ts';

/** Flow style that would make a line longer becomes block style. */
const MAX_WIDTH = 110;

/** Lists are written `[a, b]` and maps `{ a: b }`. */
const padFlowStyle = (document: Document): void => {
  visit(document, {
    Collection: (_, node) => {
      if (node.flow !== true) return;
      const own = node instanceof YAMLSeq ? YAMLSeq.prototype : YAMLMap.prototype;
      const padding = node instanceof YAMLSeq ? '' : ' ';
      node.toString = function (ctx, ...rest) {
        if (ctx === undefined) return own.toString.call(node);
        return own.toString.call(node, { ...ctx, flowCollectionPadding: padding }, ...rest);
      };
    },
  });
};

const write = (document: Document): string => document.toString({ lineWidth: 0, indentSeq: true });

/** Texts that go over several lines keep them; the YAML library would fill them anew. */
class KeptLines {
  readonly #text: string;
  readonly #kept: string[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  takeOut(document: Document): void {
    visit(document, (_, node, path) => {
      if (isAlias(node) || !isScalar(node) || !this.#isKept(node)) return undefined;
      if (path.some((each) => (each instanceof YAMLMap || each instanceof YAMLSeq) && each.flow === true))
        return undefined;
      const [from, , to] = node.range ?? [0, 0, 0];
      this.#kept.push(this.#text.slice(from, to));
      node.value = this.#mark(this.#kept.length - 1);
      node.type = 'PLAIN';
      return undefined;
    });
  }

  putBack(text: string): string {
    const lines = text.split('\n').map((line) => {
      const at = this.#kept.findIndex((_, number) => line.includes(this.#mark(number)));
      const written = this.#kept[at];
      if (written === undefined) return line;
      const [first = '', ...rest] = written.trimEnd().split('\n');
      const indent = /^\s*(?:- )*/.exec(line)?.[0].length ?? 0;
      const least = Math.min(...rest.filter((each) => each.trim() !== '').map((each) => each.search(/\S/)));
      const moved = rest.map((each) =>
        each.trim() === '' ? '' : `${' '.repeat(indent + 2)}${each.slice(least).trimEnd()}`,
      );
      return [line.replace(this.#mark(at), () => first.trimEnd()), ...moved].join('\n');
    });
    return lines.join('\n');
  }

  #isKept({ type, range, comment }: Scalar): boolean {
    if (type === 'BLOCK_LITERAL' || comment !== undefined || range === undefined || range === null)
      return false;
    return this.#text.slice(range[0], range[1]).trimEnd().includes('\n');
  }

  #mark(number: number): string {
    return `callgateKept${number}x`;
  }
}

/** Block style for what is too long in flow style. */
const unfold = (document: Document): void => {
  visit(document, {
    Collection: (_, node) => {
      if (node.flow === true && JSON.stringify(node).length > MAX_WIDTH) node.flow = false;
    },
  });
};

/**
 * The same YAML in one style: two spaces, lists indented, comments kept. Undefined where it cannot be read. Whatever
 * is formatted means the same: a text that would not is left as it is.
 */
export const formatYaml = (written: string): string | undefined => {
  if (written.length > MAX_YAML_BYTES) return undefined;
  const text = written.replaceAll('\r\n', '\n');
  try {
    const before = parseDocument(text, { logLevel: 'silent' });
    if (before.errors.length > 0 || before.contents === null) return undefined;
    const content: unknown = before.toJS({ maxAliasCount: 50 });
    const means = (made: string): boolean => {
      const after = parseDocument(made, { logLevel: 'silent' });
      return after.errors.length === 0 && isDeepStrictEqual(after.toJS({ maxAliasCount: 50 }), content);
    };
    const kept = new KeptLines(text);
    unfold(before);
    padFlowStyle(before);
    kept.takeOut(before);
    const made = kept.putBack(write(before));
    return means(made) ? made : text;
  } catch {
    // aliases that multiply
    return undefined;
  }
};
