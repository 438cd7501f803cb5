import { LOCAL_PRINCIPAL } from '@callgate/core';
import { z } from 'zod';

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;
/** Reserved: the local user, and in the audit log the gate itself and unknown users. */
const RESERVED_SUBJECTS: ReadonlySet<string> = new Set([LOCAL_PRINCIPAL.subject, 'callgate', 'unknown']);

/** A name in a token: of a group or a person. */
export const nameShape: z.ZodType<string, string> = z
  .string()
  .min(1)
  .max(256)
  .refine((text) => text.isWellFormed() && !CONTROL.test(text));

/** Blanks at an end cannot be seen, and would make another name that looks the same. */
export const subjectShape: z.ZodType<string, string> = nameShape.refine((text) => text === text.trim());

/** No token makes anybody one of these. */
export const isReservedSubject = (subject: string): boolean => RESERVED_SUBJECTS.has(subject);
