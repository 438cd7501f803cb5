import type { Manifest } from '@callgate/manifest';
import type { Declarations } from './declarations.ts';
import { declarationsOf } from './declarations.ts';
import { declaredTools } from './declared-tool.ts';
import { declaredOrThrow } from './sdk/guard-errors.ts';

/** What a registration of one tool needs, for servers that are not guarded: hints in both homes. */
export const hintsOf = (manifest: Manifest, tool: string): Declarations =>
  declarationsOf(declaredOrThrow(declaredTools(manifest), tool), false);
