import { expect, it } from 'vitest';
import { CLIENTS } from './clients.ts';
import { maskText } from './mask-text.ts';
import { pathKey } from './client-server-entry.ts';

const shown = (...names: string[]): Set<string> =>
  new Set(names.map((name) => pathKey(['mcpServers', name])));

it('hides every value but what starts the servers that change', () => {
  const text =
    '{"token":"s1","mcpServers":{"a":{"command":"x","args":["y"],"env":{"K":"s2"},"timeout":7},"b":{"url":"https://s3/","headers":{"A":"Bearer s4"}}}}';
  expect(maskText(CLIENTS.cursor, text, shown('a'))).toBe(
    '{"token":•••,"mcpServers":{"a":{"command":"x","args":["y"],"env":{"K":•••},"timeout":7},"b":{"url":•••,"headers":{"A":•••}}}}',
  );
});

it('shows where a secret is', () => {
  const text = '{"mcpServers":{"a":{"command":"x","env":{"K":"${input:k}","L":"Bearer ${env:L}"}}}}';
  expect(maskText(CLIENTS.cursor, text, shown('a'))).toBe(text);
});

it('keeps the number of lines', () => {
  const text = 'k: |\n  one\n  two\nextensions: {}\n';
  const masked = maskText(CLIENTS.goose, text, new Set());
  expect(masked.split('\n').length).toBe(text.split('\n').length);
  expect(masked).not.toContain('one');
  const toml = 'k = """\none\ntwo"""\n';
  expect(maskText(CLIENTS.codex, toml, new Set())).toBe('k = •••\n•••\n•••\n');
});
