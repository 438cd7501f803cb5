import type { z } from 'zod';
import type { PolicyProblem } from './policy-problem.ts';
import type { YamlRefusal } from './parse-yaml.ts';
import { parseYaml } from './parse-yaml.ts';
import type { UnlocatedProblem, ShapeOptions } from './shape-faults.ts';
import { listShapeFaults, parseShape } from './shape-faults.ts';
import type { YamlFile } from './yaml-file.ts';

export interface YamlContent<T> {
  readonly ok: true;
  readonly source: YamlFile;
  readonly content: T;
}

export const locateFault = (source: YamlFile, fault: UnlocatedProblem): PolicyProblem => {
  const { severity, code, message, help } = fault;
  const problem = { severity, code, message, position: source.locate(fault) };
  return help === undefined ? problem : { ...problem, help };
};

/** Reads a YAML text that must match a schema: its content, or everything that is wrong with it. */
export const loadYaml = <T>(
  schema: z.ZodType<T>,
  { name, text }: { readonly name: string; readonly text: string },
  options: ShapeOptions,
): YamlContent<T> | YamlRefusal => {
  const parsed = parseYaml(name, text, options);
  if (!parsed.ok) return parsed;
  const read = parseShape(schema, parsed.content ?? {});
  if (read.success) return { ok: true, source: parsed.source, content: read.data };
  const faults = listShapeFaults(schema, read.error.issues, options);
  return { ok: false, problems: faults.map((fault) => locateFault(parsed.source, fault)) };
};
