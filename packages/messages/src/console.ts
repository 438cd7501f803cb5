import { auditLogMessages } from './console/audit-log.ts';
import { inboxMessages } from './console/inbox.ts';
import { policyMessages } from './console/policy.ts';
import { sessionsMessages } from './console/sessions.ts';
import { consoleTerms } from './console/terms.ts';
import { shellMessages } from './console/shell.ts';
import { toolsMessages } from './console/tools.ts';

/** Texts of the web console, page by page. */
export const consoleMessages = {
  terms: consoleTerms,
  shell: shellMessages,
  inbox: inboxMessages,
  tools: toolsMessages,
  sessions: sessionsMessages,
  auditLog: auditLogMessages,
  policy: policyMessages,
};

export type ConsoleMessages = typeof consoleMessages;
