import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

export const nanoseconds = (ns: number): string =>
  ns < 10_000 ? `${ns < 100 ? ns.toFixed(1) : ns.toFixed(0)} ns` : `${(ns / 1000).toFixed(0)} µs`;

export const count = (value: number): string => value.toLocaleString('en-GB', { maximumFractionDigits: 0 });

export const times = (ratio: number): string =>
  `${ratio < 1 ? ratio.toPrecision(1) : ratio < 10 ? ratio.toFixed(1) : count(ratio)} ×`;

/** A Markdown table whose columns line up. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, at) => (at === 0 ? (cells[at] ?? '').padEnd(width) : (cells[at] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
};

const said: string[] = [];

export const printLine = (text: string): void => {
  said.push(text);
  process.stdout.write(`${text}\n`);
};

/** Where, when and how a result was made. */
export const provenance = (command: string): Readonly<Record<string, unknown>> => ({
  command,
  date: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  loadAverage: Number((loadavg()[0] ?? 0).toFixed(2)),
});

/** Writes the figures for machines, and everything that was said for people. */
export const writeResult = (name: string, result: Readonly<Record<string, unknown>>): void => {
  const folder = new URL('results/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(result, null, 2)}\n`);
  const { command, date, node, cpu, cores, loadAverage } = result;
  const head = `# ${name}\n\n\`${command}\`, ${date}, node ${node}, ${cpu}, ${cores} cores, load average ${loadAverage}\n`;
  writeFileSync(new URL(`${name}.md`, folder), `${head}\n${said.join('\n')}\n`);
  printLine(`\nwritten to bench/results/${name}.json and ${name}.md`);
};
