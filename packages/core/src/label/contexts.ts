import type { Labels } from './label.ts';
import { isLabelled, strongerOf } from './label.ts';
import type { JsonObject } from '../receive/json.ts';
import type { CallSituation } from './judge-call.ts';
import { judgeCall } from './judge-call.ts';
import type { Label, Session, SessionEvent, SessionLabels } from './session.ts';
import {
  MAX_MEMBERS,
  ageLabels,
  applyEvent,
  joinLabels,
  joinStoredLabels,
  getLabelStrengths,
  startSession,
  dropEvidence,
} from './session.ts';
import type { TracedTool } from './traced-tool.ts';

export interface ContextRef {
  readonly principal: string;
  readonly context: string;
  /**
   * Minted or authenticated by a host hook, an adapter or a new process. An id that only the client sends is chosen by
   * the author of the calls: it neither sheds labels nor picks up words.
   */
  readonly authenticated: boolean;
}

/** All that is known of contexts, principals and stores. Serialisable; changed only by `applyIn` and `endContext`. */
export interface Contexts {
  readonly v: 1;
  readonly sessions: Readonly<Record<string, Session>>;
  readonly principals: Readonly<Record<string, SessionLabels>>;
  /** What was written into a store by a session that had touched something. */
  readonly stores: Readonly<Record<string, SessionLabels>>;
}

export const NO_CONTEXTS: Contexts = Object.freeze({
  v: 1,
  sessions: Object.freeze({}),
  principals: Object.freeze({}),
  stores: Object.freeze({}),
});

/** How long labels live after they were last raised, in milliseconds; without it they do not age. */
export interface LabelAge {
  readonly now: number;
  readonly age: number;
}

/** Ids that a client sends are one context: a client could otherwise fill the memory with them. */
export const contextKey = ({ principal, context, authenticated }: ContextRef): string => {
  const isLast =
    last.principal === principal && last.context === context && last.authenticated === authenticated;
  if (isLast) return last.key;
  const key = JSON.stringify(authenticated ? [principal, context] : [principal]);
  last = { principal, context, authenticated, key };
  return key;
};

/** Whether a key is that of all contexts of a principal which nothing vouches for. */
export const isJoinedContextKey = (key: string): boolean => {
  const parts: unknown = JSON.parse(key);
  return Array.isArray(parts) && parts.length === 1;
};

/** One call asks for the key of its context again and again. */
let last: ContextRef & { readonly key: string } = {
  principal: '',
  context: '',
  authenticated: false,
  key: '[""]',
};

const at = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined;

const aged = (session: Session, limit: LabelAge | undefined): Session =>
  limit === undefined ? session : ageLabels(session, limit.now, limit.age);

const memberRef = ({ principal }: ContextRef, context: string): ContextRef => ({
  principal,
  context,
  authenticated: true,
});

/** Keys of the sessions that count for this one. */
export const listMemberKeys = (session: Session | undefined, ref: ContextRef): readonly string[] =>
  (session?.members ?? []).map((context) => contextKey(memberRef(ref, context)));

const joinSession = (session: Session, other: Session | undefined): Session =>
  other === undefined
    ? session
    : applyEvent(session, { type: 'join', labels: other.labels, listed: other.listed ?? [] });

const withMembers = (contexts: Contexts, ref: ContextRef, session: Session): Session =>
  listMemberKeys(session, ref).reduce(
    (joined, key) => joinSession(joined, at(contexts.sessions, key)),
    session,
  );

/** The session a call in this context is judged on. */
export const getContextSession = (contexts: Contexts, ref: ContextRef, limit?: LabelAge): Session => {
  const own = withMembers(contexts, ref, at(contexts.sessions, contextKey(ref)) ?? startSession(ref.context));
  if (ref.authenticated) return aged(own, limit);
  const shared = at(contexts.principals, ref.principal);
  const joined = shared === undefined ? own : applyEvent(own, { type: 'join', labels: shared });
  return aged(dropEvidence(joined), limit);
};

/** How strong the labels of that session are, of whatever age. */
export const getContextLabels = (contexts: Contexts, ref: ContextRef): Labels => {
  const own = at(contexts.sessions, contextKey(ref));
  const shared = ref.authenticated ? undefined : at(contexts.principals, ref.principal);
  const members = listMemberKeys(own, ref).map((key) => at(contexts.sessions, key)?.labels);
  let labels: Labels = { private: 'none', untrusted: 'none' };
  for (const each of [own?.labels, shared, ...members])
    if (each !== undefined)
      labels = {
        private: strongerOf(labels.private, each.private.strength),
        untrusted: strongerOf(labels.untrusted, each.untrusted.strength),
      };
  return labels;
};

/** What a write puts into a store: what the session has touched, and what the tool itself brings in. */
const withStore = (
  contexts: Contexts,
  event: SessionEvent & { readonly type: 'call' },
  ref: ContextRef,
): Contexts['stores'] => {
  const { tool } = event;
  if (!tool.mutates) return contexts.stores;
  const written = applyEvent(getContextSession(contexts, ref), event);
  if (!isLabelled(getLabelStrengths(written))) return contexts.stores;
  const before = at(contexts.stores, tool.store);
  const labels = before === undefined ? written.labels : joinLabels(before, written.labels);
  return { ...contexts.stores, [tool.store]: labels };
};

/** What was written here into the store a tool uses, by whomever. */
export const getStoreLabels = (contexts: Contexts, tool: TracedTool): SessionLabels | undefined =>
  at(contexts.stores, tool.store);

/** Judges a call in its context. A tool that acts in several steps of its own meets what its store holds before it is done. */
export const judgeCallInContext = (
  contexts: Contexts,
  ref: ContextRef,
  tool: TracedTool,
  args: JsonObject,
  limit?: LabelAge,
): CallSituation => {
  const session = getContextSession(contexts, ref, limit);
  const held = tool.agentic ? getStoreLabels(contexts, tool) : undefined;
  return judgeCall(held === undefined ? session : joinStoredLabels(session, held), tool, args);
};

/** Reading back raises the labels now, however long ago they were written. */
const raisedAt = (labels: SessionLabels, now: number | undefined): SessionLabels => {
  const raised = ({ strength, witnesses }: Label): Label => ({
    strength,
    witnesses,
    ...(now === undefined || strength === 'none' ? {} : { at: now }),
  });
  return { private: raised(labels.private), untrusted: raised(labels.untrusted) };
};

/** What a host and its sessions have read decides whether a client is believed in any of them; it stays where it is. */
const hasUserMessageIn = (
  contexts: Contexts,
  ref: ContextRef,
  session: Session,
  event: SessionEvent,
): Session => {
  const { host } = session;
  const hosting = host === undefined ? undefined : at(contexts.sessions, contextKey(memberRef(ref, host)));
  const joined = joinSession(withMembers(contexts, ref, session), hosting);
  const { said, proposed, unbelieved, prohibitions, dropped, approved } = applyEvent(joined, event);
  const { approved: _before, proposed: _answered, ...rest } = session;
  return {
    ...rest,
    said,
    unbelieved,
    prohibitions,
    dropped,
    ...(approved === undefined ? {} : { approved }),
    ...(proposed === undefined ? {} : { proposed }),
  };
};

/** The one way contexts change. What one context touches, its principal has touched. */
export const applyContextEvent = (contexts: Contexts, ref: ContextRef, event: SessionEvent): Contexts => {
  const key = contextKey(ref);
  const before = at(contexts.sessions, key) ?? startSession(ref.context);
  const isTraced = event.type === 'call' || event.type === 'result';
  const held = isTraced ? getStoreLabels(contexts, event.tool) : undefined;
  let session =
    event.type === 'user' && (before.members ?? before.host) !== undefined
      ? hasUserMessageIn(contexts, ref, before, event)
      : applyEvent(
          before,
          isTraced && held !== undefined ? { ...event, stored: held.private.strength } : event,
        );
  let { stores } = contexts;
  if (event.type === 'call') {
    if (held !== undefined) session = joinStoredLabels(session, raisedAt(held, event.at));
    stores = withStore(contexts, event, ref);
  }
  const shared = at(contexts.principals, ref.principal);
  const joined = shared === undefined ? session.labels : joinLabels(shared, session.labels);
  // the operator's word on ids that only a client sends is a word on the principal
  const labels =
    event.type === 'declassify' && !ref.authenticated
      ? { ...joined, [event.label]: session.labels[event.label] }
      : joined;
  if (session === at(contexts.sessions, key) && labels === shared && stores === contexts.stores)
    return contexts;
  return {
    ...contexts,
    sessions: { ...contexts.sessions, [key]: session },
    principals: { ...contexts.principals, [ref.principal]: labels },
    stores,
  };
};

/**
 * Hooks have named a session of this host process. What happened in the host without a name counts in it, and what it
 * touches counts for calls of the host that nobody names.
 */
export const joinHost = (contexts: Contexts, ref: ContextRef, host: string): Contexts => {
  const hostRef = memberRef(ref, host);
  const hostKey = contextKey(hostRef);
  const key = contextKey(ref);
  const hosting = at(contexts.sessions, hostKey) ?? startSession(host);
  const before = at(contexts.sessions, key) ?? startSession(ref.context);
  const joined = joinSession(before, hosting);
  const session = joined.host === host ? joined : { ...joined, host };
  const members = hosting.members ?? [];
  if (members.includes(ref.context))
    return session === before
      ? contexts
      : { ...contexts, sessions: { ...contexts.sessions, [key]: session } };
  const all = [...members, ref.context];
  // a session that is not listed any more still counts
  const forgotten = all.slice(0, -MAX_MEMBERS).map((context) => contextKey(memberRef(ref, context)));
  const kept = forgotten.reduce((each, old) => joinSession(each, at(contexts.sessions, old)), hosting);
  return {
    ...contexts,
    sessions: {
      ...contexts.sessions,
      [key]: session,
      [hostKey]: { ...kept, members: all.slice(-MAX_MEMBERS) },
    },
  };
};

/**
 * The host without a session that is over. What calls without a name touched stays: others that work in the host have
 * it still. So does what was listed, as hosts keep lists. What might be the words of the session that is over is gone.
 */
const withoutMember = (hosting: Session, ended: Session): Session => {
  const { members = [], ...rest } = applyEvent(hosting, { type: 'listed', servers: ended.listed ?? [] });
  const left = members.filter((member) => member !== ended.context);
  return left.length > 0 ? { ...rest, members: left } : dropEvidence(rest);
};

/** A context is over: its labels and words go with it. What its principal has touched stays until it ages. */
export const endContext = (contexts: Contexts, ref: ContextRef): Contexts => {
  const { [contextKey(ref)]: ended, ...sessions } = contexts.sessions;
  if (ended?.host === undefined) return { ...contexts, sessions };
  const hostKey = contextKey(memberRef(ref, ended.host));
  const hosting = at(sessions, hostKey);
  if (hosting === undefined) return { ...contexts, sessions };
  return { ...contexts, sessions: { ...sessions, [hostKey]: withoutMember(hosting, ended) } };
};
