import type { JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import type { ModelPreferences } from '@callgate/core/vocabulary';
import { listModelPreferencesKeys } from '@callgate/core/vocabulary';
import { lintMessages } from '@callgate/messages/catalogue/lint';
import type { Finding } from '../../finding.ts';
import { memberAt } from '../hint-home.ts';
import type { InspectedServer, InspectedTool } from '../inspect-server.ts';
import type { RuleFinding, LintRule } from '../lint-rule.ts';
import { serverRule, toolRule } from '../lint-rule.ts';

const USUAL: Finding['path'] = ['annotations', 'modelPreferences'];

const pathOf = (definition: JsonObject): Finding['path'] => {
  for (const home of ['annotations', '_meta']) {
    const holder = getOwn(definition, home);
    if (!isJsonObject(holder)) continue;
    const key = listModelPreferencesKeys(holder).find(
      (each) => memberAt(definition, [home, each]) !== undefined,
    );
    if (key !== undefined) return [home, key];
  }
  return USUAL;
};

interface ToolPreference {
  readonly tool: InspectedTool;
  readonly wants: ModelPreferences;
}

const findToolPreferences = ({ tools }: InspectedServer): readonly ToolPreference[] =>
  tools.flatMap((tool) => {
    const wants = tool.claims.details.modelPreferences;
    return wants === undefined ? [] : [{ tool, wants }];
  });

const TOP = 1;

const about = ({ tool }: ToolPreference): RuleFinding['path'] => [
  'tools',
  tool.at,
  ...pathOf(tool.definition),
];

const allHighest = (all: readonly ToolPreference[]): boolean =>
  all.length > 1 && all.every(({ wants }) => wants.intelligencePriority === TOP);

export const modelAllHighest: LintRule = serverRule(
  {
    id: 'model/all-highest',
    severity: 'warning',
    ...lintMessages.rules.allHighest,
  },
  (server) => {
    const all = findToolPreferences(server);
    const [first] = all;
    return first === undefined || !allHighest(all)
      ? []
      : [
          {
            path: about(first),
            message: lintMessages.models.allHighest({ count: all.length }),
            help: lintMessages.models.allHighestHelp,
          },
        ];
  },
);

const PRIORITIES = ['intelligencePriority', 'costPriority', 'speedPriority'] as const;
const key = ({ wants }: ToolPreference): string => PRIORITIES.map((name) => wants[name] ?? '').join(' ');
const LEAST_ALIKE = 3;

export const modelUndifferentiated: LintRule = serverRule(
  {
    id: 'model/undifferentiated',
    severity: 'note',
    ...lintMessages.rules.undifferentiated,
  },
  (server) => {
    const all = findToolPreferences(server);
    const [first] = all;
    if (first === undefined || allHighest(all)) return [];
    if (all.length >= LEAST_ALIKE && all.every((each) => key(each) === key(first)))
      return [
        {
          path: about(first),
          message: lintMessages.models.allSame({ count: all.length }),
          help: lintMessages.models.allSameHelp,
        },
      ];
    return all
      .filter(({ wants }) =>
        PRIORITIES.every((name) => wants[name] !== undefined && wants[name] === wants.intelligencePriority),
      )
      .map((each) => ({
        path: about(each),
        message: lintMessages.models.noWeight({ tool: each.tool.name ?? '' }),
        help: lintMessages.models.noWeightHelp,
      }));
  },
);

const HIGH = 0.7;
const LOW = 0.3;
const MANY_ARGUMENTS = 6;
const FEW_RESULTS = 2;

const isPlain = (schema: unknown): boolean =>
  isJsonObject(schema as JsonObject) &&
  ['string', 'number', 'integer', 'boolean', 'null'].includes(String(getOwn(schema as JsonObject, 'type')));

/** A result of one or two plain values: an id, a state, a yes. */
const smallResult = ({ definition, shown }: InspectedTool): boolean => {
  const output = getOwn(definition, 'outputSchema');
  const properties = isJsonObject(output) ? getOwn(output, 'properties') : undefined;
  if (isJsonObject(properties)) {
    const values = Object.entries(properties);
    return (
      values.length <= FEW_RESULTS &&
      values.every(
        ([name, value]) => isPlain(value) && !/^(?:text|content|report|result|analysis|body)$/iu.test(name),
      )
    );
  }
  return /\breturns? (?:only )?(?:the |an? |its )?(?:new |created )?(?:id|identifier|status|ok|true|boolean|success|count|number|confirmation)\b/iu.test(
    shown.description,
  );
};

const heavyInput = ({ shown }: InspectedTool): boolean =>
  shown.arguments.length >= MANY_ARGUMENTS ||
  shown.arguments.some(({ words }) =>
    /^(?:query|sql|code|script|filter|document|content|schema)$/u.test(words.at(-1) ?? ''),
  );

const hardResult = ({ shown }: InspectedTool): boolean =>
  /\b(?:analy[sz]es?|analysis|assess(?:es|ment)|compares?|diagnos\w{1,40}|reviews?|audits?|recommend\w{0,40}|multi-dimensional|in-depth|detailed report)\b/iu.test(
    `${shown.words.join(' ')}\n${shown.description.slice(0, 200)}`,
  );

export const modelByInput: LintRule = toolRule(
  {
    id: 'model/by-input',
    severity: 'note',
    ...lintMessages.rules.byInput,
  },
  (tool): readonly RuleFinding[] => {
    const wants = tool.claims.details.modelPreferences?.intelligencePriority;
    if (wants === undefined) return [];
    const path = [...pathOf(tool.definition), 'intelligencePriority'];
    if (wants >= HIGH && heavyInput(tool) && smallResult(tool))
      return [
        {
          path,
          message: lintMessages.models.tooAble({ wants }),
          help: lintMessages.models.byResult,
        },
      ];
    if (wants <= LOW && !heavyInput(tool) && hardResult(tool) && !smallResult(tool))
      return [
        {
          path,
          message: lintMessages.models.tooSimple({ wants }),
          help: lintMessages.models.byResult,
        },
      ];
    return [];
  },
);
