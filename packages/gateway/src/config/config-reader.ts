import type { PolicyProblem } from '@callgate/policy';
import type { YamlPath, YamlFile } from '@callgate/policy/yaml';
import { locateFault, listShapeFaults } from '@callgate/policy/yaml';
import type { z } from 'zod';

/** Something wrong, or worth a look, in a configuration; it is told like one in a policy. */
export type ConfigProblem = PolicyProblem;

/** What is wrong, and what to do. */
type ProblemText = Readonly<{ code: string; message: string; help?: string | undefined }>;

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** The last key, and the places in lists below it: `files[0]`. */
export const partName = (path: YamlPath): string => {
  const key = path.findLastIndex((part) => typeof part === 'string');
  const [name = '', ...places] = key === -1 ? ['', ...path] : path.slice(key);
  return `${name}${places.map((place) => `[${place}]`).join('')}`;
};

/** What a configuration is read against, and everything that is wrong with it, each with its place. */
export class ConfigReader {
  readonly problems: ConfigProblem[] = [];
  /** What relative paths are relative to. */
  readonly folder: string;
  readonly env: EnvironmentVariables;
  readonly #file: YamlFile;

  constructor(file: YamlFile, folder: string, env: EnvironmentVariables) {
    this.#file = file;
    this.folder = folder;
    this.env = env;
  }

  get isGood(): boolean {
    return this.problems.every(({ severity }) => severity === 'warning');
  }

  error(path: YamlPath, text: ProblemText): void {
    this.#add('error', this.#file.positionOf(path), text);
  }

  warn(path: YamlPath, text: ProblemText): void {
    this.#add('warning', this.#file.positionOf(path), text);
  }

  /** About a key itself. */
  key(severity: ConfigProblem['severity'], path: YamlPath, key: string, text: ProblemText): void {
    this.#add(severity, this.#file.positionOfKey(path, key), text);
  }

  /** What zod found in the part of the file at `base`. */
  shape(schema: z.ZodType, issues: readonly z.core.$ZodIssue[], base: YamlPath): void {
    const faults = listShapeFaults(schema, issues, {
      code: 'CONFIG',
      whole: `\`${partName(base)}\``,
      name: (path) => partName([...base, ...path]),
    });
    for (const fault of faults)
      this.problems.push(locateFault(this.#file, { ...fault, path: [...base, ...fault.path] }));
  }

  #add(
    severity: ConfigProblem['severity'],
    position: ConfigProblem['position'],
    { code, message, help }: ProblemText,
  ): void {
    this.problems.push({ severity, code, message, position, ...(help === undefined ? {} : { help }) });
  }
}
