import type { Policy, Rule } from '@callgate/core';
import type { Expression, Field, RuleLayer, PolicyMode, RuleException } from '@callgate/core/decide';
import { FIELDS, RULE_LAYERS, listPolicyFields, findCanary, withRevision } from '@callgate/core/decide';
import type { CustomHint } from '@callgate/core/disclose';
import { policyErrors } from '@callgate/messages/errors/policy';
import type { ErrorText } from '@callgate/messages/text/error-text';
import type { Environment } from '@marcbachmann/cel-js';
import { createCelEnvironment } from './cel-environment.ts';
import { ConditionError } from './condition-error.ts';
import { parseDuration } from './duration.ts';
import type { PolicyFile, RuleEntry } from './policy-file.ts';
import { policyFileSchema } from './policy-file.ts';
import { PRESET_NAMES, isPreset, presetText } from './presets.ts';
import type { LimitRule } from './read-limit.ts';
import { readLimit } from './read-limit.ts';
import { toList, readObligations, readToolPatterns } from './rule-entry.ts';
import { translateCondition } from './translate-condition.ts';
import { findNearestName, suggestName } from './yaml/suggest-name.ts';
import type { YamlContent } from './yaml/load-yaml.ts';
import { loadYaml } from './yaml/load-yaml.ts';
import type { YamlRefusal } from './yaml/parse-yaml.ts';
import type { PolicyProblem } from './yaml/policy-problem.ts';
import type { YamlPath } from './yaml/yaml-file.ts';

/** A policy file whose shape is right, with the position of every part. */
type ParsedPolicyFile = Pick<YamlContent<PolicyFile>, 'source' | 'content'>;

/** Reads one policy file: YAML, then its shape. */
const readPolicyFile = (source: PolicySource): YamlContent<PolicyFile> | YamlRefusal =>
  loadYaml(policyFileSchema, source, { code: 'POLICY', keyHelp: suggestName });

/** A file to load; `name` is what errors call it. */
export interface PolicySource {
  readonly name: string;
  readonly text: string;
  /** The highest layer the file may belong to, by where it comes from; without it the file's own word counts. */
  readonly layer?: RuleLayer;
}

export type PolicyLoadResult =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

interface LayeredFile extends ParsedPolicyFile {
  readonly layer: RuleLayer;
}

const problemOf = (
  { code, message, help }: Pick<ConditionError, 'code' | 'message'> & { readonly help?: string | undefined },
  position: PolicyProblem['position'],
): PolicyProblem => {
  const problem: PolicyProblem = { severity: 'error', code, message, position };
  return help === undefined ? problem : { ...problem, help };
};

const unknownPreset = (preset: string): ErrorText => {
  const near = findNearestName(preset, PRESET_NAMES);
  return near === undefined
    ? policyErrors.presetUnknown({ preset, presets: PRESET_NAMES.join(', ') })
    : policyErrors.presetMisspelled({ preset, near });
};

const unknownRule = (rule: string, rules: readonly string[]): ErrorText => {
  const near = findNearestName(rule, rules);
  return near === undefined
    ? policyErrors.ruleUnknown({ rule })
    : policyErrors.ruleMisspelled({ rule, near });
};

class PolicyLoader {
  readonly problems: PolicyProblem[] = [];
  readonly files: LayeredFile[] = [];
  readonly #chosen: Map<RuleLayer, string> = new Map();
  fields: readonly Field[] = FIELDS;
  environment: Environment = createCelEnvironment(FIELDS);

  error(file: ParsedPolicyFile, path: YamlPath, text: ErrorText): void {
    this.problems.push(problemOf(text, file.source.positionOf(path)));
  }

  /** Presets share the ids of their rules, so two of them in one layer would contradict each other. */
  #clashes(name: string, layer: RuleLayer, opening: readonly string[]): boolean {
    if (opening.length > 0 || name === 'duties') return false;
    const chosen = this.#chosen.get(layer);
    this.#chosen.set(layer, chosen ?? name);
    return chosen !== undefined && chosen !== name;
  }

  /** Presets come before the file that names them, and belong to its layer. */
  open(source: PolicySource, inherited: RuleLayer | undefined, opening: readonly string[]): void {
    const read = readPolicyFile(source);
    if (!read.ok) {
      this.problems.push(...read.problems);
      return;
    }
    const layer = inherited ?? read.content.layer ?? source.layer ?? 'user';
    if (source.layer !== undefined && RULE_LAYERS.indexOf(layer) < RULE_LAYERS.indexOf(source.layer))
      this.error(read, ['layer'], policyErrors.layerTooHigh({ layer, highest: source.layer }));
    for (const [index, name] of toList(read.content.extends).entries()) {
      const path = Array.isArray(read.content.extends) ? ['extends', index] : ['extends'];
      if (!isPreset(name)) this.error(read, path, unknownPreset(name));
      else if (this.#clashes(name, layer, opening))
        this.error(read, path, policyErrors.secondPreset({ preset: this.#chosen.get(layer) ?? '' }));
      else if (
        !opening.includes(name) &&
        !this.files.some((file) => file.source.name === `preset:${name}` && file.layer === layer)
      )
        this.open({ name: `preset:${name}`, text: presetText(name) }, layer, [...opening, name]);
    }
    this.files.push({ source: read.source, content: read.content, layer });
  }

  condition(file: ParsedPolicyFile, path: YamlPath, text: string): Expression | undefined {
    try {
      return translateCondition(text, this.environment, this.fields);
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error;
      const position = file.source.positionInText(path, error.offset);
      this.problems.push(problemOf(error, position));
      return undefined;
    }
  }

  hints(): CustomHint[] {
    const hints: CustomHint[] = [];
    const taken = new Set(FIELDS.map((field) => field.name));
    for (const file of this.files) {
      for (const [index, entry] of (file.content.hints ?? []).entries()) {
        if (taken.has(`tool.${entry.name}`)) {
          this.error(file, ['hints', index, 'name'], policyErrors.hintTaken({ hint: entry.name }));
          continue;
        }
        taken.add(`tool.${entry.name}`);
        hints.push({
          name: entry.name,
          key: entry.key,
          values: entry.values ?? { true: 'yes', false: 'no' },
          default: entry.default ?? 'unknown',
          relaxing: entry.relaxing,
          description: entry.description,
        });
      }
    }
    return hints;
  }

  rules(): Rule[] {
    const owners = new Map<string, string>();
    return this.files.flatMap((file) =>
      (file.content.rules ?? []).flatMap((entry, index): Rule[] => {
        const key = `${file.layer} ${entry.id}`;
        const owner = owners.get(key);
        if (owner !== undefined) {
          this.error(file, ['rules', index, 'id'], policyErrors.ruleTwice({ rule: entry.id, file: owner }));
          return [];
        }
        owners.set(key, file.source.name);
        const tools = readToolPatterns(entry);
        const own =
          entry.when === undefined ? undefined : this.condition(file, ['rules', index, 'when'], entry.when);
        const limit = this.limit(file, ['rules', index, 'limit'], entry);
        const conditions = [own, limit?.when].filter((each) => each !== undefined);
        const when: Expression | undefined =
          conditions.length > 1 ? { op: 'and', of: conditions } : conditions[0];
        const text = [entry.when, limit?.text].filter((each) => each !== undefined).join(' && ');
        const then = limit?.then ?? entry.then;
        const exceptions = this.exceptionsTo(entry.id, file.layer, entry.delegated ?? false);
        return [
          {
            id: entry.id,
            layer: file.layer,
            tools,
            ...(when === undefined ? {} : { when }),
            ...(text === '' ? {} : { text }),
            ...(then === undefined ? {} : { then }),
            ...(limit?.slow === true ? { slow: true as const } : {}),
            obligations: readObligations(entry),
            reason: entry.reason,
            delegated: entry.delegated ?? false,
            exceptions,
            position: file.source.positionOf(['rules', index]),
          },
        ];
      }),
    );
  }

  limit(file: ParsedPolicyFile, path: YamlPath, entry: RuleEntry): LimitRule | undefined {
    if (entry.limit === undefined) return undefined;
    const limit = readLimit(entry.limit, { then: entry.then, tools: readToolPatterns(entry) });
    if (!('code' in limit)) return limit;
    this.error(file, path, limit);
    return undefined;
  }

  exceptionsTo(rule: string, owner: RuleLayer, delegated: boolean): RuleException[] {
    return this.files.flatMap((file) =>
      (file.content.exceptions ?? []).flatMap((entry, index): RuleException[] => {
        if (entry.rule !== rule) return [];
        const path = ['exceptions', index];
        const below = RULE_LAYERS.indexOf(file.layer) - RULE_LAYERS.indexOf(owner);
        if (below > 0 && !delegated)
          this.error(file, [...path, 'rule'], policyErrors.notDelegated({ rule, owner }));
        if (below < 0) this.error(file, [...path, 'rule'], policyErrors.notOwned({ rule, owner }));
        const unless = this.condition(file, [...path, 'unless'], entry.unless);
        if (unless === undefined) return [];
        return [
          {
            id: entry.id,
            layer: file.layer,
            unless,
            text: entry.unless,
            reason: entry.reason,
            until: Date.parse(`${entry.until}T00:00:00Z`),
            position: file.source.positionOf(path),
          },
        ];
      }),
    );
  }

  checkExceptions(rules: readonly Rule[]): void {
    const ids = rules.map((rule) => rule.id);
    const seen = new Set<string>();
    for (const file of this.files) {
      for (const [index, entry] of (file.content.exceptions ?? []).entries()) {
        if (!ids.includes(entry.rule))
          this.error(file, ['exceptions', index, 'rule'], unknownRule(entry.rule, ids));
        if (seen.has(entry.id))
          this.error(file, ['exceptions', index, 'id'], policyErrors.exceptionTwice({ exception: entry.id }));
        seen.add(entry.id);
      }
    }
  }

  /** Observing relaxes, so a layer cannot choose it for the layers above; a layer that says nothing follows them. */
  mode(): PolicyMode {
    const layers = RULE_LAYERS.filter((layer) => this.files.some((file) => file.layer === layer));
    let mode: PolicyMode | undefined;
    let enforcing: RuleLayer | undefined;
    for (const layer of layers) {
      const file = this.files.findLast((each) => each.layer === layer && each.content.mode !== undefined);
      const stated = file?.content.mode ?? mode ?? 'enforce';
      if (file !== undefined && stated === 'observe' && enforcing !== undefined)
        this.error(file, ['mode'], policyErrors.cannotObserve({ layer: enforcing }));
      if (stated === 'enforce') enforcing ??= layer;
      mode = enforcing === undefined ? 'observe' : 'enforce';
    }
    return mode ?? 'enforce';
  }

  timeoutCap(): number | null {
    const caps = this.files.flatMap((file) => parseDuration(file.content.limits?.timeout ?? '') ?? []);
    return caps.length === 0 ? null : Math.min(...caps);
  }
}

/** Loads layers of policy files into one effective policy, or says everything that is wrong with them. */
export const loadPolicy = (sources: readonly PolicySource[]): PolicyLoadResult => {
  const loading = new PolicyLoader();
  for (const source of sources) loading.open(source, undefined, []);
  const top = loading.files.at(-1);
  if (top === undefined) {
    const position = { file: 'policy', line: 1, column: 1 };
    const none = problemOf(policyErrors.none(), position);
    return { ok: false, problems: loading.problems.length === 0 ? [none] : loading.problems };
  }
  const hints = loading.hints();
  if (hints.length > 0) {
    loading.fields = listPolicyFields(hints);
    loading.environment = createCelEnvironment(loading.fields);
  }
  const rules = loading.rules();
  loading.checkExceptions(rules);
  const mode = loading.mode();
  if (loading.problems.length > 0) return { ok: false, problems: loading.problems };
  const policy = withRevision({
    name: top.content.name ?? top.source.name,
    mode,
    hints,
    rules,
    timeoutCapMs: loading.timeoutCap(),
  });
  const canary = findCanary(policy);
  if (canary === undefined) return { ok: true, policy };
  const text = policyErrors.canaryRule({ rule: canary.id });
  return { ok: false, problems: [problemOf(text, canary.position ?? top.source.at(0))] };
};
