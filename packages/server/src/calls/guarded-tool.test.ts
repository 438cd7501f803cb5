import { disclose } from '@callgate/manifest';
import { expect, it } from 'vitest';
import { standardHints, readGuardedTools } from './guarded-tool.ts';
import { resolveCall } from '../sdk/resolve-call.ts';

const inputSchema = { type: 'object', properties: { mode: { type: 'string' }, force: { type: 'boolean' } } };
const manifest = disclose({
  tools: [
    {
      name: 'move',
      inputSchema,
      hints: {
        readOnly: false,
        destructive: true,
        idempotent: false,
        openWorld: true,
        requiresConfirmation: true,
      },
      conditions: [
        { when: 'args.mode == "look"', hints: { readOnly: true, requiresConfirmation: false } },
        { when: 'args.force == false', hints: { destructive: false } },
        { when: 'size(args.mode) > 100', hints: { openWorld: false } },
      ],
    },
    { name: 'plain', inputSchema, hints: {} },
  ],
});
const tools = readGuardedTools(manifest);
const hintsFor = (args: Record<string, string | boolean | number>): object =>
  standardHints(tools.get('move')?.forCall(args) ?? { tool: '', answers: {} as never, sets: {} });

it('is the worst case unless the arguments say better', () => {
  expect(hintsFor({})).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: true });
  expect(hintsFor({ mode: 'look' })).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  expect(hintsFor({ force: false })).toMatchObject({ readOnlyHint: false, destructiveHint: false });
  expect(tools.get('move')?.forCall({ mode: 'look' }).answers.requiresConfirmation).toBe('no');
});

it('is the worst case where a condition cannot be evaluated', () => {
  expect(hintsFor({ mode: 7 })).toMatchObject({ openWorldHint: true });
});

it('has the defaults of the specification where nothing is declared', () => {
  expect(resolveCall(tools, 'plain', {})).toEqual({
    name: 'plain',
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  });
});

it('resolves nothing that is not there', () => {
  expect(() => resolveCall(tools, 'gone', {})).toThrow(expect.objectContaining({ code: -32_602 }));
  expect(() => resolveCall(tools, 'move', 'text')).toThrow(expect.objectContaining({ code: -32_602 }));
});

it('is made ready once a manifest', () => {
  expect(readGuardedTools(manifest)).toBe(tools);
});
