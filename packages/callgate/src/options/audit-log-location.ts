import { optionMessages } from '@callgate/messages/cli/options';
import type { TextOption } from './option.ts';
import { textOption } from './option.ts';
/** Where a record is. */
export interface AuditLogLocation {
  readonly db?: string | undefined;
  readonly config?: string | undefined;
}

/** Options of commands that read a record. */
export const AUDIT_LOG_OPTIONS: Readonly<Record<keyof AuditLogLocation, TextOption>> = {
  db: textOption(optionMessages.db),
  config: textOption(optionMessages.configOfStore, { alias: 'c' }),
};
