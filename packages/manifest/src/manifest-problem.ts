import type { Position } from '@callgate/core';
import { display } from '@callgate/core';
import { fileShapeMessages } from '@callgate/messages/file-shape';
import { formatProblem } from '@callgate/policy';
import type { YamlPath } from '@callgate/policy/yaml';

/** Something wrong, or worth a look, in a manifest. */
export interface ManifestProblem {
  readonly severity: 'error' | 'warning';
  /** Stable, for machines. */
  readonly code: string;
  readonly message: string;
  /** Where in the manifest. */
  readonly path: YamlPath;
  /** Where in the file, if it is one. */
  readonly position?: Position;
  readonly help?: string;
}

const pathText = (path: YamlPath): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : at === 0 ? part : `.${part}`)).join('') ||
  fileShapeMessages.manifest;

/** `file:line:col: error[CODE]: message` (inline: the path in place of the file) and the help below it. */
export const formatManifestProblem = (problem: ManifestProblem): string => {
  const { severity, code, message, path, position, help } = problem;
  if (position !== undefined) return formatProblem({ ...problem, position });
  const below = help === undefined ? '' : `\n  help: ${display(help)}`;
  return `${display(pathText(path))}: ${severity}[${code}]: ${display(message)}${below}`;
};
