import type { z } from 'zod';

/** What a person may do here; each may all that those before may. */
export const ROLES = ['viewer', 'approver', 'operator'] as const;
export type Role = (typeof ROLES)[number];

/** Answered to a GET. Changes nothing. */
export interface Read<P, R> {
  readonly kind: 'read';
  readonly params: P;
  readonly result: R;
}

/** Answered to a POST of whoever is signed in and shows it is the page that asks. */
export interface Change<P, R> {
  readonly kind: 'change';
  readonly params: P;
  readonly result: R;
}

/** Answered to a GET with a file that is written as it is read. */
export interface Download<P> {
  readonly kind: 'download';
  readonly params: P;
  readonly result: FileToSend;
}

export interface FileToSend {
  /** Made of letters, digits, dots and dashes. */
  readonly name: string;
  readonly type: string;
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

export type AnyEndpoint = Read<unknown, unknown> | Change<unknown, unknown> | Download<unknown>;

/** One thing people can do. Params come from outside: nothing but what fits the schema is listened to. */
export interface Operation<P = unknown, R = unknown> {
  readonly kind: AnyEndpoint['kind'];
  readonly role: Role;
  readonly params: z.ZodType<P>;
  handle(params: P, caller: Caller): Promise<R>;
}

/** One part of the table. */
export type Operations<A> = {
  readonly [N in keyof A]: A[N] extends AnyEndpoint
    ? Operation<A[N]['params'], A[N]['result']> & { readonly kind: A[N]['kind'] }
    : never;
};

/** Who asks, as sign-in or the local socket established it. */
export interface Caller {
  readonly subject: string;
  readonly role: Role;
  readonly groups: readonly string[];
}

/** What the page reads when something went wrong. */
export interface ApiProblem {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}
