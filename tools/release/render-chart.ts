import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

type Value = unknown;

interface Scope {
  readonly dot: Value;
  readonly variables: ReadonlyMap<string, Value>;
}

type Part =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'value'; readonly pipeline: string }
  | {
      readonly type: 'if' | 'with' | 'range';
      readonly pipeline: string;
      readonly then: readonly Part[];
    };

const member = (value: Value, name: string): Value =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const isTrue = (value: Value): boolean =>
  typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : value !== undefined && value !== null && value !== false && value !== '' && value !== 0;

const indent = (text: string, by: number): string => text.replaceAll(/^/gm, ' '.repeat(by));

/** Splits at spaces outside of quotes. */
const wordsOf = (text: string): readonly string[] => text.match(/"[^"]*"|\S+/g) ?? [];

/** The part of Go's templates that the chart uses. What it does not know is refused: helm decides what it means. */
class ChartRenderer {
  readonly #defined: Map<string, readonly Part[]> = new Map();

  render(text: string, root: Value): string {
    const parts = this.#parse(text);
    return this.#all(parts, { dot: root, variables: new Map() });
  }

  #parse(text: string): readonly Part[] {
    const tokens = [...text.matchAll(/\{\{(-?)\s*([^]*?)\s*(-?)\}\}/g)];
    const top: Part[] = [];
    const open: { readonly to: Part[]; readonly end: () => void }[] = [{ to: top, end: () => {} }];
    let at = 0;
    let trims = false;
    const textUntil = (end: number, trimsEnd: boolean): void => {
      let part = text.slice(at, end);
      if (trims) part = part.trimStart();
      if (trimsEnd) part = part.trimEnd();
      if (part !== '') open.at(-1)?.to.push({ type: 'text', text: part });
    };
    for (const token of tokens) {
      const [whole, before = '', code = '', after = ''] = token;
      textUntil(token.index, before === '-');
      at = token.index + whole.length;
      trims = after === '-';
      const [word, ...rest] = wordsOf(code);
      if (word === 'end') {
        open.pop()?.end();
        continue;
      }
      const inner: Part[] = [];
      if (word === 'define') {
        const name = (rest[0] ?? '').slice(1, -1);
        open.push({ to: inner, end: () => void this.#defined.set(name, inner) });
      } else if (word === 'if' || word === 'with' || word === 'range') {
        const to = open.at(-1)?.to;
        const part: Part = { type: word, pipeline: rest.join(' '), then: inner };
        open.push({ to: inner, end: () => void to?.push(part) });
      } else open.at(-1)?.to.push({ type: 'value', pipeline: code });
    }
    textUntil(text.length, false);
    if (open.length !== 1) throw new Error('an action is not ended');
    return top;
  }

  #all(parts: readonly Part[], scope: Scope): string {
    return parts.map((part) => this.#one(part, scope)).join('');
  }

  #one(part: Part, scope: Scope): string {
    if (part.type === 'text') return part.text;
    if (part.type === 'value') return String(this.#pipeline(part.pipeline, scope) ?? '');
    if (part.type === 'range') return this.#range(part.pipeline, part.then, scope);
    const value = this.#pipeline(part.pipeline, scope);
    if (!isTrue(value)) return '';
    return this.#all(part.then, part.type === 'with' ? { ...scope, dot: value } : scope);
  }

  #range(pipeline: string, then: readonly Part[], scope: Scope): string {
    const [, key = '', item = '', of = ''] = /^(\$\w+), (\$\w+) := (.+)$/.exec(pipeline) ?? [];
    const values = this.#pipeline(of, scope);
    return Object.entries(typeof values === 'object' && values !== null ? values : {})
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) =>
        this.#all(then, {
          ...scope,
          variables: new Map([...scope.variables, [key, name] as const, [item, value] as const]),
        }),
      )
      .join('');
  }

  #pipeline(text: string, scope: Scope): Value {
    const [first = '', ...others] = text.split('|').map((each) => each.trim());
    const start = this.#command(wordsOf(first), scope);
    return others.reduce<Value>((value, each) => this.#command([...wordsOf(each)], scope, value), start);
  }

  #command([name = '', ...given]: readonly string[], scope: Scope, piped?: Value): Value {
    const values = given.map((each) => this.#operand(each, scope));
    switch (name) {
      case 'include':
        return this.#all(this.#named(String(values[0])), { ...scope, dot: values[1] });
      case 'toYaml':
        return stringify(values[0], { lineWidth: 0 }).trimEnd();
      case 'nindent':
        return `\n${indent(String(piped), Number(values[0]))}`;
      case 'quote':
        return JSON.stringify(String(values.length > 0 ? values[0] : piped));
      case 'print':
        return values.join('');
      case 'not':
        return !isTrue(values[0]);
      default:
        if (given.length > 0 || piped !== undefined) throw new Error(`unknown: ${name}`);
        return this.#operand(name, scope);
    }
  }

  #named(name: string): readonly Part[] {
    const parts = this.#defined.get(name);
    if (parts === undefined) throw new Error(`not defined: ${name}`);
    return parts;
  }

  #operand(text: string, { dot, variables }: Scope): Value {
    if (text.startsWith('"')) return text.slice(1, -1);
    if (/^\d+$/.test(text)) return Number(text);
    if (text === '.') return dot;
    if (text.startsWith('$')) return variables.get(text);
    if (/^(?:\.\w+)+$/.test(text)) return text.slice(1).split('.').reduce(member, dot);
    throw new Error(`unknown: ${text}`);
  }
}

/** What a chart makes of its values, document by document. */
export const renderChart = (
  chart: string,
  release: string,
  values: Readonly<Record<string, unknown>> = {},
): readonly unknown[] => {
  const about: unknown = parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8'));
  const own: unknown = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'));
  const root = {
    Values: { ...(typeof own === 'object' ? own : {}), ...values },
    Chart: { AppVersion: member(about, 'appVersion') },
    Release: { Name: release },
  };
  const renderer = new ChartRenderer();
  const folder = join(chart, 'templates');
  const names = readdirSync(folder).toSorted();
  return names.flatMap((name) => {
    const text = renderer.render(readFileSync(join(folder, name), 'utf8'), root);
    return !name.endsWith('.yaml') || text.trim() === '' ? [] : [parse(text)];
  });
};
