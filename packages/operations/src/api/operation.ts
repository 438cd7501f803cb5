import type { z } from 'zod';

/** What a person may do here; each may all that those before may. */
export const OPERATION_ROLES = ['viewer', 'approver', 'operator'] as const;
export type OperationRole = (typeof OPERATION_ROLES)[number];

/** Answered to a GET. Changes nothing. */
export interface ReadEndpoint<P, R> {
  readonly kind: 'read';
  readonly params: P;
  readonly result: R;
}

/** Answered to a POST of a signed-in person that comes from the page. */
export interface ChangeEndpoint<P, R> {
  readonly kind: 'change';
  readonly params: P;
  readonly result: R;
}

/** Answered to a GET with a file that is written as it is read. */
export interface DownloadEndpoint<P> {
  readonly kind: 'download';
  readonly params: P;
  readonly result: DownloadFile;
}

export interface DownloadFile {
  /** Made of letters, digits, dots and dashes. */
  readonly name: string;
  readonly type: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

export type AnyEndpoint =
  | ReadEndpoint<unknown, unknown>
  | ChangeEndpoint<unknown, unknown>
  | DownloadEndpoint<unknown>;

/** One thing people can do. Params come from outside: nothing but what fits the schema is listened to. */
export interface Operation<P = unknown, R = unknown> {
  readonly kind: AnyEndpoint['kind'];
  readonly role: OperationRole;
  readonly params: z.ZodType<P>;
  handle(params: P, caller: OperationCaller): Promise<R>;
}

/** One part of the table. */
export type Operations<A> = {
  readonly [N in keyof A]: A[N] extends AnyEndpoint
    ? Operation<A[N]['params'], A[N]['result']> & { readonly kind: A[N]['kind'] }
    : never;
};

/** Who asks, as sign-in or the local socket established it. */
export interface OperationCaller {
  readonly subject: string;
  readonly role: OperationRole;
  readonly groups: readonly string[];
}

/** What the page reads when something went wrong. */
export interface ApiProblem {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}
