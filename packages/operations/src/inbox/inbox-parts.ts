import type { FindDefinition } from './tool-words.ts';
import type { Clock, Gate, Keys, People, ToolCatalogue } from '@callgate/gate';

/** What the inbox needs of everything there is. */
export interface InboxParts {
  readonly gate: Gate;
  readonly catalogue: Pick<ToolCatalogue, 'find'>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly definition: FindDefinition;
  /** This process knows what the server offers now. */
  isServedHere(server: string): boolean;
  people(): People;
  /** Somebody, in this process or another, may have changed what waits. The function it returns ends that. */
  onChange(listener: () => void): () => void;
}
