import type { Position } from '@callgate/core';
import { display } from '@callgate/core';

/** Something wrong, or worth a look, in a policy file. */
export interface PolicyProblem {
  readonly severity: 'error' | 'warning';
  /** Stable, for machines. */
  readonly code: string;
  readonly message: string;
  readonly position: Position;
  readonly help?: string;
}

/** `file:line:col: error[CODE]: message` and the help below it. */
export const formatProblem = ({ severity, code, message, position, help }: PolicyProblem): string => {
  const where = `${display(position.file)}:${position.line}:${position.column}`;
  return `${where}: ${severity}[${code}]: ${display(message)}${help === undefined ? '' : `\n  help: ${display(help)}`}`;
};
