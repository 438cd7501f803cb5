import { display, CallgateError } from '@callgate/core';
import { guardMessages } from '@callgate/messages/guard';
import { guardErrors } from '@callgate/messages/errors/guard';
import type { DeclaredLimits } from './guarded-tool.ts';

/** What may be done with something, from least to most. */
type ResourcePower = 'reads' | 'writes' | 'destroys';

/** Something that handlers get at through their scope alone, each with as much power as its call has. */
interface GuardedResource<P extends { readonly [K in ResourcePower]?: unknown }> {
  /** Only for the types: what is kept cannot be reached through it. */
  readonly '~powers'?: P;
}

const guardedPowers = new WeakMap<object, { readonly [K in ResourcePower]?: unknown }>();

/**
 * Keeps something apart by what may be done with it. Hand round what this gives, and nothing else:
 * `scope.take(kept, 'writes')` is then the only way to the writer, and a read-only call does not get it.
 *
 * @example
 * export const notes = keep({ reads: new NotesReader(db), writes: new NotesWriter(db) });
 */
export const keep = <P extends { readonly [K in ResourcePower]?: unknown }>(
  powers: P,
): GuardedResource<P> => {
  const kept: GuardedResource<P> = Object.freeze({});
  guardedPowers.set(kept, powers);
  return kept;
};

/** For scopes, after they checked. */
const powersOf = <P extends { readonly [K in ResourcePower]?: unknown }>(kept: GuardedResource<P>): P =>
  guardedPowers.get(kept) as P;

/** Without what may differ and means the same: case, a port, the dot of the root, the brackets of an address. */
const normaliseHost = (host: string): string => {
  const lower = host.toLowerCase();
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(lower)?.[1];
  if (bracketed !== undefined) return bracketed;
  return lower.replace(/^([^:]*):\d+$/, '$1').replace(/\.$/, '');
};

/** Whether a host is one of those; `*.example.com` stands for every name below it. */
const isInside = (host: string, inside: readonly string[]): boolean => {
  const name = normaliseHost(host);
  return inside.some((pattern) => {
    const wanted = normaliseHost(pattern);
    return wanted.startsWith('*.') ? name.endsWith(wanted.slice(1)) : name === wanted;
  });
};

const { scope: texts } = guardMessages;

/** A handler wanted more than its tool declares for these arguments. */
const beyondDeclaredError = (tool: string, wanted: string, declared: string): CallgateError =>
  new CallgateError(guardErrors.beyondDeclared({ tool, wanted, declared }));

/** What a handler can say about what it reads. `public` and `trusted` lower the label of this result, the others raise it. */
export type ReadKind = 'public' | 'private' | 'secret' | 'trusted' | 'untrusted';

/**
 * What one call may do. A handler says what it is about to do, and goes no further where that throws: the call is
 * refused then, also where the handler catches it. After the call it is over.
 */
export interface CallScope {
  /** What is declared for these arguments. */
  readonly declared: DeclaredLimits;
  /** Says what is read. Without a word the result is labelled by what the tool declares. */
  reads(...kinds: readonly ReadKind[]): void;
  /** Adds or changes something. */
  writes(): void;
  /** Deletes or overwrites something. */
  destroys(): void;
  /** Does what cannot be undone. */
  cannotBeUndone(): void;
  /** Speaks to a host. A closed-world call reaches only the hosts that are inside. */
  reaches(host: string): void;
  /** Uses rights that not everybody has. */
  elevates(): void;
  /** Asks a model. */
  asksModel(): void;
  /** The part of something kept that this call has the power for. */
  take<P extends { readonly [K in ResourcePower]?: unknown }, K extends ResourcePower & keyof P>(
    kept: GuardedResource<P>,
    power: K,
  ): P[K];
}

const READ_KINDS: ReadonlySet<unknown> = new Set<ReadKind>([
  'public',
  'private',
  'secret',
  'trusted',
  'untrusted',
]);

export interface ScopeEnd {
  /** The first word that went too far. */
  readonly broken: CallgateError | undefined;
  readonly said: ReadonlySet<ReadKind>;
}

/** A scope, and the way to end it. */
export const openScope = (
  declared: DeclaredLimits,
  inside: readonly string[],
  /** Told once, if a word comes after the end. */
  onLate: (error: CallgateError) => void = () => undefined,
): { readonly scope: CallScope; end(): ScopeEnd } => {
  const { tool, answers } = declared;
  const said = new Set<ReadKind>();
  let broken: CallgateError | undefined;
  let over = false;
  let late = false;
  const refuse = (wanted: string, words: string): never => {
    const error = beyondDeclaredError(tool, wanted, words);
    if (over && !late) onLate(error);
    late ||= over;
    broken ??= error;
    throw error;
  };
  const alive = (wanted: string): void => {
    if (over) refuse(texts.afterEnd({ wanted }), texts.nothing);
  };
  const writes = (): void => {
    alive(texts.change);
    if (answers.readOnly === 'yes') refuse(texts.change, texts.onlyReads);
  };
  const destroys = (): void => {
    alive(texts.destroy);
    if (answers.readOnly === 'yes') refuse(texts.destroy, texts.onlyReads);
    if (answers.destructive === 'no') refuse(texts.destroy, texts.onlyAdds);
  };
  const readsOne = (kind: ReadKind): void => {
    const isPrivate = kind === 'private' || kind === 'secret';
    if (isPrivate && answers.sensitiveData === 'no') refuse(texts.readPrivate, texts.noSensitive);
    if (kind === 'secret' && answers.secret === 'no') refuse(texts.readSecret, texts.noSecrets);
    if (kind === 'untrusted' && (answers.unsafeOutput === 'no' || answers.trusted === 'yes'))
      refuse(texts.returnUntrusted, texts.safeOutput);
    said.add(kind);
  };
  const scope: CallScope = {
    declared,
    reads: (...kinds) => {
      alive(texts.read);
      for (const kind of kinds)
        if (READ_KINDS.has(kind)) readsOne(kind);
        else refuse(texts.readUnknown, texts.nothingOfThat);
    },
    writes,
    destroys,
    cannotBeUndone: () => {
      writes();
      if (answers.reversible === 'yes') refuse(texts.irreversible, texts.reversible);
    },
    reaches: (host) => {
      alive(texts.reachHost);
      if (typeof host !== 'string') refuse(texts.reachUnnamed, texts.nothingOfThat);
      if (answers.openWorld === 'no' && !isInside(host, inside))
        refuse(texts.reach({ host: display(host, { max: 200 }) }), texts.staysInside);
    },
    elevates: () => {
      alive(texts.elevate);
      if (answers.privilegedAccess === 'no') refuse(texts.elevate, texts.notElevated);
    },
    asksModel: () => {
      alive(texts.askModel);
      if (answers.aiProcessing === 'no') refuse(texts.askModel, texts.noAi);
    },
    take: (kept, power) => {
      switch (power) {
        case 'writes':
          writes();
          break;
        case 'destroys':
          destroys();
          break;
        case 'reads':
          alive(texts.read);
          break;
        default:
          refuse(texts.takeUnknown, texts.nothingOfThat);
      }
      const powers = powersOf(kept);
      if (!Object.hasOwn(powers, power)) refuse(texts.takeUnkept, texts.nothingOfThat);
      return powers[power];
    },
  };
  return {
    scope: Object.freeze(scope),
    end: () => {
      over = true;
      return { broken, said };
    },
  };
};

const scopes = new WeakMap<object, CallScope>();

export const setScope = (context: object, scope: CallScope): void => {
  scopes.set(context, scope);
};

export const findScope = (context: object): CallScope | undefined => scopes.get(context);

/** The scope of the call that a handler was given this context for: the last argument every SDK gives to handlers. */
export const scopeOf = (context: object): CallScope => {
  const scope = findScope(context);
  if (scope !== undefined) return scope;
  throw new CallgateError(guardErrors.scopeMissing());
};
