import { readFileSync } from 'node:fs';
import type { Json } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { DEFAULT_LIMITS, parseStrict } from '@callgate/core/receive';
import type { Format, FromResult } from '@callgate/manifest';
import { CONVERTERS, FORMATS, loadManifest } from '@callgate/manifest';
import { didYouMean } from '@callgate/policy';

/** A form of tools, a manifest being one of them. */
export type Form = Format | 'manifest';

export const FORMS: readonly Form[] = ['manifest', ...FORMATS];

export const formFrom = (written: string | undefined): Form => {
  const form = FORMS.find((each) => each === (written ?? 'manifest'));
  if (form !== undefined) return form;
  throw new CallgateError('CONVERT_FORMAT', `there is no form \`${display(written ?? '')}\``, {
    help: didYouMean(written ?? '', FORMS) ?? `there are ${FORMS.join(', ')}`,
  });
};

const bytesOf = (path: string): Uint8Array => {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (cause) {
    throw new CallgateError('FILE_UNREADABLE', `${display(path)} cannot be read`, {
      help: 'check the path',
      cause,
    });
  }
};

/** The text of a file, `-` being standard input. */
export const textOf = (path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(path));
  } catch (cause) {
    if (cause instanceof CallgateError) throw cause;
    throw new CallgateError('FILE_UNREADABLE', `${display(path)} is not UTF-8`, {
      help: 'save it as UTF-8',
      cause,
    });
  }
};

/** The definitions of a large server are more than one message may hold. */
const LIMITS: ParseLimits = { ...DEFAULT_LIMITS, bytes: 64 * 1024 * 1024, keys: 10_000_000 };

const jsonOf = (path: string): Json => {
  try {
    return parseStrict(bytesOf(path), LIMITS);
  } catch (error) {
    if (!(error instanceof CallgateError) || error.code === 'FILE_UNREADABLE') throw error;
    throw new CallgateError(error.code, `${display(path)}: ${error.message}`, {
      help: error.help ?? 'write it as JSON',
      cause: error,
    });
  }
};

/** The tools of a file as a manifest, with what of them a manifest cannot hold. */
export const readTools = (path: string, form: Form): FromResult =>
  form === 'manifest'
    ? { manifest: loadManifest(textOf(path), path), lost: [] }
    : CONVERTERS[form].from(jsonOf(path));
