import { join } from 'node:path';
import type { RecordedChanges, UndoJournal } from '@callgate/contract/overlay';
import { CallgateError, display } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { ApprovalService } from '@callgate/gate/confirm';
import { findRecordedChanges } from '@callgate/gate/record';
import { fileChangeErrors } from '@callgate/messages/errors/file-change';
import { z } from 'zod';
import type { CommittedChanges, FilesApi } from '../api/files.ts';
import type { Operations } from '../api/operation.ts';
import { defineChange, defineRead } from '../operation-table.ts';

const MAX_PATHS = 20;

export interface FilesParts {
  readonly desk: Pick<ApprovalService, 'read' | 'filesChanged'>;
  readonly clock: Clock;
  /** Callgate's own folder. */
  readonly folder: string;
}

const call = z.string().min(1).max(200);

/** Loaded on demand: most commands do not need it. */
const openJournal = async ({ folder, clock }: FilesParts): Promise<UndoJournal> => {
  const { openUndoJournal } = await import('@callgate/contract/overlay');
  return openUndoJournal(folder, () => clock.now());
};

const committedChanges = async (
  { desk }: FilesParts,
  { call: id, state, at, changes }: RecordedChanges,
): Promise<readonly CommittedChanges[]> => {
  if (state !== 'committed' && state !== 'undone' && state !== 'left') return [];
  const row = await desk.read.call(id);
  // of another store
  if (row === undefined) return [];
  return [
    {
      call: id,
      server: row.server,
      target: row.target,
      principal: row.principal.subject,
      at,
      state,
      paths: changes.slice(0, MAX_PATHS).map(({ root, path }) => `${root}/${path}`),
      count: changes.length,
    },
  ];
};

/** Files that calls changed, and taking that back. */
export const filesOperations = (parts: FilesParts): Operations<FilesApi> => ({
  'files.changes': defineRead(
    'approver',
    z.strictObject({ call: call.exactOptional() }),
    async ({ call: only }) => {
      const journal = await openJournal(parts);
      const found = only === undefined ? journal.list() : [journal.find(only) ?? []].flat();
      return (await Promise.all(found.map((each) => committedChanges(parts, each)))).flat();
    },
  ),
  'files.undo': defineChange('operator', z.strictObject({ call }), async ({ call: id }, { subject }) => {
    const journal = await openJournal(parts);
    const { digest: changes } = journal.undoable(id);
    const { desk } = parts;
    const row = await desk.read.call(id);
    if (row === undefined) throw new CallgateError(fileChangeErrors.unknown({ call: display(id) }));
    if (findRecordedChanges(await desk.read.rowsOfCall(id)) !== changes)
      throw new CallgateError(
        fileChangeErrors.damaged({ path: display(join(parts.folder, 'undo', `call-${id}`)) }),
      );
    await desk.filesChanged({ call: id, did: 'undoing', changes, by: subject });
    try {
      const undone = await journal.undo(id, changes);
      await desk.filesChanged({ call: id, did: 'undone', changes, by: subject });
      return { count: undone.changes.length };
    } catch (error) {
      await desk.filesChanged({ call: id, did: 'conflict', changes, by: subject });
      throw error;
    }
  }),
});
