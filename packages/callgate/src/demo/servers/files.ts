import type { JsonObject } from '@callgate/core';
import type { DemoServer, DemoTool } from './demo-server.ts';
import { records, said, textOf, texts } from './demo-server.ts';
import { ROLES, TOOL_RESOLUTION, UNDO } from './keys.ts';

const PATH = { path: 'The path of the file, from the folder of the team' };

const START: Readonly<Record<string, string>> = {
  'notes/monday.txt': 'Stand-up moved to ten. The north field is next.',
  'notes/old-draft.txt': 'A first draft that nobody needs any more.',
  'plans/merger.txt': 'Confidential: the merger closes on the 14th at 41 a share.',
  'reports/week.txt': 'Twelve fields looked at, two of them too dry.',
};

const roles = (of: JsonObject): JsonObject => ({ [ROLES]: of });

const definition = (
  name: string,
  description: string,
  inputSchema: JsonObject,
  annotations: JsonObject,
  meta: JsonObject = roles({ path: 'object' }),
): JsonObject => ({ name, description, inputSchema, annotations, _meta: meta });

const INSIDE = { openWorldHint: false, safeForContextHint: true };

const LIST: JsonObject = definition(
  'list_files',
  'Lists the files of the team.',
  { type: 'object', additionalProperties: false },
  {
    ...INSIDE,
    readOnlyHint: true,
    sensitiveDataHint: false,
    trustedHint: true,
    category: 'read',
    riskLevel: 'low',
  },
  {},
);

const READ: JsonObject = definition('read_file', 'Reads one file.', texts(PATH), {
  ...INSIDE,
  readOnlyHint: true,
  returnMetadata: { source: 'internal', sensitivity: 'user' },
});

const WRITE: JsonObject = definition(
  'write_file',
  'Writes a file; one that is there already is overwritten.',
  texts({ ...PATH, text: 'What to write' }),
  {
    ...INSIDE,
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    reversibility: 'manual',
    inputMetadata: { destination: 'internal', sensitivity: ['none', 'user'], outcomes: 'consequential' },
  },
  {
    ...roles({ path: 'object', text: 'payload' }),
    [TOOL_RESOLUTION]: { resolvable: true },
  },
);

const DELETE: JsonObject = definition('delete_file', 'Deletes a file for good.', texts(PATH), {
  ...INSIDE,
  readOnlyHint: false,
  destructiveHint: true,
  category: 'delete',
  riskLevel: 'medium',
  blastRadius: 'item',
  sideEffects: ['the file is gone for everybody who works in this folder'],
});

const TRASH: JsonObject = definition(
  'move_to_trash',
  'Moves a file to the trash.',
  texts(PATH),
  {
    ...INSIDE,
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    reversibleHint: true,
    reversibility: 'auto',
    category: 'mutate',
  },
  { ...roles({ path: 'object' }), [UNDO]: 'restore_from_trash' },
);

const RESTORE: JsonObject = definition(
  'restore_from_trash',
  'Puts a file back from the trash.',
  texts(PATH),
  {
    ...INSIDE,
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    reversibleHint: true,
    category: 'mutate',
  },
  { ...roles({ path: 'object' }), [UNDO]: 'move_to_trash' },
);

/** Moves a file from one place to another. */
const move = (from: Map<string, string>, to: Map<string, string>, path: string): void => {
  const text = from.get(path);
  if (text === undefined) throw new Error(`there is no ${path} there`);
  from.delete(path);
  to.set(path, text);
};

/** The files of a team. */
export const filesServer = (): DemoServer => {
  const files = new Map(Object.entries(START));
  const trash = new Map<string, string>();
  const tools: readonly DemoTool[] = [
    { definition: LIST, run: () => records([...files.keys()].toSorted().map((path) => ({ path }))) },
    {
      definition: READ,
      run: (args) => {
        const text = files.get(textOf(args, 'path'));
        if (text === undefined) throw new Error('there is no such file');
        return said(text, { annotations: { returnMetadata: { source: 'internal', sensitivity: 'user' } } });
      },
    },
    {
      definition: WRITE,
      run: (args) => {
        files.set(textOf(args, 'path'), textOf(args, 'text'));
        return said('Written.');
      },
    },
    {
      definition: DELETE,
      run: (args) => {
        if (!files.delete(textOf(args, 'path'))) throw new Error('there is no such file');
        return said('Deleted.');
      },
    },
    {
      definition: TRASH,
      run: (args) => {
        move(files, trash, textOf(args, 'path'));
        return said('It is in the trash.');
      },
    },
    {
      definition: RESTORE,
      run: (args) => {
        move(trash, files, textOf(args, 'path'));
        return said('It is back.');
      },
    },
  ];
  return {
    title: 'Files of the team',
    tools: () => tools,
    // a file that is not there yet cannot be overwritten
    resolve: (tool, args) =>
      tool === 'write_file' ? { destructiveHint: files.has(textOf(args, 'path')) } : undefined,
  };
};
