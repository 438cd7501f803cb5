import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES, display, isJsonObject, getOwn, describeTool } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import { listSubexpressions as partsOf, listReferences } from '@callgate/core/decide';
import type { HintConflict, Disclosure, FactName, Override } from '@callgate/core/disclose';
import { disclose } from '@callgate/core/disclose';
import type { SetDetail } from '@callgate/core/vocabulary';
import { CLAIM_KEYS, SET_DETAILS } from '@callgate/core/vocabulary';
import { ConditionError, suggestName, parseCondition } from '@callgate/policy';
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

const FACTS: readonly (readonly [FactName, string])[] = [
  ['mutates', 'these calls would change things'],
  ['destroys', 'these calls would destroy'],
  ['irreversible', 'what these calls do could not be undone'],
  ['outward', 'these calls would reach outside'],
  ['returnsUntrusted', 'these calls would return untrusted content'],
  ['readsPrivate', 'these calls would read private data'],
];

const RANK = { no: 0, unknown: 1, yes: 2 } as const;

const careOf = (hint: HintName, answer: 'yes' | 'no' | 'unknown'): number =>
  answer === 'unknown' ? 1 : answer === HINTS[hint].relaxing ? 0 : 2;

/** A place where a condition is less safe than the worst case. */
interface ConditionExcess {
  /** The hint or set it is about. */
  readonly key: string;
  readonly message: string;
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
  if (worst === undefined) return { key: detail, message: `the worst case says nothing about \`${detail}\`` };
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
    : { key: detail, message: `\`${detail}: ${above}\` is beyond the worst case, ${worst.join(', ')}` };
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
      message: `\`${hint}: ${String(value)}\` is beyond the worst case, which ${known === 'unknown' ? 'says nothing about it' : `says ${String(!value)}`}`,
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
  for (const [fact, words] of FACTS)
    if (RANK[then.facts[fact].value] > RANK[worst.facts[fact].value])
      found.push({ key: fact, message: `${words}, which the worst case does not say` });
  return found;
};

const error = (code: string, message: string, path: YamlPath, help?: string): UnlocatedProblem => ({
  severity: 'error',
  code,
  message,
  path,
  ...(help === undefined ? {} : { help }),
});

const warning = (code: string, message: string, path: YamlPath, help?: string): UnlocatedProblem => ({
  ...error(code, message, path, help),
  severity: 'warning',
});

/** The word of the manifest for a key of `annotations`. */
const wordFor = (key: string): string => {
  const hint = HINT_NAMES.find((name) => HINTS[name].key === key);
  const set = CLAIM_KEYS.find((each) => key === (each.in === 'top' ? each.key : `${each.in}.${each.key}`));
  return hint ?? (set === undefined || set.type === 'boolean' ? key : set.detail);
};

const conflictFault = ({ between }: HintConflict, path: YamlPath): UnlocatedProblem => {
  const words = [...new Set(between.map(wordFor))].map((word) => `\`${word}\``);
  return error(
    'MANIFEST_CONFLICT',
    `${words.join(' and ')} contradict each other`,
    path,
    'both cannot be true; say what is so in the worst case',
  );
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
  const near = suggestName(name, topLevelArguments(tool));
  return [warning('MANIFEST_ARGUMENT', `\`inputSchema\` has no argument \`${name}\``, path, near)];
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
    if (listReferences(parsed).fields.size > 0)
      faults.push(
        error(
          'MANIFEST_CONDITION',
          'a condition of a manifest reads arguments only',
          when,
          'put conditions on the session or the principal into the policy',
        ),
      );
    faults.push(...argumentsRead(parsed).flatMap((name) => argumentFault(name, tool, when)));
    for (const name of findUntypedArguments(parsed, tool.inputSchema))
      faults.push(
        error(
          'MANIFEST_CONDITION_TYPE',
          `\`inputSchema\` does not say that \`${display(name, { max: 80 })}\` is a string, a boolean or a number`,
          when,
          'what is met by everything but one value is met by values of other types too: declare the type, or write what it must be',
        ),
      );
  } catch (problem) {
    if (!(problem instanceof ConditionError)) throw problem;
    faults.push({
      ...error('MANIFEST_CONDITION', problem.message, when, problem.help),
      offset: problem.offset,
    });
  }
  const conflicts = conflictsIn(tool, condition.hints, hints);
  faults.push(...conflicts);
  if (conflicts.length > 0) return faults;
  if (Object.keys(condition.hints).length === 0)
    faults.push(warning('MANIFEST_CONDITION_EMPTY', 'the condition says nothing', hints));
  for (const { key, message } of excessOf(tool, condition))
    faults.push(
      error(
        'MANIFEST_WORST_CASE',
        message,
        Object.hasOwn(condition.hints, key) ? [...hints, key] : hints,
        'declare the worst case over all arguments in `hints` of the tool; a condition only says what is safer',
      ),
    );
  return faults;
};

/** What is not said counts as the worst, which the author may not know. */
const silences = (tool: ManifestTool, path: YamlPath): UnlocatedProblem[] => {
  const { beliefs, facts } = disclosureOf(tool);
  const silent = (message: string, help: string): UnlocatedProblem =>
    warning('MANIFEST_UNDECLARED', message, path, help);
  if (facts.described.value !== 'yes')
    return [
      silent(
        'nothing says whether it changes anything: it counts as undescribed, and is held or blocked',
        'say `readOnly: true` or `readOnly: false`',
      ),
    ];
  const faults: UnlocatedProblem[] = [];
  if (beliefs.destructive.ground === 'default')
    faults.push(
      silent('it counts as destructive, because nothing else is said', 'say `destructive: true` or `false`'),
    );
  if (beliefs.openWorld.ground === 'default')
    faults.push(
      silent(
        'it counts as reaching outside, because nothing else is said',
        'say `openWorld: true` or `false`',
      ),
    );
  if (facts.destroys.value === 'yes' && beliefs.reversible.ground === 'default')
    faults.push(
      silent('it destroys, and nothing says whether that can be undone', 'say `reversible: true` or `false`'),
    );
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
        warning(
          'MANIFEST_UNDO',
          `there is no tool \`${undo}\` that could undo a call`,
          [...path, 'undo'],
          suggestName(undo, names) ?? 'name a tool of this manifest, or leave it out',
        ),
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
      ...(twice
        ? [error('MANIFEST_TWICE', `there is another tool \`${tool.name}\``, ['tools', at, 'name'])]
        : []),
      ...toolFaults(tool, ['tools', at]),
      ...undoFaults(tool, all, ['tools', at]),
    ];
  });
};
