import type { SessionLabels } from '@callgate/core';
import { sessionLabelsSchema } from '../session-schema.ts';
import type { SharedLabels } from '../store.ts';
import { Columns, parseStored } from '../rows/columns.ts';
import type { Connection } from './connection.ts';
import { Lru } from '../rows/lru.ts';
import { storedJson } from '../rows/stored-json.ts';

interface Remembered {
  /** Undefined where there are none. */
  readonly labels: SessionLabels | undefined;
  readonly text: string | undefined;
  /** How often somebody else had written when this was known to be right. */
  readonly age: number;
}

const REMEMBERED = 4096;

/** Labels of principals and stores, as the writer sees them inside its transaction. They hold no content. */
export class LabelsTable {
  readonly #connection: Connection;
  readonly #known: Lru<Remembered> = new Lru(REMEMBERED);
  readonly #touched: Set<string> = new Set();
  #age = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Somebody else has written. */
  age(): void {
    this.#age += 1;
  }

  /** What was done since the last `keepChanges` is undone. */
  undo(): void {
    for (const key of this.#touched) this.#known.delete(key);
    this.#touched.clear();
  }

  keepChanges(): void {
    this.#touched.clear();
  }

  clear(): void {
    this.#known.clear();
  }

  labels(of: SharedLabels, name: string): SessionLabels | undefined {
    const key = `${of} ${name}`;
    const known = this.#known.get(key);
    if (known?.age === this.#age) return known.labels;
    const row = this.#connection.query('SELECT labels FROM labels WHERE kind = ? AND name = ?').get(of, name);
    if (row === undefined) return this.#remember(key, undefined, undefined);
    const what = `labels of ${key}`;
    const text = new Columns(row, what).text('labels');
    const same = known?.text === text ? known.labels : undefined;
    return this.#remember(key, same ?? parseStored(text, sessionLabelsSchema, what), text);
  }

  /** False if they are what is stored already. */
  save(of: SharedLabels, name: string, labels: SessionLabels): boolean {
    const key = `${of} ${name}`;
    const known = this.#known.get(key);
    const text = storedJson(labels);
    if (known?.age === this.#age && known.text === text) return false;
    this.#connection
      .query(
        `INSERT INTO labels (kind, name, labels) VALUES (?, ?, ?)
         ON CONFLICT (kind, name) DO UPDATE SET labels = excluded.labels`,
      )
      .run(of, name, text);
    this.#remember(key, labels, text);
    return true;
  }

  #remember<L extends SessionLabels | undefined>(key: string, labels: L, text: string | undefined): L {
    this.#touched.add(key);
    this.#known.set(key, { labels, text, age: this.#age });
    return labels;
  }
}
