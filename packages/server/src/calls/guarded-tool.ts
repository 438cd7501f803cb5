import type { HintName, Json, JsonObject } from '@callgate/core';
import { CallgateError, HINTS, HINT_NAMES, display, isJsonObject } from '@callgate/core';
import type { ArgumentVerdict } from '@callgate/core/decide';
import { compileArgumentTest } from '@callgate/core/decide';
import type { Override } from '@callgate/core/disclose';
import { digest } from '@callgate/core/receive';
import type { Answer, SetDetail } from '@callgate/core/vocabulary';
import { SET_DETAILS, readClaims } from '@callgate/core/vocabulary';
import type { Manifest, ToolDefinition } from '@callgate/manifest';
import { definitionsOf, overridesOf } from '@callgate/manifest';
import { guardErrors } from '@callgate/messages/errors/guard';

/** What a call may do at most: what its tool declares for these arguments. */
export interface DeclaredLimits {
  readonly tool: string;
  /** `unknown`: nothing is declared, so nothing is held to it. */
  readonly answers: Readonly<Record<HintName, Answer>>;
  readonly sets: { readonly [D in SetDetail]?: readonly string[] };
}

/** The four hints of the specification, with its own defaults where nothing is declared. */
export const standardHints = ({ answers }: DeclaredLimits): Readonly<Record<StandardHint, boolean>> => ({
  readOnlyHint: answers.readOnly === 'yes',
  destructiveHint: answers.destructive !== 'no',
  idempotentHint: answers.idempotent === 'yes',
  openWorldHint: answers.openWorld !== 'no',
});

type StandardHint = 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint';

const tighteningAnswer = (hint: HintName): 'yes' | 'no' => (HINTS[hint].relaxing === 'yes' ? 'no' : 'yes');

const tightestAnswer = (hint: HintName, said: readonly Answer[]): Answer => {
  if (said.includes(tighteningAnswer(hint))) return tighteningAnswer(hint);
  return said.includes(HINTS[hint].relaxing) ? HINTS[hint].relaxing : 'unknown';
};

interface CompiledCondition {
  readonly override: Override;
  readonly test: (args: JsonObject) => ArgumentVerdict;
}

/** One tool of a manifest, ready to say what a call of it may do. */
export class GuardedTool {
  readonly definition: ToolDefinition;
  /** What holds whatever the arguments are. */
  readonly worst: DeclaredLimits;
  /** Of the definition with its conditions. */
  readonly digest: string;
  readonly #conditions: readonly CompiledCondition[];

  constructor(definition: ToolDefinition, overrides: readonly Override[], conditions: Json) {
    this.definition = definition;
    this.digest = digest('server-definition', { definition: { ...definition }, conditions });
    const claims = readClaims(definition);
    const [malformed] = claims.malformed;
    if (malformed !== undefined)
      throw new CallgateError(
        guardErrors.hintMalformed({ tool: definition.name, key: malformed.key, problem: malformed.problem }),
      );
    this.worst = {
      tool: definition.name,
      answers: mapHints((hint) =>
        tightestAnswer(
          hint,
          claims.answers.filter((claim) => claim.hint === hint).map(({ answer }) => answer),
        ),
      ),
      sets: claims.details.sets,
    };
    this.#conditions = overrides.flatMap((override) =>
      override.when === undefined ? [] : [{ override, test: compileArgumentTest(override.when) }],
    );
    for (const { override } of this.#conditions) refuseStricter(this.worst, override);
  }

  /** What it does depends on its arguments. */
  get resolvable(): boolean {
    return this.#conditions.length > 0;
  }

  /** The class by the arguments as a schema read them; `sent` where no schema did. */
  forRead(read: unknown, sent: DeclaredLimits): DeclaredLimits {
    if (read === undefined || !this.resolvable) return sent;
    try {
      const plain: unknown = JSON.parse(JSON.stringify(read));
      return isJsonObject(plain) ? this.forCall(plain) : this.worst;
    } catch {
      return this.worst;
    }
  }

  /** A condition that cannot be evaluated for these arguments relaxes nothing. */
  forCall(args: JsonObject): DeclaredLimits {
    const met = this.#conditions.filter(({ test }) => test(args) === 'met').map(({ override }) => override);
    if (met.length === 0) return this.worst;
    const { tool, answers, sets } = this.worst;
    const narrowed: { [D in SetDetail]?: readonly string[] } = { ...sets };
    for (const detail of SET_DETAILS) {
      const values = met.flatMap((override) => override.sets?.[detail] ?? []);
      if (values.length > 0) narrowed[detail] = [...new Set(values)];
    }
    return {
      tool,
      answers: mapHints((hint) => {
        const said = met.flatMap((override) => override.set[hint] ?? []);
        return said.length === 0 ? answers[hint] : tightestAnswer(hint, said);
      }),
      sets: narrowed,
    };
  }
}

/** Whether this class relaxes something that the other one does not. */
export const isLooser = (one: DeclaredLimits, other: DeclaredLimits): boolean =>
  HINT_NAMES.some(
    (hint) => one.answers[hint] === HINTS[hint].relaxing && other.answers[hint] !== HINTS[hint].relaxing,
  ) ||
  SET_DETAILS.some((detail) => {
    const { [detail]: mine } = one.sets;
    const { [detail]: theirs } = other.sets;
    return mine !== undefined && (theirs === undefined || theirs.some((value) => !mine.includes(value)));
  });

const mapHints = (answer: (hint: HintName) => Answer): Record<HintName, Answer> =>
  Object.fromEntries(HINT_NAMES.map((hint) => [hint, answer(hint)])) as Record<HintName, Answer>;

const refuseStricter = ({ tool, answers }: DeclaredLimits, { set, reason }: Override): void => {
  const stricter = HINT_NAMES.find(
    (hint) => set[hint] === tighteningAnswer(hint) && answers[hint] === HINTS[hint].relaxing,
  );
  if (stricter !== undefined)
    throw new CallgateError(
      guardErrors.conditionStricter({
        tool,
        hint: stricter,
        answer: set[stricter] ?? 'unknown',
        reason,
        worst: answers[stricter],
      }),
    );
};

const guardedToolsCache = new WeakMap<Manifest, ReadonlyMap<string, GuardedTool>>();

/** The tools of a manifest by name, made ready once: servers that begin anew with every request share them. */
export const readGuardedTools = (manifest: Manifest): ReadonlyMap<string, GuardedTool> => {
  const before = guardedToolsCache.get(manifest);
  if (before !== undefined) return before;
  const overrides = overridesOf(manifest);
  const tools = new Map<string, GuardedTool>();
  for (const definition of definitionsOf(manifest)) {
    const { name } = definition;
    if (tools.has(name)) throw new CallgateError(guardErrors.toolTwice({ tool: name }));
    const conditions = Object.hasOwn(overrides, name) ? overrides[name] : undefined;
    const told = manifest.tools.find((tool) => tool.name === name)?.conditions ?? [];
    tools.set(name, new GuardedTool(definition, conditions ?? [], JSON.parse(JSON.stringify(told)) as Json));
  }
  guardedToolsCache.set(manifest, tools);
  return tools;
};

/** The manifest's entry for a tool that is registered. */
export const requireGuardedTool = (tools: ReadonlyMap<string, GuardedTool>, name: string): GuardedTool => {
  const declared = tools.get(name);
  if (declared !== undefined) return declared;
  throw new CallgateError(guardErrors.toolUndeclared({ tool: display(name, { max: 100 }) }));
};
