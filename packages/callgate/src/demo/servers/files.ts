import type { DemoServer } from './demo-server.ts';
import { TOOL_RESOLUTION, UNDO, demoTool, recordsResult, textResult, textOf } from './demo-server.ts';

const START: Readonly<Record<string, string>> = {
  'notes/monday.txt': 'Stand-up moved to ten. The north field is next.',
  'notes/old-draft.txt': 'A first draft that nobody needs any more.',
  'plans/merger.txt': 'Confidential: the merger closes on the 14th at 41 a share.',
  'reports/week.txt': 'Twelve fields looked at, two of them too dry.',
};

const PATH = { path: 'The path of the file, from the folder of the team' };
const ONE_FILE = { args: PATH, roles: { path: 'object' } };
const READS = { openWorldHint: false, safeForContextHint: true, readOnlyHint: true };
const CHANGES = { ...READS, readOnlyHint: false };
const MOVES = {
  ...CHANGES,
  destructiveHint: false,
  idempotentHint: true,
  reversibleHint: true,
  category: 'mutate',
};

const move = (from: Map<string, string>, to: Map<string, string>, path: string): void => {
  const text = from.get(path);
  if (text === undefined) throw new Error(`there is no ${path} there`);
  from.delete(path);
  to.set(path, text);
};

export const filesServer = (): DemoServer => {
  const files = new Map(Object.entries(START));
  const trash = new Map<string, string>();
  const tools = [
    demoTool({
      name: 'list_files',
      description: 'Lists the files of the team.',
      annotations: {
        ...READS,
        sensitiveDataHint: false,
        trustedHint: true,
        category: 'read',
        riskLevel: 'low',
      },
      run: () => recordsResult([...files.keys()].toSorted().map((path) => ({ path }))),
    }),
    demoTool({
      ...ONE_FILE,
      name: 'read_file',
      description: 'Reads one file.',
      annotations: { ...READS, returnMetadata: { source: 'internal', sensitivity: 'user' } },
      run: (args) => {
        const text = files.get(textOf(args, 'path'));
        if (text === undefined) throw new Error('there is no such file');
        return textResult(text, {
          annotations: { returnMetadata: { source: 'internal', sensitivity: 'user' } },
        });
      },
    }),
    demoTool({
      name: 'write_file',
      description: 'Writes a file; one that is there already is overwritten.',
      args: { ...PATH, text: 'What to write' },
      annotations: {
        ...CHANGES,
        destructiveHint: true,
        idempotentHint: true,
        reversibility: 'manual',
        inputMetadata: { destination: 'internal', sensitivity: ['none', 'user'], outcomes: 'consequential' },
      },
      roles: { path: 'object', text: 'payload' },
      meta: { [TOOL_RESOLUTION]: { resolvable: true } },
      run: (args) => {
        files.set(textOf(args, 'path'), textOf(args, 'text'));
        return textResult('Written.');
      },
    }),
    demoTool({
      ...ONE_FILE,
      name: 'delete_file',
      description: 'Deletes a file for good.',
      annotations: {
        ...CHANGES,
        destructiveHint: true,
        category: 'delete',
        riskLevel: 'medium',
        blastRadius: 'item',
        sideEffects: ['the file is gone for everybody who works in this folder'],
      },
      run: (args) => {
        if (!files.delete(textOf(args, 'path'))) throw new Error('there is no such file');
        return textResult('Deleted.');
      },
    }),
    demoTool({
      ...ONE_FILE,
      name: 'move_to_trash',
      description: 'Moves a file to the trash.',
      annotations: { ...MOVES, reversibility: 'auto' },
      meta: { [UNDO]: 'restore_from_trash' },
      run: (args) => {
        move(files, trash, textOf(args, 'path'));
        return textResult('It is in the trash.');
      },
    }),
    demoTool({
      ...ONE_FILE,
      name: 'restore_from_trash',
      description: 'Puts a file back from the trash.',
      annotations: MOVES,
      meta: { [UNDO]: 'move_to_trash' },
      run: (args) => {
        move(trash, files, textOf(args, 'path'));
        return textResult('It is back.');
      },
    }),
  ];
  return {
    title: 'Files of the team',
    tools: () => tools,
    // a file that is not there yet cannot be overwritten
    resolve: (tool, args) =>
      tool === 'write_file' ? { destructiveHint: files.has(textOf(args, 'path')) } : undefined,
  };
};
