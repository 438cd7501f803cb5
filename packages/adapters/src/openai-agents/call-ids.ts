import type { Json } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { asJson } from '../host/host.ts';

interface Announced {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface GuardrailData {
  readonly toolCall: { readonly callId: string; readonly name: string; readonly arguments: string };
}

/** No turn of a model makes so many calls at once. */
const MOST = 1000;

const canonicalOf = (make: () => Json): string | undefined => {
  try {
    return canonical(make());
  } catch (error) {
    if (error instanceof CallgateError) return undefined;
    throw error;
  }
};

/**
 * The SDK does not tell an MCP server the id of a call. It does tell the server's guardrails, right before the call, so
 * they note it down here.
 */
export class CallIds {
  readonly #announced: Announced[] = [];

  /** For `toolInputGuardrails`. Forbids nothing. */
  readonly guardrail: {
    readonly type: 'tool_input';
    readonly name: string;
    readonly run: (data: GuardrailData) => Promise<{ readonly behavior: { readonly type: 'allow' } }>;
  } = {
    type: 'tool_input',
    name: 'callgate',
    run: async ({ toolCall }) => {
      const args = canonicalOf(() => parseStrict(toolCall.arguments));
      if (args !== undefined)
        this.#announced.push({ id: toolCall.callId, name: toolCall.name, arguments: args });
      if (this.#announced.length > MOST) this.#announced.shift();
      return { behavior: { type: 'allow' } };
    },
  };

  /** The id of this call, once. The SDK may have put the server's name before that of the tool. */
  take(name: string, args: unknown): string | undefined {
    const given = canonicalOf(() => asJson(args));
    let at = -1;
    let shortest = Number.POSITIVE_INFINITY;
    for (const [place, call] of this.#announced.entries()) {
      const isIt = call.name === name || call.name.endsWith(`_${name}`);
      // the name of another tool may end in this one, and is longer
      if (call.arguments !== given || !isIt || call.name.length >= shortest) continue;
      at = place;
      shortest = call.name.length;
    }
    return at === -1 ? undefined : this.#announced.splice(at, 1)[0]?.id;
  }
}
