import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { errorSentences, errorText } from '../text/error-text.ts';
import type { ErrorText } from '../text/error-text.ts';

/** Words of the old way to speak. */
const BANNED =
  /\b(?:whoever|nobody who|somebody|in its own words|set apart|what is said of it|stands there)\b/i;

/** Every parameter reads as its own name. */
const PARAMETERS: unknown = new Proxy(
  {},
  { get: (_, name) => (name === Symbol.toPrimitive ? () => 'x' : String(name)) },
);

const isErrorText = (value: unknown): value is ErrorText =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value;

const listTexts = (value: unknown, path: string): readonly (readonly [string, ErrorText])[] => {
  if (isErrorText(value)) return [[path, value]];
  if (typeof value === 'function') return listTexts(Reflect.apply(value, undefined, [PARAMETERS]), path);
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is no error`);
  return Object.entries(value).flatMap(([name, inner]) => listTexts(inner, `${path}.${name}`));
};

const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'));
const modules = await Promise.all(
  files.map(async (file): Promise<unknown> => {
    const loaded: unknown = await import(pathToFileURL(join(import.meta.dirname, file)).href);
    return loaded;
  }),
);
const texts = modules.flatMap((module) => listTexts(module, 'errors'));

describe('texts of errors', () => {
  it.each(texts)('%s is a short plain sentence with a code', (_, text) => {
    expect(text.code).toMatch(/^[A-Z][A-Z0-9_]+$/);
    // a name may stand first
    expect(text.message).toMatch(/^(?:[^a-z\s]|\S*[^a-zA-Z\s'’])[^]*[^.\s]$/);
    expect(text.message.split(/\s+/).length).toBeLessThanOrEqual(25);
    if (text.help !== undefined) expect(text.help).toMatch(/^[^a-z\s][^]*[.?!)]$/);
    expect(errorSentences(text)).not.toMatch(BANNED);
  });

  it('has no help where none is given', () => {
    expect(errorText('A', 'It failed')).toEqual({ code: 'A', message: 'It failed' });
    expect(errorSentences(errorText('A', 'It failed'))).toBe('It failed');
    expect(errorSentences(errorText('A', 'It failed', 'Try again.'))).toBe('It failed. Try again.');
  });
});
