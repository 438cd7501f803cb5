import type { TextOption } from './option.ts';
import { textOption } from './option.ts';
/** Where a record is. */
export interface AuditLogLocation {
  readonly db?: string | undefined;
  readonly config?: string | undefined;
}

/** Options of commands that read a record. */
export const AUDIT_LOG_OPTIONS: Readonly<Record<keyof AuditLogLocation, TextOption>> = {
  db: textOption('A file, or postgres://user@host/database; the store of your gates if absent'),
  config: textOption('The configuration whose store it is, as given to callgate up -c', { alias: 'c' }),
};
