import { CallgateError, display } from '@callgate/core';
import type { SandboxBackend, SandboxedServer } from '@callgate/contract/sandbox';
import { listSecretPlaces } from '@callgate/contract/sandbox';
import type { DispatchContext, Dispatchable } from '@callgate/gate';
import { contractMessages } from '@callgate/messages/contract';
import { contractErrors } from '@callgate/messages/errors/contract';
import { openUpstream } from '../dispatch/open-upstream.ts';
import { releaseProcessGroup, trackProcessGroup } from '../dispatch/process-group.ts';
import type { ServerProcess, StdioEndpoint } from '../dispatch/start-server.ts';
import { startInstance } from './start-instance.ts';
import type { OutboundRequest, PreviewedCall, UpstreamSettings } from '../dispatch/upstream.ts';

export interface PreviewRequest {
  readonly backend: SandboxBackend;
  readonly settings: UpstreamSettings;
  readonly reach: StdioEndpoint;
  readonly roots: readonly string[];
}

const refuse = (server: string, why: string): CallgateError =>
  new CallgateError(contractErrors.required({ server: display(server), why }));

/** Starts a process of its own, whose roots are copies. */
const startCopy = async ({ backend, settings, reach, roots }: PreviewRequest): Promise<SandboxedServer> => {
  const sandbox = await startInstance(backend, {
    command: reach.command,
    args: reach.args,
    cwd: reach.cwd ?? reach.clientFolder ?? process.cwd(),
    env: reach.env,
    class: { writes: true, network: false },
    roots,
    hidden: settings.hidden ?? [],
    allow: [],
    preview: true,
  });
  if (sandbox.level === 'enforced' && sandbox.stop !== undefined && sandbox.layers.length > 0) return sandbox;
  await sandbox.close();
  throw refuse(settings.server, contractMessages.preview.notHeld);
};

/**
 * Runs a call in a process of its own, where every folder that it may write to is a copy and nothing can be reached.
 * `read` looks at what it left once all processes have ended; then the copies are removed.
 */
export const runPreview = async <T>(
  request: PreviewRequest,
  call: Dispatchable,
  how: OutboundRequest,
  context: DispatchContext,
  read: (previewed: PreviewedCall) => Promise<T>,
): Promise<T> => {
  const { settings, reach } = request;
  const since = Date.now();
  const sandbox = await startCopy(request);
  const { pid } = sandbox.child;
  if (pid !== undefined) trackProcessGroup(pid);
  const start = async (): Promise<ServerProcess> => ({
    child: sandbox.child,
    signal: (signal) => void sandbox.child.kill(signal),
    release: () => {},
  });
  const { contract: _, ...plain } = settings;
  const asks = { sampling: false, elicitation: false, roots: false };
  const upstream = openUpstream(
    { ...plain, reach, asks, start },
    {
      notification: () => {},
      // what it could ask would leave with the question
      request: () => Promise.reject(refuse(settings.server, contractMessages.preview.asks)),
      misbehaved: () => {},
      lost: () => {},
    },
  );
  try {
    await upstream.hello();
    const reply = await upstream.send(call, how, context);
    await upstream.close();
    await sandbox.stop?.();
    const violations = await sandbox.violations();
    const secrets = listSecretPlaces({ env: reach.env, hidden: settings.hidden ?? [] });
    return await read({ reply, layers: sandbox.layers, since, violations, secrets });
  } finally {
    await upstream.close().catch(() => {});
    if (pid !== undefined) releaseProcessGroup(pid);
    await sandbox.close();
  }
};
