import type { AdkInvocationLike } from './adk-shapes.ts';
import { isObject } from '../host/host-options.ts';

interface DeferredResponse {
  readonly id: string;
  readonly name: string;
  readonly response: object;
}

interface SessionService {
  appendEvent(request: { session: unknown; event: unknown }): Promise<unknown>;
}

const isSessionService = (value: unknown): value is SessionService =>
  isObject(value) && typeof value['appendEvent'] === 'function';

const requestedConfirmations = (event: unknown): object | undefined => {
  const actions = isObject(event) ? event['actions'] : undefined;
  const asked = isObject(actions) ? actions['requestedToolConfirmations'] : undefined;
  return isObject(asked) && Object.keys(asked).length > 0 ? asked : undefined;
};

const hasPart = (event: unknown, kind: 'functionCall' | 'functionResponse'): boolean => {
  const content = isObject(event) ? event['content'] : undefined;
  const parts: unknown = isObject(content) ? content['parts'] : undefined;
  return Array.isArray(parts) && parts.some((part: unknown) => isObject(part) && isObject(part[kind]));
};

/**
 * ADK asks for a confirmation in the place of what the calls of the step have answered: the answers of those that ran
 * would be lost, and it would not know the confirmation again. So they are put into the session before it.
 */
export class DeferredResponses {
  // agents of a run have contexts of their own
  readonly #steps: Map<string, DeferredResponse[]> = new Map();

  add({ invocationId }: AdkInvocationLike, response: DeferredResponse): void {
    this.#steps.set(invocationId, [...(this.#steps.get(invocationId) ?? []), response]);
  }

  forget({ invocationId }: AdkInvocationLike): void {
    this.#steps.delete(invocationId);
  }

  async beforeEvent(invocation: AdkInvocationLike, event: object): Promise<void> {
    const step = this.#steps.get(invocation.invocationId) ?? [];
    if (hasPart(event, 'functionResponse')) this.forget(invocation);
    const asked = requestedConfirmations(event);
    const { session, sessionService } = invocation;
    if (asked === undefined || !hasPart(event, 'functionCall') || step.length === 0) return;
    this.forget(invocation);
    if (!isSessionService(sessionService)) return;
    const id = 'id' in event ? String(event.id) : '';
    const parts = step.map((functionResponse) => ({ functionResponse }));
    const actions = {
      stateDelta: {},
      artifactDelta: {},
      requestedAuthConfigs: {},
      requestedToolConfirmations: asked,
    };
    const said = {
      ...event,
      id: `${id}-said`,
      content: { role: 'user', parts },
      actions,
      longRunningToolIds: [],
    };
    await sessionService.appendEvent({ session, event: said });
  }
}
