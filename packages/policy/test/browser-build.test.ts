import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

const PROGRAM = `
import { CallgateError, decide } from '@callgate/core';
import annotations from '@callgate/core/tool-annotations.schema.json';
import { loadPolicy, presetPolicy } from '@callgate/policy';
import { PRESET_NAMES, presetText } from '@callgate/policy/presets';
import schema from '@callgate/policy/policy.schema.json';
export const presets = PRESET_NAMES.map((name) => presetText(name).length > 0);
export const ids = [schema.$id, annotations.$id];
export const loaded = loadPolicy([{ name: 'policy.yaml', text: 'extends: strict' }]).ok;
export const { outcome } = decide(presetPolicy('balanced'), { tool: 'notes/delete_note', args: { id: 7 } });
export const error = new CallgateError('TOOL_NAME', 'x').code;
`;

/** The text of a program, built for browsers, and every module that it leaves to its surroundings. */
const build = async (
  program: string,
): Promise<{ readonly code: string; readonly outside: readonly string[] }> => {
  const made = await rolldown({
    input: 'program',
    platform: 'browser',
    logLevel: 'silent',
    resolve: { conditionNames: ['@callgate/source', 'browser', 'import', 'default'] },
    plugins: [
      {
        name: 'program',
        resolveId: (id) => (id === 'program' ? join(ROOT, 'packages/policy/program.ts') : undefined),
        load: (id) => (id.endsWith('policy/program.ts') ? program : undefined),
      },
    ],
  });
  const { output } = await made.generate({ format: 'esm' });
  await made.close();
  const [{ code, imports, dynamicImports }] = output;
  return { code, outside: [...imports, ...dynamicImports, ...(code.match(/["']node:\w+["']/g) ?? [])] };
};

it('core, policies, presets and schemas are built for browsers, and need no file system', async () => {
  const { code, outside } = await build(PROGRAM);
  expect(outside).toEqual([]);
  const ran = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>;
  expect({ ...ran }).toEqual({
    presets: [true, true, true, true, true],
    ids: ['urn:callgate:schema:policy:1', 'urn:callgate:schema:tool-annotations:1'],
    loaded: true,
    outcome: 'confirm',
    error: 'TOOL_NAME',
  });
});

it('a module of Node would be found', async () => {
  const { outside } = await build(
    "import { readFileSync } from 'node:fs'; export const read = readFileSync;",
  );
  expect(outside).not.toEqual([]);
});
