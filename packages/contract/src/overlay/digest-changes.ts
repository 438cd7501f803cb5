import type { Json } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import type { FileChange, PathState } from './file-change.ts';

const stateForm = (state: PathState | null): Json =>
  state === null
    ? null
    : {
        kind: state.kind,
        mode: state.mode,
        digest: state.digest ?? null,
        size: state.size ?? null,
        owner: state.owner === undefined ? null : [...state.owner],
      };

/** What an approval of changes is tied to. Equal digests: the very same changes of the very same files. */
export const digestChanges = (changes: readonly FileChange[]): string =>
  digest(
    'file-changes',
    changes.map(({ root, path, before, after }) => [root, path, stateForm(before), stateForm(after)]),
  );
