import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { SessionLabels } from '@callgate/core/label';
import { ColumnReader, parseStored, sessionLabelsSchema, toStoredJson } from '@callgate/gate/sql';
import type { SharedLabelHolder } from '@callgate/gate/store';
import type { Statements } from './statements.ts';

/** Labels of principals and stores, as one piece of work sees them. They hold no content. */
export class PostgresLabelsTable {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  async labels(of: SharedLabelHolder, name: string): Promise<SessionLabels | undefined> {
    const row = await this.#statements.get('SELECT labels FROM labels WHERE kind = ? AND name = ?', of, name);
    if (row === undefined) return undefined;
    const what = storedRecordMessages.labels({ holder: `${of} ${name}` });
    return parseStored(new ColumnReader(row, what).text('labels'), sessionLabelsSchema, what);
  }

  save(of: SharedLabelHolder, name: string, labels: SessionLabels): void {
    this.#statements.send(
      `INSERT INTO labels (kind, name, labels) VALUES (?, ?, ?)
       ON CONFLICT (kind, name) DO UPDATE SET labels = excluded.labels`,
      of,
      name,
      toStoredJson(labels),
    );
  }
}
