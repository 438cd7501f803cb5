import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display, isJsonObject, getOwn } from '@callgate/core';
import { readClaims } from '@callgate/core/vocabulary';
import type { Manifest } from '@callgate/manifest';
import { guardErrors } from '@callgate/messages/errors/guard';
import type { GuardedTool } from './guarded-tool.ts';
import { requireGuardedTool, readGuardedTools } from './guarded-tool.ts';
import { TOOL_RESOLUTION_KEY } from './keys.ts';

/** The members of a registration that carry what is declared. */
export interface Declarations {
  readonly title?: string;
  readonly description?: string;
  readonly annotations: JsonObject;
  readonly _meta: JsonObject;
}

const checkAgreement = (tool: string, home: string, written: unknown, declared: JsonObject): void => {
  if (!isJsonObject(written)) return;
  for (const [key, value] of Object.entries(written)) {
    const truth: Json | undefined = Object.hasOwn(declared, key) ? declared[key] : undefined;
    if (truth === undefined && home === 'annotations' && key.endsWith('Hint'))
      throw declaredTwiceError(tool, `${home}.${key}`);
    if (truth !== undefined && canonical(truth) !== canonical(value))
      throw declaredTwiceError(tool, `${home}.${key}`);
  }
};

/** Whatever a client would read out of the registration, the manifest has to say as well. */
const refuseExtraClaims = ({ definition }: GuardedTool, annotations: unknown, meta: unknown): void => {
  const written = readClaims({
    ...(isJsonObject(annotations) ? { annotations } : {}),
    ...(isJsonObject(meta) ? { _meta: meta } : {}),
  });
  const declared = readClaims(definition);
  const [malformed] = written.malformed;
  if (malformed !== undefined)
    throw declaredTwiceError(definition.name, `${malformed.home}.${malformed.key}`);
  const more = written.answers.find(
    (claim) => !declared.answers.some(({ hint, answer }) => hint === claim.hint && answer === claim.answer),
  );
  if (more !== undefined) throw declaredTwiceError(definition.name, `${more.home}.${more.key}`);
  const { title: _, sets, ...details } = written.details;
  const { sets: declaredSets, ...declaredDetails } = declared.details;
  const truths: JsonObject = { ...toPlainJson(declaredDetails), ...toPlainJson(declaredSets) };
  for (const [key, value] of Object.entries({ ...toPlainJson(details), ...toPlainJson(sets) })) {
    const truth = getOwn(truths, key);
    if (truth === undefined || canonical(truth) !== canonical(value))
      throw declaredTwiceError(definition.name, key);
  }
};

const toPlainJson = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

const TEXTS = ['title', 'description'] as const;

/** What clients and people read of a tool comes from its manifest, where it says something. */
export const refuseOtherTexts = ({ definition }: GuardedTool, written: object): void => {
  for (const key of TEXTS) {
    const text: unknown = Object.hasOwn(written, key) ? (written as Record<string, unknown>)[key] : undefined;
    const truth = definition[key];
    if (text !== undefined && truth !== undefined && text !== truth)
      throw declaredTwiceError(definition.name, key);
  }
};

const declaredTwiceError = (tool: string, what: string): CallgateError =>
  new CallgateError(guardErrors.declaredTwice({ tool, declaration: display(what, { max: 200 }) }));

/**
 * What a registration of a tool needs so that all its hints reach every client: `annotations` and, because SDK clients
 * drop annotations they do not know, `_meta` as well. `resolves` where the server answers `tools/resolve`.
 */
export const declarationsOf = (tool: GuardedTool, resolves: boolean): Declarations => {
  const { title, description, annotations, _meta: meta } = tool.definition;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    annotations,
    _meta: resolves && tool.resolvable ? { ...meta, [TOOL_RESOLUTION_KEY]: { resolvable: true } } : meta,
  };
};

/** A registration with what its manifest declares. Throws where both say something, and not the same. */
export const addDeclarations = <T extends object>(
  config: T,
  tool: GuardedTool,
  resolves: boolean,
): T & Declarations => {
  const { name } = tool.definition;
  const declared = declarationsOf(tool, resolves);
  const { annotations, _meta: meta } = declared;
  const written: { annotations?: unknown; _meta?: unknown } = config;
  const { annotations: ownAnnotations, _meta: ownMeta } = written;
  checkAgreement(name, 'annotations', ownAnnotations, annotations);
  checkAgreement(name, '_meta', ownMeta, meta);
  refuseExtraClaims(tool, ownAnnotations, ownMeta);
  refuseOtherTexts(tool, config);
  return {
    ...declared,
    ...config,
    annotations: { ...(isJsonObject(ownAnnotations) ? ownAnnotations : {}), ...annotations },
    _meta: { ...(isJsonObject(ownMeta) ? ownMeta : {}), ...meta },
  };
};

/** What a registration of one tool needs, for servers that are not guarded: hints in both homes. */
export const hintsOf = (manifest: Manifest, tool: string): Declarations =>
  declarationsOf(requireGuardedTool(readGuardedTools(manifest), tool), false);
