import type { HintName } from '@callgate/core';
import { HINTS } from '@callgate/core';
import { lintMessages } from '@callgate/messages/catalogue/lint';
import { sentences } from '../../suggest/words.ts';
import { declareHint, findHintHome, hintSpelling } from '../hint-home.ts';
import type { InspectedTool } from '../inspect-server.ts';
import type { RuleFinding, LintRule } from '../lint-rule.ts';
import { toolRule } from '../lint-rule.ts';

const { drafts: texts } = lintMessages;

/** Words by which a definition says that a hint of a draft is so. */
interface DraftSign {
  /** Where they count: in the words of the name, or in title and first sentences. */
  readonly in: 'name' | 'lead';
  readonly pattern: RegExp;
  readonly because: string;
}

const nameSign = (because: string, pattern: RegExp): DraftSign => ({ in: 'name', pattern, because });
const leadSign = (because: string, pattern: RegExp): DraftSign => ({ in: 'lead', pattern, because });

/** The lists for authors of SEP-1938 and SEP-1984, as far as definitions show them. */
const SIGNS: { readonly [H in HintName]?: readonly DraftSign[] } = {
  agency: [
    nameSign(
      texts.agentName,
      /\b(?:sub ?agent|deep research|delegate|autonomous|agent (?:run|task|execute)|(?:run|start|spawn|ask) agent)\b/u,
    ),
    leadSign(
      texts.actsAlone,
      /\b(?:autonomous(?:ly)?|agentic (?:loop|workflow|task|search|research)s?|sub-?agents?|(?:spawns?|runs?|starts?|launch(?:es)?|delegates? to|hands? off to) (?:an? |another |the )?(?:\w{1,40} )?agents?|agent loop|multi-step (?:reasoning|planning|research|task|workflow)s?|plans? and (?:executes?|acts?)|chains? (?:several |multiple )?tools)\b|智能体|自主/iu,
    ),
  ],
  aiProcessing: [
    nameSign(
      texts.modelName,
      /\b(?:generate (?:text|images?|answers?|summar(?:y|ies))|sentiment|(?:create|generate|compute) embeddings?|(?:ask|call|query) (?:llm|gpt|model)|inference|transcribe|create (?:\w{1,40} )?transcription|ocr|ai (?:\w{1,40} )?(?:search|analy[sz]e\w{0,40}|generat\w{1,40}|review|summar\w{1,40}|answer))\b/u,
    ),
    leadSign(
      texts.usesModel,
      /\b(?:(?:using|with|via|calls?|through) (?:an? |the )?(?:\w{1,40} )?(?:LLMs?|language models?|neural networks?)|generative AI|AI[- ](?:powered|generated|driven|assisted|based)|powered by AI|(?:using|with|via) (?:AI|machine learning|OpenAI|Anthropic|GPT\S{0,20}|Gemini)|text embeddings?|(?:generates?|creates?|computes?) (?:\w{1,40} )?embeddings?|sentiment analysis|speech-to-text|text-to-(?:speech|image)|OCR)\b|大模型|人工智能/u,
    ),
  ],
  slowExecution: [
    nameSign(
      texts.mostlyLong,
      /\b(?:crawl|train(?:ing)?|transcode|encod(?:e|ing) videos?|videos? encod(?:e|ing)|benchmark|load test|reindex|large files?|deep research)\b/u,
    ),
    leadSign(
      texts.takesLong,
      /\b(?:long[- ]running (?:operation|task|process|job|call|request)s?|(?:may|can|might|could|will|usually|typically) take (?:a (?:while|long|few)|several|up to \d{1,6}|some time|\d{1,6}[-– \d]{0,12}(?:seconds|minutes|hours)|(?:seconds|minutes|hours)|long)|takes? (?:several|a few|up to \d{1,6}|\d{1,6}[-– \d]{0,12}) ?(?:minutes?|seconds?|hours?)|slow operation|blocks? until .{0,40}(?:complete|finish|done))\b|耗时|长时间/iu,
    ),
  ],
  resourceIntensive: [
    nameSign(
      texts.mostlyHeavy,
      /\b(?:(?:encod|process|transcod|compress|render)(?:e|es|ing)? (?:images?|videos?|data|files?)|(?:images?|videos?|data) (?:encod|process|transcod|compress)(?:e|ing|ion)|mining|train(?:ing)? model|model train(?:ing)?|benchmark|load test|heap ?snapshot|memory ?snapshot)\b/u,
    ),
    leadSign(
      texts.isHeavy,
      /\b(?:resource[- ]intensive|(?:cpu|gpu|memory|compute|io)[- ](?:intensive|heavy|bound)|heavy (?:load|operation|computation)|expensive (?:operation|query|computation)|full[- ]table scans?)\b/iu,
    ),
  ],
  sensitiveData: [
    nameSign(
      texts.dataName,
      /\b(?:passwords?|passwd|credentials?|secrets?|api keys?|access keys?|private keys?|ssn|passports?|medical|patients?|health records?|payroll|salar(?:y|ies)|bank|invoices?|payments?|financial|credit cards?|cards? numbers?|inbox|mails?|emails?|contacts?|get env|environment variables?|connection strings?|kubeconfig|pii)\b/u,
    ),
    leadSign(
      texts.dataLead,
      /\b(?:personal(?:ly identifiable)? (?:data|information)|PII|medical (?:data|records?)|health records?|patients?['’]? (?:records?|data)|salar(?:y|ies)|payroll|bank (?:accounts?|details|statements?)|credit cards?|social security|passport numbers?|confidential (?:data|information|documents?)|private (?:messages?|keys?)|passwords?|credentials|(?:returns?|gets?|lists?|reads?|retrieves?|stores?|fetch(?:es)?|manages?) (?:\w{1,40} ){0,3}(?:secrets?|api[- ]keys?|access tokens?|connection strings?|environment variables|e-?mails?|mail messages?))\b|密码|个人信息/iu,
    ),
  ],
  privilegedAccess: [
    nameSign(
      texts.systemName,
      /\b(?:(?:un)?install (?:software|packages?|apps?|apk|extensions?)|(?:modify|update|set|edit|write|change) (?:system|server|kernel) (?:config\w{0,40}|settings?)|(?:restart|stop|start|reboot|shutdown) (?:services?|servers?|machine|host|system)|sudo|firewall (?:\w{1,40} )?(?:add|create|delete|remove|update|set)|(?:add|create|delete|remove|update|set) (?:\w{1,40} )?firewall|(?:set|grant|update|change|add|remove|revoke|create|delete|assign) (?:\w{1,40} )?(?:role assignments?|roles?|permissions?|privileges?|access|users? accounts?)|kill process(?:es)?|iam|ssh keys? (?:create|delete|add|remove))\b/u,
    ),
    leadSign(
      texts.elevated,
      /\b(?:(?:requires?|needs?|must (?:be|have)) (?:an? |the )?(?:\w{1,40} )?(?:admin(?:istrator)?|root|superuser|elevated|sudo|owner)|(?:runs?|executes?|executed|run) (?:\w{1,40} )?as (?:an? )?(?:admin(?:istrator)?|root|superuser)|admin(?:istrators?)? only|only (?:for )?admin(?:istrator)?s|(?:admin(?:istrat(?:or|ive))?|root|elevated) (?:rights|privileges|permissions|access))\b|管理员/iu,
    ),
  ],
};

const LEAD_SENTENCES = 3;

/** What of the authors' list a tool says about itself: in its name, or where its description says what it does. */
export const findListedSign = ({ shown }: InspectedTool, hint: HintName): string | undefined => {
  const signs = SIGNS[hint];
  if (signs === undefined) return undefined;
  const name = shown.words.join(' ');
  const lead = `${shown.title}\n${sentences(shown.description, LEAD_SENTENCES).join('\n')}`;
  for (const { pattern, in: where, because } of signs) {
    const match = pattern.exec(where === 'name' ? name : lead);
    if (match !== null) return texts.found({ because, text: match[0].slice(0, 60) });
  }
  return undefined;
};

const findUndeclared = (tool: InspectedTool, hint: HintName): readonly RuleFinding[] => {
  if (tool.claimed[hint] !== 'unknown') return [];
  const because = findListedSign(tool, hint);
  if (because === undefined) return [];
  return [
    {
      path: findHintHome(hint),
      message: texts.missing({ hint: HINTS[hint].key, because }),
      help: texts.declare({ yes: hintSpelling(hint, 'yes'), no: hintSpelling(hint, 'no') }),
      fix: declareHint(hint, 'yes'),
    },
  ];
};

const draftRule = (
  id: string,
  hint: HintName,
  words: Pick<LintRule, 'title' | 'explanation' | 'repair'>,
): LintRule => toolRule({ id, severity: 'note', ...words }, (tool) => findUndeclared(tool, hint));

export const agency: LintRule = draftRule('drafts/agency', 'agency', lintMessages.rules.agency);

export const aiProcessing: LintRule = draftRule(
  'drafts/ai-processing',
  'aiProcessing',
  lintMessages.rules.aiProcessing,
);

export const resourceIntensive: LintRule = draftRule(
  'drafts/resource-intensive',
  'resourceIntensive',
  lintMessages.rules.resourceIntensive,
);

export const sensitiveData: LintRule = draftRule(
  'drafts/sensitive-data',
  'sensitiveData',
  lintMessages.rules.sensitiveData,
);

export const privilegedAccess: LintRule = draftRule(
  'drafts/privileged-access',
  'privilegedAccess',
  lintMessages.rules.privilegedAccess,
);

/** Fewer calls than this say nothing about the next one. */
const LEAST_CALLS = 3;
/** More than a few seconds. */
const SLOW_MS = 5000;
const QUICK_MS = 1000;
const LEAST_QUICK = 10;

const quantile = (durations: readonly number[], share: number): number =>
  durations.toSorted((a, b) => a - b)[Math.min(durations.length - 1, Math.floor(durations.length * share))] ??
  0;

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

const checkDurations = ({ claimed, durations }: InspectedTool): readonly RuleFinding[] => {
  const usual = quantile(durations, 0.5);
  if (claimed.slowExecution !== 'yes' && durations.length >= LEAST_CALLS && usual > SLOW_MS)
    return [
      {
        path: findHintHome('slowExecution'),
        message: texts.slow({
          deniesSlowness: claimed.slowExecution === 'no',
          calls: durations.length,
          usual: seconds(usual),
        }),
        help: texts.slowHelp({ hint: hintSpelling('slowExecution', 'yes') }),
        fix: declareHint('slowExecution', 'yes'),
      },
    ];
  if (
    claimed.slowExecution === 'yes' &&
    durations.length >= LEAST_QUICK &&
    quantile(durations, 0.95) < QUICK_MS
  )
    return [
      {
        path: findHintHome('slowExecution'),
        message: texts.quick({ calls: durations.length }),
        help: texts.quickHelp,
      },
    ];
  return [];
};

export const slowExecution: LintRule = toolRule(
  {
    id: 'drafts/slow-execution',
    severity: 'note',
    ...lintMessages.rules.slowExecution,
  },
  (tool) => {
    const found = checkDurations(tool);
    return found.length > 0 || tool.durations.length >= LEAST_CALLS
      ? found
      : findUndeclared(tool, 'slowExecution');
  },
);
