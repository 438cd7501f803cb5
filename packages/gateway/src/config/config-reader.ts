import { fileShapeMessages } from '@callgate/messages/file-shape';
import type { PolicyProblem } from '@callgate/policy';
import type { YamlPath, YamlFile } from '@callgate/policy/yaml';
import { locateFault, listShapeFaults, parseShape, partName } from '@callgate/policy/yaml';
import type { z } from 'zod';

/** Something wrong, or worth a look, in a configuration; it is told like one in a policy. */
export type ConfigProblem = PolicyProblem;

/** What is wrong, and what to do. */
type ProblemText = Readonly<{ code: string; message: string; help?: string | undefined }>;

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

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

  /** The part of the file at `base` if its shape is right; its problems are added otherwise. */
  shape<T>(schema: z.ZodType<T>, content: unknown, base: YamlPath): T | undefined {
    const parsed = parseShape(schema, content);
    if (parsed.success) return parsed.data;
    const faults = listShapeFaults(schema, parsed.error.issues, {
      code: 'CONFIG',
      whole: fileShapeMessages.part({ name: partName(base) }),
      name: (path) => partName([...base, ...path]),
    });
    for (const fault of faults)
      this.problems.push(locateFault(this.#file, { ...fault, path: [...base, ...fault.path] }));
    return undefined;
  }

  #add(
    severity: ConfigProblem['severity'],
    position: ConfigProblem['position'],
    { code, message, help }: ProblemText,
  ): void {
    this.problems.push({ severity, code, message, position, ...(help === undefined ? {} : { help }) });
  }
}
