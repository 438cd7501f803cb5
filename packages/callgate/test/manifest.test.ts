import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCallgate, ensureBuilt, fileWith } from './fixtures/run-callgate.ts';

beforeAll(ensureBuilt);

const LISTED = {
  tools: [
    {
      name: 'delete_event',
      description: 'Deletes an event.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      icons: [],
      annotations: { readOnlyHint: false, destructiveHint: true, requiresConfirmation: true },
    },
  ],
};

const MANIFEST = {
  manifest: 1,
  tools: [
    {
      name: 'delete_event',
      description: 'Deletes an event.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
      hints: { readOnly: false, destructive: true, requiresConfirmation: true },
    },
  ],
};

describe('callgate convert', () => {
  it('makes a manifest of a tools/list answer, and says what is lost', async () => {
    const ran = await runCallgate(['convert', fileWith(JSON.stringify(LISTED)), '--from', 'mcp']);
    expect(JSON.parse(ran.out)).toEqual(MANIFEST);
    expect(ran.err).toBe('lost: delete_event: icons: a manifest has no field for it\n1 tool, 1 lost\n');
    expect(ran.code).toBe(0);
  });

  it('makes tools of a vendor, with the standard sentence, and a manifest of them again', async () => {
    const file = fileWith(JSON.stringify(MANIFEST));
    const there = await runCallgate(['convert', file, '--to', 'openai', '--strict']);
    expect(there).toMatchObject({ err: '', code: 0 });
    expect(JSON.parse(there.out)).toMatchObject([
      {
        type: 'function',
        description:
          'Deletes an event.\n\nSide effects: changes data or systems; may delete or overwrite data. Ask the user before calling it.',
      },
    ]);
    const back = await runCallgate(['convert', '-', '--from', 'openai'], there.out);
    expect(JSON.parse(back.out)).toEqual(MANIFEST);
  });

  it('exits with 2 where something is lost and that was not wanted', async () => {
    const file = fileWith(JSON.stringify(LISTED));
    const to = fileWith('');
    const ran = await runCallgate([
      'convert',
      file,
      '--from',
      'mcp',
      '--to',
      'anthropic',
      '--strict',
      '-o',
      to,
    ]);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(JSON.parse(readFileSync(to, 'utf8'))).toMatchObject([{ name: 'delete_event' }]);
  });

  it('shows nothing that hides', async () => {
    const hidden = { tools: [{ ...LISTED.tools[0], name: 'a\u202eb', icons: [] }] };
    const ran = await runCallgate(['convert', '-', '--from', 'mcp'], JSON.stringify(hidden));
    expect(`${ran.out}${ran.err}`).not.toContain('\u202e');
    expect(JSON.parse(ran.out)).toMatchObject({ tools: [{ name: 'a\u202eb' }] });
  });

  it('says which forms there are', async () => {
    const ran = await runCallgate(['convert', '-', '--from', 'opnai'], '[]');
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain('Did you mean `openai`?');
  });

  it('says what is wrong with a manifest in place of converting it', async () => {
    const ran = await runCallgate(['convert', '-', '--to', 'mcp'], 'manifest: 1\ntool: []\n');
    expect(ran).toMatchObject({ code: 1, out: '' });
    expect(ran.err).toContain('-:2:1: error[MANIFEST_KEY]: Unknown key `tool`');
  });
});

describe('callgate check of manifests', () => {
  it('tells warnings and lets them pass', async () => {
    const file = fileWith(JSON.stringify(MANIFEST));
    const ran = await runCallgate(['check', file]);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain('warning[MANIFEST_UNDECLARED]');
    expect(ran.out).toContain('1 tool, 2 warnings');
  });

  it('exits with 1 where a manifest cannot be used', async () => {
    const bad =
      'manifest: 1\ntools:\n  - { name: x, inputSchema: { type: object }, hints: { readOnly: true, destructive: true } }\n';
    const ran = await runCallgate(['check', '-', '--json'], bad);
    expect(ran.code).toBe(1);
    expect(JSON.parse(ran.out)).toMatchObject({
      problems: [{ code: 'MANIFEST_CONFLICT', position: { line: 3 } }],
    });
  });
});
