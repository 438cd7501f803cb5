/** Where a record is. */
export interface RecordPlace {
  readonly db?: string | undefined;
  readonly config?: string | undefined;
}

interface PlaceOption {
  readonly type: 'string';
  readonly alias?: string;
  readonly description: string;
}

/** Options of commands that read a record. */
export const RECORD_PLACE: { readonly db: PlaceOption; readonly config: PlaceOption } = {
  db: {
    type: 'string',
    description: 'A file, or postgres://user@host/database; the store of your gates if absent',
  },
  config: {
    type: 'string',
    alias: 'c',
    description: 'The configuration whose store it is, as given to callgate up -c',
  },
};
