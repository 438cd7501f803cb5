import { z } from 'zod';
import { memberOf } from './read-incoming-call.ts';
import type { SdkHandler, LowLevelServer } from './shapes.ts';

/** What the guard does to an object of an SDK: some of its methods become others. */
export const replaceMethod = <T extends object>(
  object: T,
  name: keyof T & string,
  make: (original: (...given: readonly unknown[]) => unknown) => (...given: readonly unknown[]) => unknown,
): void => {
  const original: unknown = object[name];
  if (typeof original !== 'function') return;
  const bound = (...given: readonly unknown[]): unknown => original.apply(object, given);
  Object.defineProperty(object, name, { value: make(bound), configurable: true, writable: true });
};

/** Version 2 names methods, version 1 gives a schema whose `method` is a literal (zod 3 or 4). */
const methodOf = (named: unknown): string | undefined => {
  if (typeof named === 'string') return named;
  const shape = memberOf(named, 'shape') ?? memberOf(memberOf(named, '_def'), 'shape');
  const literal = memberOf(typeof shape === 'function' ? shape() : shape, 'method');
  const values = memberOf(memberOf(literal, 'def') ?? memberOf(memberOf(literal, '_zod'), 'def'), 'values');
  const value =
    memberOf(literal, 'value') ??
    memberOf(memberOf(literal, '_def'), 'value') ??
    (Array.isArray(values) ? values[0] : undefined);
  return typeof value === 'string' ? value : undefined;
};

/** Every handler that is set for one of these methods from now on is set as `wrap` makes it. */
export const interceptHandlers = (
  server: LowLevelServer,
  wraps: Readonly<Record<string, (original: SdkHandler) => SdkHandler>>,
): void => {
  replaceMethod(server, 'setRequestHandler', (original) => (...given) => {
    const method = methodOf(given[0]);
    const wrap = method !== undefined && Object.hasOwn(wraps, method) ? wraps[method] : undefined;
    const handler = given.at(-1);
    if (wrap === undefined || typeof handler !== 'function') return original(...given);
    return original(
      ...given.slice(0, -1),
      wrap((request, context) => handler(request, context)),
    );
  });
};

/** Version 2 is told by a method that only it has. */
const isV2 = (server: LowLevelServer): boolean =>
  typeof memberOf(server, 'projectCallToolResult') === 'function';

/** Sets a handler of the guard's own, in the words of either version. */
export const setHandler = (
  server: LowLevelServer,
  method: 'tools/list' | 'tools/resolve',
  handle: (params: unknown) => object,
): void => {
  const set = (...given: readonly unknown[]): void => server.setRequestHandler(...(given as never[]));
  const params = z.looseObject({}).optional();
  if (!isV2(server))
    set(z.object({ method: z.literal(method), params }), (request: unknown) =>
      handle(memberOf(request, 'params')),
    );
  else if (method === 'tools/list') set(method, () => handle(undefined));
  else set(method, { params: z.looseObject({}) }, (given: unknown) => handle(given));
};

/** Nobody has set a handler for these. */
export const hasNoHandlers = (server: LowLevelServer, ...methods: readonly string[]): boolean => {
  try {
    for (const method of methods) server.assertCanSetRequestHandler(method);
    return true;
  } catch {
    return false;
  }
};
