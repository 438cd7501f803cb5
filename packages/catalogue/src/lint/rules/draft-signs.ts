import type { HintName } from '@callgate/core';

/** Words by which a definition says that a hint of a draft is so. */
export interface Sign {
  /** Where they count: in the words of the name, or in title and first sentences. */
  readonly in: 'name' | 'lead';
  readonly pattern: RegExp;
  readonly because: string;
}

const name = (because: string, pattern: RegExp): Sign => ({ in: 'name', pattern, because });
const lead = (because: string, pattern: RegExp): Sign => ({ in: 'lead', pattern, because });

/** The lists for authors of SEP-1938 and SEP-1984, as far as definitions show them. */
export const SIGNS: { readonly [H in HintName]?: readonly Sign[] } = {
  agency: [
    name(
      'its name says that it is an agent',
      /\b(?:sub ?agent|deep research|delegate|autonomous|agent (?:run|task|execute)|(?:run|start|spawn|ask) agent)\b/u,
    ),
    lead(
      'it plans and acts by itself',
      /\b(?:autonomous(?:ly)?|agentic (?:loop|workflow|task|search|research)s?|sub-?agents?|(?:spawns?|runs?|starts?|launch(?:es)?|delegates? to|hands? off to) (?:an? |another |the )?(?:\w{1,40} )?agents?|agent loop|multi-step (?:reasoning|planning|research|task|workflow)s?|plans? and (?:executes?|acts?)|chains? (?:several |multiple )?tools)\b|智能体|自主/iu,
    ),
  ],
  aiProcessing: [
    name(
      'its name says that a model works',
      /\b(?:generate (?:text|images?|answers?|summar(?:y|ies))|sentiment|(?:create|generate|compute) embeddings?|(?:ask|call|query) (?:llm|gpt|model)|inference|transcribe|create (?:\w{1,40} )?transcription|ocr|ai (?:\w{1,40} )?(?:search|analy[sz]e\w{0,40}|generat\w{1,40}|review|summar\w{1,40}|answer))\b/u,
    ),
    lead(
      'it says that a model is used',
      /\b(?:(?:using|with|via|calls?|through) (?:an? |the )?(?:\w{1,40} )?(?:LLMs?|language models?|neural networks?)|generative AI|AI[- ](?:powered|generated|driven|assisted|based)|powered by AI|(?:using|with|via) (?:AI|machine learning|OpenAI|Anthropic|GPT\S{0,20}|Gemini)|text embeddings?|(?:generates?|creates?|computes?) (?:\w{1,40} )?embeddings?|sentiment analysis|speech-to-text|text-to-(?:speech|image)|OCR)\b|大模型|人工智能/u,
    ),
  ],
  slowExecution: [
    name(
      'such work takes long',
      /\b(?:crawl|train(?:ing)?|transcode|encod(?:e|ing) videos?|videos? encod(?:e|ing)|benchmark|load test|reindex|large files?|deep research)\b/u,
    ),
    lead(
      'it says that it takes long',
      /\b(?:long[- ]running (?:operation|task|process|job|call|request)s?|(?:may|can|might|could|will|usually|typically) take (?:a (?:while|long|few)|several|up to \d{1,6}|some time|\d{1,6}[-– \d]{0,12}(?:seconds|minutes|hours)|(?:seconds|minutes|hours)|long)|takes? (?:several|a few|up to \d{1,6}|\d{1,6}[-– \d]{0,12}) ?(?:minutes?|seconds?|hours?)|slow operation|blocks? until .{0,40}(?:complete|finish|done))\b|耗时|长时间/iu,
    ),
  ],
  resourceIntensive: [
    name(
      'such work is heavy',
      /\b(?:(?:encod|process|transcod|compress|render)(?:e|es|ing)? (?:images?|videos?|data|files?)|(?:images?|videos?|data) (?:encod|process|transcod|compress)(?:e|ing|ion)|mining|train(?:ing)? model|model train(?:ing)?|benchmark|load test|heap ?snapshot|memory ?snapshot)\b/u,
    ),
    lead(
      'it says that it is heavy',
      /\b(?:resource[- ]intensive|(?:cpu|gpu|memory|compute|io)[- ](?:intensive|heavy|bound)|heavy (?:load|operation|computation)|expensive (?:operation|query|computation)|full[- ]table scans?)\b/iu,
    ),
  ],
  sensitiveData: [
    name(
      'its name says whose or which data',
      /\b(?:passwords?|passwd|credentials?|secrets?|api keys?|access keys?|private keys?|ssn|passports?|medical|patients?|health records?|payroll|salar(?:y|ies)|bank|invoices?|payments?|financial|credit cards?|cards? numbers?|inbox|mails?|emails?|contacts?|get env|environment variables?|connection strings?|kubeconfig|pii)\b/u,
    ),
    lead(
      'it says whose or which data',
      /\b(?:personal(?:ly identifiable)? (?:data|information)|PII|medical (?:data|records?)|health records?|patients?['’]? (?:records?|data)|salar(?:y|ies)|payroll|bank (?:accounts?|details|statements?)|credit cards?|social security|passport numbers?|confidential (?:data|information|documents?)|private (?:messages?|keys?)|passwords?|credentials|(?:returns?|gets?|lists?|reads?|retrieves?|stores?|fetch(?:es)?|manages?) (?:\w{1,40} ){0,3}(?:secrets?|api[- ]keys?|access tokens?|connection strings?|environment variables|e-?mails?|mail messages?))\b|密码|个人信息/iu,
    ),
  ],
  privilegedAccess: [
    name(
      'its name says that it changes a system or what others may do',
      /\b(?:(?:un)?install (?:software|packages?|apps?|apk|extensions?)|(?:modify|update|set|edit|write|change) (?:system|server|kernel) (?:config\w{0,40}|settings?)|(?:restart|stop|start|reboot|shutdown) (?:services?|servers?|machine|host|system)|sudo|firewall (?:\w{1,40} )?(?:add|create|delete|remove|update|set)|(?:add|create|delete|remove|update|set) (?:\w{1,40} )?firewall|(?:set|grant|update|change|add|remove|revoke|create|delete|assign) (?:\w{1,40} )?(?:role assignments?|roles?|permissions?|privileges?|access|users? accounts?)|kill process(?:es)?|iam|ssh keys? (?:create|delete|add|remove))\b/u,
    ),
    lead(
      'it says that it needs more than a user’s rights',
      /\b(?:(?:requires?|needs?|must (?:be|have)) (?:an? |the )?(?:\w{1,40} )?(?:admin(?:istrator)?|root|superuser|elevated|sudo|owner)|(?:runs?|executes?|executed|run) (?:\w{1,40} )?as (?:an? )?(?:admin(?:istrator)?|root|superuser)|admin(?:istrators?)? only|only (?:for )?admin(?:istrator)?s|(?:admin(?:istrat(?:or|ive))?|root|elevated) (?:rights|privileges|permissions|access))\b|管理员/iu,
    ),
  ],
};
