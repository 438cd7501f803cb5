import { countOf, formatCount } from '../text/count.ts';

/** Commands about tools and policy: tools, review, explain, policy, policy compare, policy activate, replay. */
export const policyMessages = {
  tools: {
    reportTitle: 'Tools that agents can reach',
    configLeftOut: ({ problem }: { readonly problem: string }): string => `note: ${problem}; it is left out`,
    inProcessLeftOut: ({ problem }: { readonly problem: string }): string =>
      `note: ${problem}; tools without a server are left out`,
    report: 'The list for an auditor, as csv, html or markdown',
    out: 'With --report: write to this file; by default standard output',
    since: 'With --report: count calls from this time on, as 2026-11-15',
    until: 'With --report: count calls before this time',
    text: 'Only tools with these words in name, title or description',
    server: 'Only tools of this server',
    kind: 'agents or utilities',
    trust: 'Only tools of servers that are untrusted, trusted or owned',
    outcome: 'Only tools whose outcome is auto, confirm or block',
    session: 'In a session with no labels (plain), private, untrusted or both',
    hint: 'Beliefs, as readOnly=yes,openWorld=unknown',
    ground: 'Grounds of beliefs, as readOnly=claim',
    claimed: 'Claims of the server, as destructive=unknown',
    group: 'server, trust, outcome, kind, belief:HINT or ground:HINT',
    none: 'No tools seen yet. Run callgate run or callgate up first',
    servers: 'Servers',
    showOne: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'tool')}. Show one with callgate explain SERVER/TOOL --full`,
    state: {
      disabled: 'disabled',
      keptOut: 'changed, hidden',
      loosened: 'changed, loosened',
      changed: 'changed',
      quarantined: 'quarantined',
      conflicting: 'claims conflict',
      malformed: 'malformed claims',
      unreviewed: 'unreviewed, treated as destructive',
      overridden: 'overridden',
      reviewed: 'reviewed',
      elsewhere: 'not configured here',
      inProcess: 'in process',
    },
    agent: 'agent',
    inProcess: 'in process, known from calls',
    described: ({ count }: { readonly count: number }): string => `${count} described`,
    claims: ({ share }: { readonly share: string }): string => `claims ${share} of the basic hints`,
  },
  /** One tool, shown by explain --full. */
  tool: {
    hidden: ({ who }: { readonly who: string }): string => `Hidden from agents: ${who}`,
    quarantined: ({ why }: { readonly why: string }): string => `Quarantined, needs review: ${why}`,
    changed: 'Changed since first seen',
    conflicting: 'Conflicting claims',
    malformed: 'Claims that cannot be read',
    reviews: 'Reviews and overrides',
    outcomes: 'If it is called',
    why: 'What happens, and why',
    override: 'override',
    review: 'review',
    accepted: 'accepted',
    configured: 'configured',
    overrideOfOther: 'for another definition: what lowers care does not count',
    reviewOfOther: 'for another definition: does not count',
    conditional: ' (for some arguments)',
  },
  review: {
    what: 'SERVER or SERVER/TOOL; by default everything that needs review',
    tools: 'Review a saved tools/list answer, a catalogue, or a folder of them (repeatable)',
    output: 'With --tools: a new folder for the packs of reviews (default: packs)',
    accept: 'Accept the tool as suggested, with its changed definition; with --tools only what adds care',
    keepOut: 'Hide the tool from agents while its definition stays like this',
    changeOnly: 'With --accept or --keep-out: the changed definition alone, no suggestions',
    set: 'Say what the tool is, as readOnly=yes,destructive=no',
    clear: 'Withdraw what was said',
    override: 'With --set or --clear: overrule the server instead of reviewing its definition',
    anyDefinition: 'With --override: keep it if the definition changes',
    enable: 'Let agents see and call the tool again',
    agent: 'With --enable: you know that it acts as an agent',
    disable: 'Hide the tool from agents',
    tightening: 'Accept all suggestions for this server that only add care',
    lock: 'Write the lock afterwards',
    json: 'One tool a line; with an action the change that was made',
    need: {
      loosened: 'changed, and asks for less care than before',
      changed: 'changed',
      voided: 'changed since its review, which no longer counts',
      doubtful: 'its claims look wrong',
      new: 'not reviewed, and its claims are not believed',
      none: 'needs no review',
    },
    nothing: 'Nothing needs review',
    list: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'tool')} to review. Run callgate review in a terminal to walk through them`,
    effort: ({
      tools,
      servers,
      questions,
      keys,
    }: {
      readonly tools: number;
      readonly servers: number;
      readonly questions: number;
      readonly keys?: number;
    }): string =>
      `${countOf(tools, 'tool')} in ${countOf(servers, 'server')}: ${countOf(questions, 'question')}${keys === undefined ? '' : `, ${countOf(keys, 'key press', 'key presses')}`}`,
    packed: ({
      server,
      pack,
      tools,
    }: {
      readonly server: string;
      readonly pack: string;
      readonly tools: number;
    }): string =>
      `${server}: the pack ${pack} reviewed the same definitions (${countOf(tools, 'tool')}). Use it if this is that server; callgate review ${server} --tools asks about them`,
    unusable: ({ server, count }: { readonly server: string; readonly count: number }): string =>
      `${server}: ${countOf(count, 'entry', 'entries')} left out: no usable name, or a name given twice`,
    packWritten: ({ path }: { readonly path: string }): string => `Pack written: ${path}`,
    packUse: 'Name each pack in `packs` of its server, then run callgate accept with the file',
    tightened: ({ taken, left }: { readonly taken: number; readonly left: number }): string =>
      `${countOf(taken, 'tool')} reviewed with more care, ${formatCount(left)} left for you`,
    whyAllQuestion: 'Why do you accept? Written to every review > ',
    left: ({ why }: { readonly why: string }): string => `left for you: ${why}`,
    accepted: 'Accepted as suggested',
    kept: 'Hidden from agents',
    done: ({ done }: { readonly done: string }): string =>
      `${done}. Running gateways apply it within seconds`,
    outcome: {
      enable: 'Enabled',
      disable: 'Disabled',
      override: 'Override saved',
      'clear-override': 'Override withdrawn',
      review: 'Reviewed',
      'clear-review': 'Review withdrawn',
      'accept-change': 'Accepted',
      'keep-out-change': 'Hidden from agents',
    },
    bulkReason: 'tightening suggestions accepted in bulk',
    lockWritten: ({ path }: { readonly path: string }): string => `Lock written: ${path}`,
    walked: ({
      accepted,
      hidden,
      skipped,
    }: {
      readonly accepted: number;
      readonly hidden: number;
      readonly skipped: number;
    }): string => `${accepted} reviewed, ${hidden} hidden, ${skipped} skipped`,
    unchanged: 'Nothing was changed',
    affected: ({ what }: { readonly what: string }): string => `Affected: ${what}`,
    notCalled: 'not called in the last week',
    called: ({
      more,
      times,
      who,
    }: {
      readonly more: boolean;
      readonly times: string;
      readonly who: string;
    }): string => `called ${more ? 'more than ' : ''}${times} in the last week by ${who}`,
    noneWaiting: 'no call waits',
    waiting: ({ calls, ids }: { readonly calls: string; readonly ids: string }): string =>
      `${calls} waiting: ${ids}`,
    noGrant: 'no grant',
    voidGrants: ({ grants, ids }: { readonly grants: string; readonly ids: string }): string =>
      `${grants}, void for the new definition: ${ids}`,
    notSuggested: 'nothing suggested',
    suggested: ({
      value,
      confidence,
      because,
    }: {
      readonly value: string;
      readonly confidence: number;
      readonly because: string;
    }): string => `suggested ${value} (${confidence}): ${because}`,
    unclaimed: 'unclaimed',
    claimed: ({ claimed }: { readonly claimed: string }): string => `claimed ${claimed}`,
    answer: ({
      now,
      claimed,
      suggested,
    }: {
      readonly now: string;
      readonly claimed: string;
      readonly suggested: string;
    }): string => `now ${now}, ${claimed}, ${suggested}`,
    pack: ({
      name,
      answers,
      why,
      doubt,
    }: {
      readonly name: string;
      readonly answers: string;
      readonly why: string;
      readonly doubt: string | undefined;
    }): string =>
      `The pack ${name} reviewed exactly this definition: ${answers}. ${why}${doubt === undefined ? '' : ` In doubt: ${doubt}`}`,
    replaces: ({
      who,
      day,
      answers,
      reason,
    }: {
      readonly who: string;
      readonly day: string;
      readonly answers: string;
      readonly reason: string;
    }): string => `This replaces the review by ${who} on ${day} and drops: ${answers} (${reason})`,
    changedParts: 'Changed, loosened parts first',
    doubt: ({ message, rule }: { readonly message: string; readonly rule: string }): string =>
      `Look twice: ${message} (${rule})`,
    answers: 'The review would say',
    digest: ({ digest }: { readonly digest: string }): string => `digest ${digest}`,
    bulkRefusal: {
      changed: 'it changed; look at it',
      nothing: 'nothing is suggested that asks for more care',
      loosens: 'it would need approval less often',
    },
    agentHelp: 'Add --agent if you know that it acts as an agent.',
    actsAsAgent:
      'This tool acts as an agent: it plans and takes several steps. One approval covers all of them. Callgate sees the call and its result, not the steps between.',
    question: ({ pack, hide }: { readonly pack: boolean; readonly hide: boolean }): string =>
      `[a]ccept  [c]hange a hint${pack ? '  [p]ack’s answers' : ''}  [s]kip${hide ? '  [k]eep hidden' : ''}  [w]hy  [q]uit > `,
    alike: ({ count }: { readonly count: number }): string => `${count} tools alike`,
    groupQuestion: '[a]ccept all  [o]ne by one  [1 3] these by themselves  [s]kip  [q]uit > ',
    groupKeys: 'Write a, o, s, q or numbers of the list',
    hintQuestion: 'HINT=yes|no > ',
    hintForm: 'Write HINT=yes, HINT=no, or HINT= to say nothing about it',
    hintUnknown: ({ hint, help }: { readonly hint: string; readonly help: string }): string =>
      `There is no hint ${hint}. ${help}`,
    whyQuestion: 'Why? Written to the audit log > ',
    whyNeeded: 'Give a reason, or skip the tool',
    noPack: 'No pack judged this definition',
    nothingSet: 'No hint is set. Set at least one with c',
    keys: ({ hide }: { readonly hide: boolean }): string => `Write a, c, s, ${hide ? 'k, ' : ''}w or q`,
    reviewed: 'Reviewed',
    ifCalled: ({ now, then }: { readonly now: string; readonly then: string }): string =>
      `If it is called: ${now} now, ${then} with this review`,
    position: ({ at, all }: { readonly at: number; readonly all: number }): string => `${at} of ${all}`,
  },
  explain: {
    tool: 'SERVER/TOOL, as last seen on this machine or in --catalogue',
    catalogue: 'A catalogue file, or a raw tools/list answer (JSON or YAML)',
    server: 'The server, if SERVER/TOOL is not given',
    toolOption: 'The tool, if SERVER/TOOL is not given',
    session: 'A session file: a whole session, or its labels, words and origins',
    private: 'Private data in the session: none, possible or known',
    untrusted: 'Untrusted content in the session: none, possible or known',
    words: "The user's request is known",
    proven: 'Every decisive value is from the user',
    principal: 'Who calls',
    policy: 'A preset or policy files; by default the policy in force, with --catalogue balanced',
    inForce: 'With --catalogue: use the policy in force',
    full: 'Show the tool too: claims, changes, reviews',
    json: 'The decision; with --full the tool and the decision',
    batch: 'Read one {server, trust, tool, args, session, principal} a line, write one decision a line',
  },
  policy: {
    json: 'Print JSON with the text of the layers',
    observes: 'OBSERVING ONLY: nothing is held or blocked',
    enforced: 'enforced',
    layers: 'Layers, in order',
    lines: ({ count }: { readonly count: number }): string => countOf(count, 'line'),
    rules: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'rule')}. All matching rules count, the strictest outcome wins; if none matches: confirm`,
    requirements: 'requirements',
    tools: ({ tools }: { readonly tools: readonly string[] }): string => `tools ${tools.join(', ')}`,
    when: ({ condition }: { readonly condition: string }): string => `when ${condition}`,
    also: ({ requirement }: { readonly requirement: string }): string => `also ${requirement}`,
    exception: ({
      expired,
      until,
      reason,
      condition,
    }: {
      readonly expired: boolean;
      readonly until: string;
      readonly reason: string;
      readonly condition: string;
    }): string =>
      `${expired ? 'exception, expired' : 'except until'} ${until}: ${reason}, where ${condition}`,
    warning: ({ message }: { readonly message: string }): string => `warning: ${message}`,
    activated: ({
      who,
      at,
      reason,
    }: {
      readonly who: string;
      readonly at: string;
      readonly reason: string;
    }): string => `Activated instead of the configured policy: ${who}, ${at}: ${reason}`,
    configuredChanged: 'The configured policy has changed since',
    restoreWith: 'Go back with callgate policy activate --restore --reason WHY',
    restored: ({
      who,
      at,
      reason,
    }: {
      readonly who: string;
      readonly at: string;
      readonly reason: string;
    }): string => `Restored by ${who}, ${at}: ${reason}`,
  },
  shadow: {
    since: 'From this time on, as 7d or 2026-11-15 (7d by default)',
    none: 'No candidate is evaluated. Name one as policy.shadow in callgate.yaml, or with --shadow FILE',
    noRuns: 'No call was recorded since then',
    now: ({ candidate }: { readonly candidate: string }): string => `Evaluated now: ${candidate}`,
    run: ({ candidate, base }: { readonly candidate: string; readonly base: string }): string =>
      `${candidate} beside ${base}`,
    span: ({ since, until }: { readonly since: string; readonly until: string }): string =>
      `${since} to ${until}`,
    judged: ({ count }: { readonly count: number }): string => `${countOf(count, 'call')} judged:`,
    unjudged: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'call')} could not be judged`,
    same: 'The candidate would decide all of them alike.',
    live: 'in force',
    then: 'candidate',
  },
  history: {
    none: 'No policy was activated yet. The policy of the configuration counts',
    config: ({ path }: { readonly path: string }): string => `of ${path}`,
    activated: 'activated',
    restored: 'restored',
    signature: {
      valid: ({ key }: { readonly key: string }): string => `signed by ${key}`,
      invalid: ({ key }: { readonly key: string }): string => `WRONG SIGNATURE of ${key}`,
      'other-key': ({ key }: { readonly key: string }): string => `signed by another key, ${key}`,
      unchecked: ({ key }: { readonly key: string }): string => `signature of ${key} not checked`,
    },
    back: 'Go back with callgate policy rollback NUMBER --reason WHY',
  },
  rollback: {
    revision: 'Number in callgate policy history; by default what was in force before',
    allowLoosening: 'Also if it removes restrictions',
    done: 'In force again.',
  },
  compare: {
    policy: 'Policy files in the order of their layers, or preset names',
    calls: 'How many of the last recorded calls',
    kind: {
      runs: 'WOULD RUN WITHOUT APPROVAL',
      loosened: 'FEWER RESTRICTIONS',
      tightened: 'more restrictions',
      otherwise: 'different',
    },
    noRule: 'no rule',
    byRules: ({ before, after }: { readonly before: string; readonly after: string }): string =>
      `now by ${before}; then by ${after}`,
    dropped: ({ requirement }: { readonly requirement: string }): string => `no longer: ${requirement}`,
    added: ({ requirement }: { readonly requirement: string }): string => `new: ${requirement}`,
    call: ({ id, at }: { readonly id: string; readonly at: string }): string => `call ${id}, ${at}`,
    count: ({ count }: { readonly count: number }): string => countOf(count, 'call'),
    runs: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'call')} WOULD RUN WITHOUT APPROVAL that would not now`,
    loosened: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'call')} would get FEWER restrictions`,
    loosenedTools: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'tool')} would get FEWER restrictions, called or not`,
    tightened: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'call')} would get more restrictions`,
    unchanged: 'No recorded call would be decided differently.',
    onlyObserves: 'THE OTHER POLICY ONLY OBSERVES: it would hold and block nothing',
    unlisted: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'more changed call')} not listed`,
    heading: ({ count }: { readonly count: number }): string =>
      `The last ${countOf(count, 'recorded call')}, each in its session as it was:`,
    now: 'now',
    then: 'then',
    tools: 'Tools decided differently, called or not',
    session: ({ session }: { readonly session: string }): string => `${session} session`,
    unreadable: ({ count }: { readonly count: number }): string =>
      `${countOf(count, 'entry', 'entries')} could not be read`,
    entry: ({ seq, why }: { readonly seq: number; readonly why: string }): string => `entry ${seq}: ${why}`,
  },
  activate: {
    restore: 'Go back to the policy that the configuration names',
    done: 'Policy in force. Running gateways apply it within a moment, others when they start',
    restored: 'The configured policy is in force',
    damaged: 'note: the activated policy cannot be read, so it is compared with itself',
    calls: 'How many of the last recorded calls to compare',
    json: 'Print what would change as JSON; activates only with --digest',
  },
  replay: {
    traces: 'Traces: .jsonl, .jsonl.gz, .json; several files; - for standard input',
    catalogue: 'The catalogue of the tools that were called',
    summary: 'Count instead: by outcome, rule, tool and session',
    labels: 'Label files, separated by commas: score attacks and benign sessions',
    json: 'Counts, scores or the story as JSON',
    noUser: "Hide the user's words, as from a gateway",
    noRoles: 'Ignore the argument roles that servers write; infer them',
    oneContext: 'All sessions as tasks of one context: labels carry over',
    approve: 'Play a person: all approves held calls, except:LABELS refuses labelled ones',
    story: 'Tell one session as a story: labels, origins, decisions',
    session: 'With --story: which session, if there are several',
    audit: 'Decide everything in this audit log again: the database',
    keys: 'With --audit: the key file; by default callgate.key beside the database',
    auditDescription: 'Decide the audit log again, with its own policies and a new one',
    auditJson: 'One finding a line as JSON, the summary last',
  },
};

export type PolicyMessages = typeof policyMessages;
