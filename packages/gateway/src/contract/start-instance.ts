import { CallgateError } from '@callgate/core';
import type { SandboxBackend, SandboxedServer, SandboxRequest } from '@callgate/contract/sandbox';
import { contractErrors } from '@callgate/messages/errors/contract';
import { contractMessages } from '@callgate/messages/contract';

/** The one place where a server is started in a sandbox. */
export const startInstance = async (
  backend: SandboxBackend | null,
  request: SandboxRequest,
): Promise<SandboxedServer> => {
  if (backend === null)
    throw new CallgateError(
      contractErrors.required({ server: request.command, why: contractMessages.noSandbox }),
    );
  return await backend.start(request);
};
