import { readFileSync } from 'node:fs';
import type { Json } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import { dataFileErrors } from '@callgate/messages/errors/data-file';
import { traceErrors } from '@callgate/messages/errors/trace';
import type { ToolFormat, ImportResult } from '@callgate/manifest';
import { CONVERTERS, TOOL_FORMATS, loadManifest } from '@callgate/manifest';
import { authorMessages } from '@callgate/messages/cli/authors';
import { findNearestName } from '@callgate/policy';

/** A form of tools, a manifest being one of them. */
export type ToolFileFormat = ToolFormat | 'manifest';

export const TOOL_FILE_FORMATS: readonly ToolFileFormat[] = ['manifest', ...TOOL_FORMATS];

export const parseToolFileFormat = (written: string | undefined): ToolFileFormat => {
  const form = TOOL_FILE_FORMATS.find((each) => each === (written ?? 'manifest'));
  if (form !== undefined) return form;
  throw new CallgateError(
    traceErrors.convert.formatUnknown({
      format: display(written ?? ''),
      near: findNearestName(written ?? '', TOOL_FILE_FORMATS),
      formats: TOOL_FILE_FORMATS.join(', '),
    }),
  );
};

const bytesOf = (path: string): Uint8Array => {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (cause) {
    throw new CallgateError(dataFileErrors.unreadable({ path: display(path) }), { cause });
  }
};

/** The text of a file, `-` being standard input. */
export const readTextFile = (path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(path));
  } catch (cause) {
    if (cause instanceof CallgateError) throw cause;
    throw new CallgateError(dataFileErrors.notUtf8({ path: display(path) }), { cause });
  }
};

/** The definitions of a large server are more than one message may hold. */
const LIMITS: ParseLimits = { ...DEFAULT_PARSE_LIMITS, bytes: 64 * 1024 * 1024, keys: 10_000_000 };

const jsonOf = (path: string): Json => {
  try {
    return parseStrict(bytesOf(path), LIMITS);
  } catch (error) {
    if (!(error instanceof CallgateError) || error.code === 'FILE_UNREADABLE') throw error;
    throw new CallgateError(
      {
        code: error.code,
        message: `${display(path)}: ${error.message}`,
        help: error.help ?? authorMessages.convert.writeJson,
      },
      { cause: error },
    );
  }
};

/** The tools of a file as a manifest, with what of them a manifest cannot hold. */
export const readTools = (path: string, form: ToolFileFormat): ImportResult =>
  form === 'manifest'
    ? { manifest: loadManifest(readTextFile(path), path), lost: [] }
    : CONVERTERS[form].from(jsonOf(path));
