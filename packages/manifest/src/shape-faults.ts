import { deepestIssue, didYouMean, isPathPart, keysAt } from '@callgate/policy';
import type { z } from 'zod';
import { manifestSchema } from './file-schema.ts';
import type { Manifest } from './manifest.ts';
import type { Fault } from './problem.ts';

const fault = (parts: Omit<Fault, 'severity' | 'help'>, help: string | undefined): Fault => ({
  severity: 'error',
  ...parts,
  ...(help === undefined ? {} : { help }),
});

const faultsOf = (raw: z.core.$ZodIssue): Fault[] => {
  const issue = deepestIssue(raw);
  const path = issue.path.filter(isPathPart);
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(manifestSchema, path);
    return issue.keys.map((key) =>
      fault(
        { code: 'MANIFEST_KEY', message: `unknown key \`${key}\``, path, key },
        didYouMean(key, known) ?? (known.length === 0 ? undefined : `keys here are ${known.join(', ')}`),
      ),
    );
  }
  const what = path.length === 0 ? 'the manifest' : `\`${String(path.at(-1))}\``;
  const options = issue.code === 'invalid_union' ? issue.errors.flat() : [issue];
  const choice = options.find((option) => option.code === 'invalid_value');
  if (choice?.code === 'invalid_value') {
    const values = choice.values.map(String);
    const written = typeof issue.input === 'string' ? issue.input : undefined;
    const help = written === undefined ? undefined : didYouMean(written, values);
    return [fault({ code: 'MANIFEST_SHAPE', message: `${what}: expected ${values.join(', ')}`, path }, help)];
  }
  const words = issue.code === 'invalid_key' ? (issue.issues[0]?.message ?? issue.message) : issue.message;
  return [
    fault(
      { code: 'MANIFEST_SHAPE', message: `${what}: ${words.replace(/^Invalid input: /, '')}`, path },
      undefined,
    ),
  ];
};

/** The manifest in some content, or everything that is wrong with its shape. */
export const readShape = (
  content: unknown,
): { readonly manifest: Manifest } | { readonly faults: readonly Fault[] } => {
  const parsed = manifestSchema.safeParse(content, { reportInput: true });
  return parsed.success ? { manifest: parsed.data } : { faults: parsed.error.issues.flatMap(faultsOf) };
};
