import type { LintRule } from './rule.ts';
import { conflicting, malformed, unknownKey } from './rules/conflicts.ts';
import {
  agency,
  aiProcessing,
  privilegedAccess,
  resourceIntensive,
  sensitiveData,
  slowExecution,
} from './rules/drafts.ts';
import { contradicted, idempotentAsRead, tooStrict } from './rules/evidence.ts';
import { elsewhere, stripped } from './rules/homes.ts';
import { incomplete, missing } from './rules/missing.ts';
import { modelAllHighest, modelByInput, modelUndifferentiated } from './rules/model-preferences.ts';
import { openWorldInconsistent } from './rules/open-world.ts';
import { destructiveWithoutReversible, reversible } from './rules/reversible.ts';
import { descriptionMissing, titleMissing } from './rules/text.ts';
import { worstCase } from './rules/worst-case.ts';

/** Every rule there is, worst first. */
export const RULES: readonly LintRule[] = [
  malformed,
  conflicting,
  worstCase,
  idempotentAsRead,
  contradicted,
  missing,
  unknownKey,
  openWorldInconsistent,
  elsewhere,
  stripped,
  descriptionMissing,
  modelAllHighest,
  incomplete,
  tooStrict,
  agency,
  aiProcessing,
  slowExecution,
  resourceIntensive,
  sensitiveData,
  privilegedAccess,
  destructiveWithoutReversible,
  reversible,
  modelUndifferentiated,
  modelByInput,
  titleMissing,
];
