import type { JsonObject, Principal } from '@callgate/core';
import { display } from '@callgate/core';
import { logMessages } from '@callgate/messages/log';
import type { ListKind } from './entry-shapes.ts';

/** What an agent named, as the server knows it. */
export interface CallTarget {
  readonly server: string;
  readonly name: string;
  /** The definition as it is pinned or was first shown. */
  readonly definition: JsonObject;
  /** Its effects depend on its arguments, and its server tells which. */
  readonly isResolvable: boolean;
}

/** Something of a server's list that cannot be offered, and why. Texts are safe to show. */
export interface Diagnosis {
  readonly server: string;
  readonly what: string;
  readonly code: string;
  readonly message: string;
}

export const createDiagnosis = (
  server: string,
  kind: ListKind,
  name: string,
  code: string,
  message: string,
): Diagnosis => ({
  server,
  what: logMessages.about.entry({ kind, name: display(name, { max: 80 }) }),
  code,
  message,
});

/** What one principal sees. What is not in it cannot be called. */
export interface AgentView {
  /** Definitions as agents get them: named for agents, otherwise untouched but for Callgate's own hints where wanted. */
  readonly tools: readonly JsonObject[];
  readonly prompts: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly templates: readonly JsonObject[];
  tool(exposed: string): CallTarget | undefined;
  prompt(exposed: string): CallTarget | undefined;
  /** Listed, of a listed template, or given by the server in an earlier result. */
  resource(uri: string): CallTarget | undefined;
  template(uriTemplate: string): CallTarget | undefined;
}

export interface AgentViewSource {
  /** The same object as long as nothing changed. */
  viewFor(principal: Principal): AgentView;
}
