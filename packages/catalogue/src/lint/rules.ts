import type { LintRule } from './lint-rule.ts';
import { conflictingHints, malformedClaim, unknownKey } from './rules/conflicts.ts';
import {
  agency,
  aiProcessing,
  privilegedAccess,
  resourceIntensive,
  sensitiveData,
  slowExecution,
} from './rules/drafts.ts';
import { contradictedHint, idempotentAsRead, tooStrictHint } from './rules/evidence.ts';
import { misplacedHint, strippedHint } from './rules/hint-homes.ts';
import { incompleteHints, missingHint } from './rules/missing.ts';
import { modelAllHighest, modelByInput, modelUndifferentiated } from './rules/model-preferences.ts';
import { openWorldInconsistent } from './rules/open-world.ts';
import { destructiveWithoutReversible, reversible } from './rules/reversible.ts';
import { descriptionMissing, titleMissing } from './rules/text.ts';
import { worstCase } from './rules/worst-case.ts';

/** Every rule there is, worst first. */
export const RULES: readonly LintRule[] = [
  malformedClaim,
  conflictingHints,
  worstCase,
  idempotentAsRead,
  contradictedHint,
  missingHint,
  unknownKey,
  openWorldInconsistent,
  misplacedHint,
  strippedHint,
  descriptionMissing,
  modelAllHighest,
  incompleteHints,
  tooStrictHint,
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
