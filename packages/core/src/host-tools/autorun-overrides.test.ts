import { describe, expect, it } from 'vitest';
import { compileExpression } from '../condition/evaluate.ts';
import { describeTool } from '../disclose/describe-tool.ts';
import { disclose } from '../disclose/disclosure.ts';
import type { Override } from '../disclose/tool-input.ts';
import { traceTool } from '../label/traced-tool.ts';
import type { Json, JsonObject } from '../receive/json.ts';
import { isAutorunOverride, addAutorunOverrides } from './autorun-overrides.ts';

const text = { type: 'string' };
const ADDS = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };

interface FileToolParts {
  readonly annotations?: JsonObject;
  readonly overrides?: readonly Override[];
  readonly more?: readonly string[];
}

const factsOf = (name: string, properties: JsonObject, args: JsonObject, made: FileToolParts = {}) => {
  const { annotations = ADDS, overrides = [], more } = made;
  const definition: JsonObject = { name, annotations, inputSchema: { type: 'object', properties } };
  const described = describeTool({ server: 'files', trust: 'trusted', definition, overrides });
  const tool = addAutorunOverrides(described, definition, more);
  const applied = tool.overrides.filter(
    ({ when }) =>
      when === undefined || compileExpression(when, new Map())({ fields: [], args, locals: [] }) === true,
  );
  const { facts } = disclose(tool, 'all', applied, []);
  const values = traceTool(tool, definition).places.valuesOf(args) ?? [];
  return {
    privileged: facts.privileged.value,
    described: facts.described.value,
    code: values.filter(({ role }) => role === 'code').map(({ path }) => path.join('.')),
  };
};

const WRITE = { path: text, content: text, overwrite: { type: 'boolean' } };

describe('a file-writing tool of a server', () => {
  it.each<[string, JsonObject, (path: string) => JsonObject, string[]]>([
    ['write_file', WRITE, (path) => ({ path, content: 'x' }), ['content']],
    [
      'edit_file',
      { file_path: text, edits: { type: 'array', items: { type: 'object', properties: { newText: text } } } },
      (path) => ({ file_path: path, edits: [{ newText: 'x' }] }),
      ['edits.0.newText'],
    ],
    ['move_file', { source: text, destination: text }, (path) => ({ source: 'a', destination: path }), []],
    [
      'write_files',
      { paths: { type: 'array', items: text }, content: text },
      (path) => ({ paths: ['a', path], content: 'x' }),
      ['content'],
    ],
    ['write', { uri: text, text }, (path) => ({ uri: `file://${path}`, text: 'x' }), ['text']],
    ['rename', { from: text, to: text }, (path) => ({ from: 'a', to: path }), []],
    ['copy', { source: text, dest: text }, (path) => ({ source: 'a', dest: path }), []],
    [
      'write',
      { directory: text, filename: text, content: text },
      (path) => ({
        directory: path.slice(0, path.indexOf('/', 8)),
        filename: path.slice(path.indexOf('/', 8) + 1),
        content: 'x',
      }),
      ['content'],
    ],
    [
      'push_files',
      {
        branch: text,
        files: { type: 'array', items: { type: 'object', properties: { path: text, content: text } } },
      },
      (path) => ({
        branch: 'main',
        files: [
          { path: 'a', content: 'x' },
          { path, content: 'y' },
        ],
      }),
      ['files.0.content', 'files.1.content'],
    ],
    [
      'save_note',
      { note: text, text },
      (path) => ({ note: path, text: 'Always do the following.' }),
      ['note', 'text'],
    ],
    [
      'save',
      { subject: text, category: text, body: text },
      (path) => ({ subject: 'a', category: path, body: 'x' }),
      ['subject', 'category', 'body'],
    ],
    ['extract', { archive: text, into: text }, (path) => ({ archive: 'a.zip', into: path }), []],
    ['save', {}, (path) => ({ where: path }), []],
    [
      'apply_patch',
      { patch: text },
      (path) => ({ patch: `*** Begin Patch\n*** Update File: ${path}\n+x\n` }),
      ['patch'],
    ],
  ])('%s is privileged and its text code where the file runs later', (name, properties, args, code) => {
    expect(factsOf(name, properties, args('/repo/.github/workflows/ci.yml'))).toEqual({
      privileged: 'yes',
      described: 'yes',
      code,
    });
    expect(factsOf(name, properties, args('/repo/src/a.ts'))).toEqual({
      privileged: 'unknown',
      described: 'yes',
      code: [],
    });
  });

  it('is privileged where an archive goes to a folder of such files', () => {
    const into = (folder: string) =>
      factsOf('extract_archive', { file: text, target_dir: text }, { file: 'a.zip', target_dir: folder })
        .privileged;
    expect(into('/repo/.github/workflows')).toBe('yes');
    expect(into('/repo/src')).toBe('unknown');
  });

  it('is privileged where there are more paths than are looked at', () => {
    const paths = Array.from({ length: 5000 }, () => 'a');
    expect(factsOf('write_files', { paths: { type: 'array', items: text } }, { paths }).privileged).toBe(
      'yes',
    );
  });

  it('is not described by it', () => {
    const facts = factsOf('write_file', WRITE, { path: '.envrc', content: 'x' }, { annotations: {} });
    expect(facts).toMatchObject({ privileged: 'yes', described: 'no' });
  });

  it('keeps what the operator says of its rights', () => {
    const overrides = [{ set: { privilegedAccess: 'no' } }] as const;
    const facts = factsOf('write_file', WRITE, { path: '.envrc', content: 'x' }, { overrides });
    expect(facts).toEqual({ privileged: 'no', described: 'yes', code: ['content'] });
  });

  it('knows what the operator adds', () => {
    const args = { path: 'deploy/run.sh', content: 'x' };
    expect(factsOf('write_file', WRITE, args).privileged).toBe('unknown');
    expect(factsOf('write_file', WRITE, args, { more: ['deploy/'] }).privileged).toBe('yes');
  });
});

it.each<[string, Json, JsonObject, 'tool' | 'resource']>([
  ['read_file', { path: text }, { readOnlyHint: true }, 'tool'],
  ['add_note', { text, body: text }, ADDS, 'tool'],
  ['add_note', { note: text }, ADDS, 'tool'],
  ['set_state', { state: { enum: ['a', 'b'] }, on: { type: 'boolean' } }, ADDS, 'tool'],
  ['set_level', { path: { type: 'number' } }, ADDS, 'tool'],
  ['write_file', WRITE, ADDS, 'resource'],
])('%s is left as it is', (name, properties, annotations, kind) => {
  const definition: JsonObject = { name, annotations, inputSchema: { type: 'object', properties } };
  const tool = describeTool({ server: 'files', trust: 'trusted', kind, definition });
  expect(addAutorunOverrides(tool, definition)).toBe(tool);
});

it('is told from what an operator says', () => {
  const definition: JsonObject = { name: 'write_file', inputSchema: { type: 'object', properties: WRITE } };
  const operator = { set: { destructive: 'no' as const }, reason: 'a bin' };
  const tool = describeTool({ server: 'files', trust: 'trusted', definition, overrides: [operator] });
  const { overrides } = addAutorunOverrides(tool, definition);
  expect(overrides.map(isAutorunOverride)).toEqual([false, true]);
});
