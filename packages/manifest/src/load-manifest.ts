import type { Json } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_PARSE_LIMITS, deepFreeze, parseStrict } from '@callgate/core/receive';
import { conversionMessages } from '@callgate/messages/conversion';
import { catalogueErrors } from '@callgate/messages/errors/catalogue';
import { fileShapeMessages } from '@callgate/messages/file-shape';
import type { UnlocatedProblem } from '@callgate/policy/yaml';
import { locateFault, parseYaml, listShapeFaults, parseShape } from '@callgate/policy/yaml';
import { checkManifest, listToolErrors } from './check-manifest.ts';
import { manifestSchema } from './manifest-schema.ts';
import type { ManifestTool, Manifest } from './manifest.ts';
import type { ManifestProblem } from './manifest-problem.ts';
import { formatManifestProblem } from './manifest-problem.ts';

export type ManifestLoadResult =
  | { readonly ok: true; readonly manifest: Manifest; readonly warnings: readonly ManifestProblem[] }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] };

/** Beyond it a text is not searched for places. */
const MAX_LOCATED = 200_000;

const SHAPE = { code: 'MANIFEST', whole: fileShapeMessages.manifest };

/** The manifest in some content, or everything that is wrong with its shape. */
const readShape = (
  content: unknown,
): { readonly manifest: Manifest } | { readonly faults: readonly UnlocatedProblem[] } => {
  const parsed = parseShape(manifestSchema, content);
  return parsed.success
    ? { manifest: parsed.data }
    : { faults: listShapeFaults(manifestSchema, parsed.error.issues, SHAPE) };
};

const unlocated = ({ key: _, offset: __, ...problem }: UnlocatedProblem): ManifestProblem => problem;

const outcomeOf = (
  content: unknown,
  told: (fault: UnlocatedProblem) => ManifestProblem,
): ManifestLoadResult => {
  const shape = readShape(content);
  if ('faults' in shape) return { ok: false, problems: shape.faults.map(told) };
  const problems = checkManifest(shape.manifest).map(told);
  if (problems.some(({ severity }) => severity === 'error')) return { ok: false, problems };
  return { ok: true, manifest: deepFreeze(shape.manifest), warnings: problems };
};

const readYaml = (text: string, name: string): ManifestLoadResult => {
  const parsed = parseYaml(name, text, SHAPE);
  if (!parsed.ok)
    return { ok: false, problems: parsed.problems.map((problem) => ({ ...problem, path: [] })) };
  const { source, content } = parsed;
  return outcomeOf(content ?? {}, (fault) => ({ ...locateFault(source, fault), path: fault.path }));
};

const JSON_LIMITS: ParseLimits = { ...DEFAULT_PARSE_LIMITS, bytes: 64 * 1024 * 1024, keys: 10_000_000 };

/** What programs write is JSON, and may be larger than anybody writes by hand. */
const readJson = (text: string): Json | undefined => {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return parseStrict(text, JSON_LIMITS);
  } catch {
    return undefined;
  }
};

/** Reads a manifest that is a file of YAML or JSON; every problem says where it stands, or its path where the file is very large. */
export const readManifest = (text: string, name: string): ManifestLoadResult => {
  const json = readJson(text);
  if (json === undefined) return readYaml(text, name);
  const outcome = outcomeOf(json, unlocated);
  const silent = outcome.ok && outcome.warnings.length === 0;
  return silent || text.length > MAX_LOCATED ? outcome : readYaml(text, name);
};

const invalid = (problems: readonly ManifestProblem[]): CallgateError => {
  const position = problems.find(({ severity }) => severity === 'error')?.position;
  return new CallgateError(
    { ...catalogueErrors.manifestInvalid(), message: problems.map(formatManifestProblem).join('\n') },
    position === undefined ? {} : { position },
  );
};

const manifestOr = (outcome: ManifestLoadResult): Manifest => {
  if (outcome.ok) return outcome.manifest;
  throw invalid(outcome.problems);
};

/** The manifest in a file of YAML or JSON, frozen; throws `MANIFEST_INVALID` with every problem and its place. */
export const loadManifest = (text: string, name: string): Manifest => manifestOr(readManifest(text, name));

/** A manifest as it is written in a program. */
export interface ManifestInput {
  readonly manifest?: 1;
  readonly name?: string;
  readonly tools: readonly ManifestTool[];
}

/** Checks a manifest some program made; problems name the path in it. */
export const checkManifestInput = (input: unknown): ManifestLoadResult => outcomeOf(input, unlocated);

/** One tool that was converted: as it stands in a manifest, or why it cannot. What is only worth a look is not looked for. */
export const checkTool = (input: unknown): { readonly tool: ManifestTool } | { readonly why: string } => {
  const shape = readShape({ manifest: 1, tools: [input] });
  const [tool] = 'faults' in shape ? [] : shape.manifest.tools;
  const faults = 'faults' in shape ? shape.faults : tool === undefined ? [] : listToolErrors(tool);
  const [fault] = faults;
  return tool === undefined || fault !== undefined
    ? { why: fault?.message ?? conversionMessages.notInManifest }
    : { tool: deepFreeze(tool) };
};

/**
 * A manifest written inline, checked and frozen; throws `MANIFEST_INVALID`.
 *
 * @example
 * const manifest = disclose({
 *   tools: [{ name: 'delete_event', inputSchema, hints: { readOnly: false, destructive: true, openWorld: false } }],
 * });
 */
export const disclose = (input: ManifestInput): Manifest =>
  manifestOr(checkManifestInput({ manifest: 1, ...input }));
