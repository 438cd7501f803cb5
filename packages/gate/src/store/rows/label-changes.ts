import { hash } from 'node:crypto';
import type { JsonObject, SessionLabels } from '@callgate/core';
import type { RecordEntry } from '../../record/entry.ts';
import type { LabelHolder } from '../reader.ts';
import { storedJson } from './stored-json.ts';

/** What the record says of labels, so that those in the tables can be compared with it. */
export const labelsDigest = (text: string): string =>
  `sha256:${hash('sha256', `callgate:labels:v1\n${text}`)}`;

const isUnlabelled = ({ private: own, untrusted }: SessionLabels): boolean =>
  own.strength === 'none' && untrusted.strength === 'none';

/** Labels that one piece of work has changed, until a row of the record tells of them. */
export class LabelChanges {
  readonly #untold: Map<string, JsonObject> = new Map();

  /** `null`: they ended with their context. */
  note(of: LabelHolder, name: string, labels: SessionLabels | null): void {
    const said: JsonObject =
      labels === null
        ? { of, name, digest: null }
        : {
            of,
            name,
            private: labels.private.strength,
            untrusted: labels.untrusted.strength,
            digest: labelsDigest(storedJson(labels)),
          };
    this.#untold.set(`${of} ${name}`, said);
  }

  /** A session that was never labelled is not told of. */
  noteSession(name: string, before: SessionLabels | undefined, labels: SessionLabels): void {
    if (before === labels || (before === undefined && isUnlabelled(labels))) return;
    this.note('session', name, labels);
  }

  /** The entry, with the labels that changed. */
  told(entry: RecordEntry): RecordEntry {
    if (this.#untold.size === 0) return entry;
    const labelled = [...this.#untold.values()];
    this.#untold.clear();
    return { ...entry, detail: { ...entry.detail, labelled } };
  }

  /** A row for what no row tells of. */
  rest(): RecordEntry | undefined {
    if (this.#untold.size === 0) return undefined;
    return this.told({
      event: 'joined',
      outcome: 'allowed',
      principal: 'callgate',
      tool: '',
      call: null,
      detail: {},
    });
  }
}
