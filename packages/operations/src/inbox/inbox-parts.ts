import type { Policy } from '@callgate/core';
import type { Clock, Gate, GateEvent, Keys, People, ToolCatalogue } from '@callgate/gate';
import type { ApprovalService } from '@callgate/gate/confirm';
import type { DefinitionLookup } from './tool-texts.ts';

/** What lists of calls need, with or without a gate in this process. */
export interface ListParts {
  readonly desk: ApprovalService;
  readonly clock: Clock;
  /** What happens in this process, and that something may have changed in the store. Absent where lists are never filtered. */
  readonly changes?: {
    onEvent(listener: (event: GateEvent) => void): unknown;
    onChange(listener: () => void): unknown;
  };
}

/** What the inbox needs of everything there is. */
export interface InboxParts extends ListParts {
  readonly gate: Pick<Gate, 'session'>;
  readonly keys: Keys;
  policy(): Policy;
  readonly changes: NonNullable<ListParts['changes']>;
  readonly catalogue: Pick<ToolCatalogue, 'find'>;
  readonly definition: DefinitionLookup;
  /** This process knows what the server offers now. */
  isServedHere(server: string): boolean;
  people(): People;
}
