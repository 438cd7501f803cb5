import type { JsonObject } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { hookErrors } from '@callgate/messages/errors/hook';
import { claudeCodeAnswer, readClaudeCode } from './claude-code.ts';
import { codexAnswer, readCodex } from './codex.ts';
import type { HostEvent, HostName, HookVerdict } from './host-events.ts';
import { HOST_NAMES } from './host-events.ts';

/** How one host speaks. */
export interface HostProtocol {
  readonly name: HostName;
  read(payload: JsonObject): HostEvent | undefined;
  answer(event: HostEvent, verdict: HookVerdict): JsonObject | undefined;
}

const HOSTS: Readonly<Record<HostName, HostProtocol>> = {
  'claude-code': { name: 'claude-code', read: readClaudeCode, answer: claudeCodeAnswer },
  codex: { name: 'codex', read: readCodex, answer: codexAnswer },
};

export const findHostProtocol = (written: string): HostProtocol => {
  const name = HOST_NAMES.find((each) => each === written);
  if (name !== undefined) return HOSTS[name];
  throw new CallgateError(
    hookErrors.hostUnknown({ host: display(written, { max: 80 }), hosts: HOST_NAMES.join(' or ') }),
  );
};
