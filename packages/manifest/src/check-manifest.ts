import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES, display, isJsonObject, getOwn, describeTool } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import { listSubexpressions as partsOf, listReferences, readsCounters } from '@callgate/core/decide';
import type { HintConflict, Disclosure, FactName, Override } from '@callgate/core/disclose';
import { disclose } from '@callgate/core/disclose';
import type { SetDetail } from '@callgate/core/vocabulary';
import { CLAIM_KEYS, SET_DETAILS } from '@callgate/core/vocabulary';
import { manifestErrors } from '@callgate/messages/errors/manifest';
import type { ErrorText } from '@callgate/messages/text/error-text';
import { ConditionError, findNearestName, parseCondition } from '@callgate/policy';
import type { UnlocatedProblem, YamlPath } from '@callgate/policy/yaml';
import { definitionOf } from './tool-definition.ts';
import type { HintCondition, ManifestTool, ManifestHints, Manifest } from './manifest.ts';
import { readConditionAnswers, readHintSets } from './overrides.ts';
import { findValueKey, toValueList, getTighteningAnswer } from './set-values.ts';
import { findUntypedArguments } from './typed-condition.ts';

/** What is believed of a tool of one's own, with what one says of some of its calls. */
const disclosureOf = (tool: ManifestTool, overrides: readonly Override[] = []): Disclosure => {
  const { name, annotations, _meta } = definitionOf(tool);
  const described = describeTool({
    server: 'manifest',
    trust: 'owned',
    // what is believed does not depend on schemas, which may be large
    definition: { name, annotations, _meta },
    overrides,
  });
  return disclose(described, 'all', described.overrides, []);
};

const FACTS = [
  'mutates',
  'destroys',
  'irreversible',
  'outward',
  'returnsUntrusted',
  'readsPrivate',
] as const satisfies readonly FactName[];

const RANK = { no: 0, unknown: 1, yes: 2 } as const;

const careOf = (hint: HintName, answer: 'yes' | 'no' | 'unknown'): number =>
  answer === 'unknown' ? 1 : answer === HINTS[hint].relaxing ? 0 : 2;

/** A place where a condition is less safe than the worst case. */
interface ConditionExcess {
  /** The hint or set it is about. */
  readonly key: string;
  readonly text: ErrorText;
}

const stepOf = (detail: SetDetail, value: string): number => {
  const key = findValueKey(detail, value);
  return key === undefined ? -1 : Object.keys(key.values).indexOf(value);
};

const setExcess = (
  detail: SetDetail,
  values: readonly string[],
  worst: readonly string[] | undefined,
): ConditionExcess | undefined => {
  if (worst === undefined) return { key: detail, text: manifestErrors.worstCase.setUnsaid({ set: detail }) };
  const above = values.find((value) => {
    const key = findValueKey(detail, value);
    return key === undefined
      ? !worst.includes(value)
      : !worst.some(
          (declared) =>
            findValueKey(detail, declared) === key && stepOf(detail, declared) >= stepOf(detail, value),
        );
  });
  return above === undefined
    ? undefined
    : {
        key: detail,
        text: manifestErrors.worstCase.set({ set: detail, value: above, worst: worst.join(', ') }),
      };
};

/** Everything in which a condition is less safe than the worst case: hint by hint, set by set, and in what follows from them. */
const excessOf = (tool: ManifestTool, condition: HintCondition): readonly ConditionExcess[] => {
  const found: ConditionExcess[] = [];
  const worst = disclosureOf(tool);
  const answers = readConditionAnswers(condition, tool.hints);
  for (const hint of HINT_NAMES) {
    const answer = answers[hint];
    if (answer === undefined || careOf(hint, answer) <= careOf(hint, worst.beliefs[hint].value)) continue;
    const value = getTighteningAnswer(hint) === 'yes';
    const known = worst.beliefs[hint].value;
    found.push({
      key: hint,
      text:
        known === 'unknown'
          ? manifestErrors.worstCase.hintUnsaid({ hint, value })
          : manifestErrors.worstCase.hint({ hint, value }),
    });
  }
  for (const detail of SET_DETAILS) {
    const values = condition.hints[detail];
    if (values === undefined) continue;
    const declared = tool.hints[detail];
    const excess = setExcess(
      detail,
      toValueList(values),
      declared === undefined ? undefined : toValueList(declared),
    );
    if (excess !== undefined) found.push(excess);
  }
  if (found.length > 0) return found;
  const then = disclosureOf(tool, [{ set: { ...answers }, sets: readHintSets(condition.hints) }]);
  for (const fact of FACTS)
    if (RANK[then.facts[fact].value] > RANK[worst.facts[fact].value])
      found.push({ key: fact, text: manifestErrors.worstCase[fact]() });
  return found;
};

const error = (text: ErrorText, path: YamlPath): UnlocatedProblem => ({ severity: 'error', ...text, path });

const warning = (text: ErrorText, path: YamlPath): UnlocatedProblem => ({
  severity: 'warning',
  ...text,
  path,
});

/** The word of the manifest for a key of `annotations`. */
const wordFor = (key: string): string => {
  const hint = HINT_NAMES.find((name) => HINTS[name].key === key);
  const set = CLAIM_KEYS.find((each) => key === (each.in === 'top' ? each.key : `${each.in}.${each.key}`));
  return hint ?? (set === undefined || set.type === 'boolean' ? key : set.detail);
};

const conflictFault = ({ between }: HintConflict, path: YamlPath): UnlocatedProblem => {
  const words = [...new Set(between.map(wordFor))].map((word) => `\`${word}\``);
  return error(manifestErrors.conflict({ words: words.join(' and ') }), path);
};

/** Claims that cannot both be true would be held or blocked at every call; their author is here to settle them. */
const conflictsIn = (tool: ManifestTool, hints: ManifestHints, path: YamlPath): UnlocatedProblem[] =>
  disclosureOf({ ...tool, hints }).conflicts.map((conflict) => conflictFault(conflict, path));

const topLevelArguments = (tool: ManifestTool): readonly string[] => {
  const properties = getOwn(tool.inputSchema, 'properties');
  return isJsonObject(properties) ? Object.keys(properties) : [];
};

const argumentFault = (name: string, tool: ManifestTool, path: YamlPath): UnlocatedProblem[] => {
  const properties = getOwn(tool.inputSchema, 'properties');
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return [];
  const near = findNearestName(name, topLevelArguments(tool));
  return [warning(manifestErrors.argumentUnknown({ argument: name, near }), path)];
};

/** The top-level names of `args` a condition reads. */
const argumentsRead = (expression: Expression): string[] => {
  const found = new Set<string>();
  const visit = (part: Expression): void => {
    if (part.op === 'get' && part.of.op === 'args' && part.key.op === 'value')
      found.add(String(part.key.value));
    if (part.op === 'has' && part.of.op === 'args') found.add(part.key);
    for (const inner of partsOf(part)) visit(inner);
  };
  visit(expression);
  return [...found];
};

const conditionFaults = (
  tool: ManifestTool,
  condition: HintCondition,
  path: YamlPath,
): UnlocatedProblem[] => {
  const faults: UnlocatedProblem[] = [];
  const when = [...path, 'when'];
  const hints = [...path, 'hints'];
  try {
    const parsed = parseCondition(condition.when);
    if (listReferences(parsed).fields.size > 0 || readsCounters(parsed))
      faults.push(error(manifestErrors.condition.readsOther(), when));
    faults.push(...argumentsRead(parsed).flatMap((name) => argumentFault(name, tool, when)));
    for (const name of findUntypedArguments(parsed, tool.inputSchema))
      faults.push(error(manifestErrors.condition.untyped({ argument: display(name, { max: 80 }) }), when));
  } catch (problem) {
    if (!(problem instanceof ConditionError)) throw problem;
    faults.push({
      ...error(
        {
          code: manifestErrors.condition.invalid().code,
          message: problem.message,
          ...(problem.help === undefined ? {} : { help: problem.help }),
        },
        when,
      ),
      offset: problem.offset,
    });
  }
  const conflicts = conflictsIn(tool, condition.hints, hints);
  faults.push(...conflicts);
  if (conflicts.length > 0) return faults;
  if (Object.keys(condition.hints).length === 0)
    faults.push(warning(manifestErrors.condition.empty(), hints));
  for (const { key, text } of excessOf(tool, condition))
    faults.push(error(text, Object.hasOwn(condition.hints, key) ? [...hints, key] : hints));
  return faults;
};

/** What is not said counts as the worst, which the author may not know. */
const silences = (tool: ManifestTool, path: YamlPath): UnlocatedProblem[] => {
  const { beliefs, facts } = disclosureOf(tool);
  const { undeclared } = manifestErrors;
  if (facts.described.value !== 'yes') return [warning(undeclared.readOnly(), path)];
  const faults: UnlocatedProblem[] = [];
  if (beliefs.destructive.ground === 'default') faults.push(warning(undeclared.destructive(), path));
  if (beliefs.openWorld.ground === 'default') faults.push(warning(undeclared.openWorld(), path));
  if (facts.destroys.value === 'yes' && beliefs.reversible.ground === 'default')
    faults.push(warning(undeclared.reversible(), path));
  return faults;
};

const toolFaults = (tool: ManifestTool, path: YamlPath): UnlocatedProblem[] => {
  const hints = [...path, 'hints'];
  const conflicts = conflictsIn(tool, tool.hints, hints);
  if (conflicts.length > 0) return conflicts;
  return [
    ...silences(tool, hints),
    ...Object.keys(tool.arguments ?? {}).flatMap((name) => {
      const top = /^(?:\\.|[^.[\\])+/.exec(name)?.[0].replaceAll(/\\(.)/g, '$1') ?? name;
      return top === '*' ? [] : argumentFault(top, tool, [...path, 'arguments', name]);
    }),
    ...(tool.conditions ?? []).flatMap((condition, at) =>
      conditionFaults(tool, condition, [...path, 'conditions', at]),
    ),
  ];
};

const undoFaults = ({ undo }: ManifestTool, names: readonly string[], path: YamlPath): UnlocatedProblem[] =>
  undo === undefined || names.includes(undo)
    ? []
    : [
        warning(manifestErrors.undoUnknown({ tool: undo, near: findNearestName(undo, names) }), [
          ...path,
          'undo',
        ]),
      ];

/** What is wrong with one tool, without what is only worth a look. */
export const listToolErrors = (tool: ManifestTool): readonly UnlocatedProblem[] => [
  ...conflictsIn(tool, tool.hints, ['hints']),
  ...(tool.conditions ?? []).flatMap((condition, at) =>
    conditionFaults(tool, condition, ['conditions', at]).filter(({ severity }) => severity === 'error'),
  ),
];

/** What is wrong with a manifest whose shape is right, and what is worth a look. */
export const checkManifest = (manifest: Manifest): readonly UnlocatedProblem[] => {
  const names = new Set<string>();
  const all = manifest.tools.map(({ name }) => name);
  return manifest.tools.flatMap((tool, at) => {
    const twice = names.has(tool.name);
    names.add(tool.name);
    return [
      ...(twice ? [error(manifestErrors.toolTwice({ tool: tool.name }), ['tools', at, 'name'])] : []),
      ...toolFaults(tool, ['tools', at]),
      ...undoFaults(tool, all, ['tools', at]),
    ];
  });
};
