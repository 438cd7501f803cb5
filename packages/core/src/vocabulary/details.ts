import type { FiveQuestions } from './hints.ts';

/** A hint whose value is a set, an object or a text: it stands beside the three-valued ones. */
export interface DetailEntry {
  readonly name: string;
  readonly type: string;
  /** Where it is read from; `annotations` and `_meta` of a tool unless something else is said. */
  readonly homes: readonly string[];
  readonly document: string;
  /** Which way care is lowered. */
  readonly relaxing: string;
  readonly questions: FiveQuestions;
}

const TOOL_HOMES: readonly string[] = ['annotations', '_meta'];
const INPUT_HOMES: readonly string[] = ['inputMetadata', 'the action metadata extension'];
const RETURN_HOMES: readonly string[] = ['returnMetadata', 'the action metadata extension'];
const TO_RELAX = 'To relax, yes; a tightening value is believed from anybody.';

/** The rest of the vocabulary. What each value of an ordered one says of the hints is in `CLAIM_KEYS`. */
export const DETAILS: readonly DetailEntry[] = [
  {
    name: 'destination',
    type: 'ordered set',
    homes: INPUT_HOMES,
    document: 'SEP-1913',
    relaxing: 'towards ephemeral',
    questions: {
      behaviour: 'A public destination makes the call outward.',
      trust: TO_RELAX,
      meta: 'No: the trifecta depends on it across servers.',
      combination: 'With openWorld no, public is a contradiction.',
      hintOrContract: 'A contract where the network reaches only the operator’s list.',
    },
  },
  {
    name: 'outcomes',
    type: 'ordered set',
    homes: [...INPUT_HOMES, 'outcome in the action metadata extension'],
    document: 'SEP-1913',
    relaxing: 'towards benign',
    questions: {
      behaviour: 'Irreversible calls are confirmed, in strict settings by two.',
      trust: TO_RELAX,
      meta: 'No: approvers need it in every client.',
      combination: 'With readOnly yes, consequential is a contradiction.',
      hintOrContract: 'A hint.',
    },
  },
  {
    name: 'source',
    type: 'ordered set',
    homes: RETURN_HOMES,
    document: 'SEP-1913',
    relaxing: 'towards system',
    questions: {
      behaviour:
        'untrustedPublic labels the session untrusted, a source that is not public labels it private.',
      trust: TO_RELAX,
      meta: 'No: both labels depend on it across servers.',
      combination: 'With openWorld no, untrustedPublic is a contradiction.',
      hintOrContract: 'A hint.',
    },
  },
  {
    name: 'inputSensitivity, returnSensitivity',
    type: 'ordered set',
    homes: ['sensitivity in inputMetadata and returnMetadata', 'sensitiveHint'],
    document: 'SEP-1913',
    relaxing: 'towards none',
    questions: {
      behaviour: 'Anything above none is sensitive data; credentials are secrets too.',
      trust: TO_RELAX,
      meta: 'No: the private label depends on it across servers.',
      combination: 'With privilegedAccess: high risk.',
      hintOrContract: 'A hint.',
    },
  },
  {
    name: 'riskLevel',
    type: 'ordered set',
    homes: TOOL_HOMES,
    document: 'SEP-2793',
    relaxing: 'towards low',
    questions: {
      behaviour: 'From high on, the call asks to be confirmed.',
      trust: TO_RELAX,
      meta: 'It could; a common key lets every client ask.',
      combination: 'Says nothing that lifts another rule.',
      hintOrContract: 'A hint.',
    },
  },
  {
    name: 'category',
    type: 'ordered set',
    homes: TOOL_HOMES,
    document: 'SEP-2793',
    relaxing: 'towards read',
    questions: {
      behaviour: 'Says readOnly and destructive in other words.',
      trust: TO_RELAX,
      meta: 'It could.',
      combination: 'Against readOnlyHint it is a contradiction.',
      hintOrContract: 'A hint.',
    },
  },
  {
    name: 'blastRadius',
    type: 'ordered set',
    homes: TOOL_HOMES,
    document: 'SEP-2793',
    relaxing: 'towards item',
    questions: {
      behaviour: 'Shown to approvers, and rules can read it.',
      trust: 'To relax, yes.',
      meta: 'It could.',
      combination: 'With destructive: how much is at stake.',
      hintOrContract: 'A hint.',
    },
  },
  {
    name: 'reversibility',
    type: 'ordered set',
    homes: TOOL_HOMES,
    document: 'SEP-2793',
    relaxing: 'towards auto',
    questions: {
      behaviour: 'Says reversible in other words.',
      trust: TO_RELAX,
      meta: 'It could.',
      combination: 'Against reversibleHint it is a contradiction.',
      hintOrContract: 'A hint.',
    },
  },
  {
    name: 'approvalRecommendation',
    type: 'ordered set',
    homes: TOOL_HOMES,
    document: 'SEP-2793',
    relaxing: 'towards none',
    questions: {
      behaviour: 'single and multi ask to be confirmed; rules can demand two for multi.',
      trust: 'No to tighten; none never lifts a rule.',
      meta: 'It could.',
      combination: 'Independent of destructive.',
      hintOrContract: 'Made a contract by the gate.',
    },
  },
  {
    name: 'sideEffects, attribution',
    type: 'texts',
    homes: TOOL_HOMES,
    document: 'SEP-2793, SEP-1913',
    relaxing: 'none: they say nothing about a hint',
    questions: {
      behaviour: 'Shown to approvers, and rules can read them.',
      trust: 'No.',
      meta: 'Yes.',
      combination: 'None.',
      hintOrContract: 'Hints.',
    },
  },
  {
    name: 'modelPreferences',
    type: 'object of priorities, 0 to 1',
    homes: [...TOOL_HOMES, '_meta["<vendor>/model-preferences"]', '_meta["<vendor>/modelPreferences"]'],
    document: 'SEP-2417',
    relaxing: 'a lower intelligencePriority',
    questions: {
      behaviour: 'The model that reads the output is chosen by it, within the operator’s bounds.',
      trust: 'To lower capability, yes; an untrusted server never downgrades.',
      meta: 'It is found in both homes; either is read.',
      combination: 'With sensitive data: what a model may see comes first.',
      hintOrContract: 'A hint.',
    },
  },
  {
    name: 'minTrustLevel',
    type: 'number, 1 to 5',
    homes: TOOL_HOMES,
    document: 'SEP-2793',
    relaxing: 'a lower level; the higher of two homes counts',
    questions: {
      behaviour: 'Rules can read it.',
      trust: 'No to tighten.',
      meta: 'Yes.',
      combination: 'None.',
      hintOrContract: 'A hint.',
    },
  },
  {
    name: 'result labels',
    type: 'two answers: private, untrusted',
    homes: [
      'result _meta.annotations',
      'result _meta["io.modelcontextprotocol/trust-annotations"]',
      'result _meta.ifc',
    ],
    document: 'SEP-1913, the trust annotations extension, github-mcp-server',
    relaxing: 'no; the tightest word of all homes counts',
    questions: {
      behaviour: 'They raise the session’s labels after the call.',
      trust: 'To relax, yes.',
      meta: 'It is their only home.',
      combination: 'With what the tool may do: the stronger counts.',
      hintOrContract: 'Hints.',
    },
  },
  {
    name: 'resolve answers',
    type: 'annotations of one call',
    homes: ['tools/resolve'],
    document: 'SEP-1862 and the tool resolution extension',
    relaxing: 'within what the definition claims',
    questions: {
      behaviour: 'A call is judged by what it does with these arguments.',
      trust: 'Yes: only trusted and owned servers are asked.',
      meta: 'No: it is a method.',
      combination: 'A stricter answer is believed; a looser one only where the definition spoke.',
      hintOrContract: 'A hint.',
    },
  },
  {
    name: 'argument roles, directory',
    type: 'role by argument name; a mark',
    homes: ['_meta["dev.callgate/arguments"]', '_meta["dev.callgate/directory"]'],
    document: 'Callgate',
    relaxing: 'towards payload; the mark',
    questions: {
      behaviour: 'They say which values decide a call, and whose entries are good for an internal audience.',
      trust: 'Yes, wholly.',
      meta: 'It is their only home.',
      combination: 'With labels: what must be traced to the person.',
      hintOrContract: 'Hints.',
    },
  },
  {
    name: 'undo tool',
    type: 'the name of a tool of the same server',
    homes: ['_meta["dev.callgate/undo"]'],
    document: 'Callgate',
    relaxing: 'none: it says nothing about a hint',
    questions: {
      behaviour: 'Approvers are told which tool undoes the call. Nothing calls it by itself.',
      trust: 'It is shown as the word of the server unless the server is trusted.',
      meta: 'It is its only home.',
      combination: 'With reversible no it is not shown.',
      hintOrContract: 'A hint.',
    },
  },
];
