import { deepFreeze } from '../deep-freeze.ts';
import type { CallKind } from '../receive/call.ts';
import type { JsonObject } from '../receive/json.ts';
import { getOwn } from '../receive/json.ts';
import type { HintValues } from '../vocabulary/claim-keys.ts';
import { SET_DETAILS } from '../vocabulary/claim-keys.ts';
import { readSetAnswers } from '../vocabulary/claim-collector.ts';
import { readClaims } from '../vocabulary/read-claims.ts';
import { HINT_NAMES } from '../vocabulary/hint-names.ts';
import { HINTS } from '../vocabulary/hints.ts';
import { digestDefinition } from './digest-definition.ts';
import type { TrustLevel } from './ground.ts';
import type { SandboxContract, ToolObservation, Override, ToolReview, ToolInput } from './tool-input.ts';
import { NO_CONTRACT } from './tool-input.ts';
import type { Claim } from '../vocabulary/claim.ts';

/** What a catalogue, an operator and a sandbox know of one tool. */
export interface ToolDescription {
  readonly server: string;
  /** `untrusted` where nobody said. */
  readonly trust?: TrustLevel;
  /** The whole definition as the server sent it. */
  readonly definition: JsonObject;
  readonly kind?: CallKind;
  /** Only where the definition has no name of its own, as for resources. */
  readonly name?: string;
  readonly resolved?: readonly Claim[];
  readonly overrides?: readonly Override[];
  readonly reviews?: readonly ToolReview[];
  readonly observations?: readonly ToolObservation[];
  readonly contract?: SandboxContract;
  readonly quarantine?: string | null;
}

const sealed = new WeakSet<ToolInput>();

/** Freezes a tool input wholly, so that what was decided about it once may be remembered. Takes over the object. */
export const sealTool = (tool: ToolInput): ToolInput => {
  deepFreeze(tool);
  sealed.add(tool);
  return tool;
};

export const isSealed = (tool: ToolInput): boolean => sealed.has(tool);

/** Where two sets say different things of one hint, the one that asks for more care counts. */
const tighten = (answers: Record<string, 'yes' | 'no'>, says: HintValues): void => {
  for (const hint of HINT_NAMES) {
    const answer = says[hint];
    if (answer !== undefined && (answers[hint] === undefined || answer !== HINTS[hint].relaxing))
      answers[hint] = answer;
  }
};

/** What an operator says by a set is said of the hints too, by the registry's table; what they say of a hint itself counts first. */
const withSetAnswers = (override: Override): Override => {
  if (override.sets === undefined) return override;
  const answers: Record<string, 'yes' | 'no'> = {};
  for (const detail of SET_DETAILS) {
    const values = override.sets[detail];
    if (values !== undefined) tighten(answers, readSetAnswers(detail, values));
  }
  return { ...override, set: { ...answers, ...override.set } };
};

/** Reads a definition into what decisions are made from. Total: an unreadable definition is quarantined, not lost. */
export const describeTool = (description: ToolDescription): ToolInput => {
  const { definition } = description;
  const { digest, problem } = digestDefinition(definition);
  const name = description.name ?? getOwn(definition, 'name');
  const unreadable = problem === undefined ? null : `its definition cannot be read: ${problem}`;
  const nameless = typeof name === 'string' ? null : 'it has no name';
  return sealTool({
    kind: description.kind ?? 'tool',
    name: typeof name === 'string' ? name : '',
    server: { name: description.server, trust: description.trust ?? 'untrusted' },
    definition: digest,
    claims: readClaims(definition),
    resolved: [...(description.resolved ?? [])],
    overrides: (description.overrides ?? []).map(withSetAnswers),
    reviews: [...(description.reviews ?? [])],
    observations: [...(description.observations ?? [])],
    contract: description.contract ?? NO_CONTRACT,
    quarantine:
      typeof description.quarantine === 'string' ? description.quarantine : (unreadable ?? nameless),
  });
};
