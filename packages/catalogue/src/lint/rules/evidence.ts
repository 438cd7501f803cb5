import type { HintName } from '@callgate/core';
import { HINTS, HINT_NAMES } from '@callgate/core';
import { declare, homeOfHint, pathOfClaim, spelled } from '../homes.ts';
import type { LookedTool } from '../looked.ts';
import type { Found, LintRule } from '../rule.ts';
import { toolRule } from '../rule.ts';
import { against } from './against.ts';
import { understated } from './worst-case.ts';

/** What one reason has to weigh to be a reason of its own. */
const DIRECT = 2;

const writesRead = (tool: LookedTool): boolean =>
  tool.claimed.readOnly === 'yes' && against(tool, 'readOnly', 'no') !== undefined;

/** An idempotent write that is declared a read: one was taken for the other. */
const repeatableWrite = (tool: LookedTool): boolean =>
  writesRead(tool) && tool.claimed.idempotent === 'yes' && tool.suggestions.idempotent?.value === 'yes';

const READ = 0.98;

/** A read that is declared as nothing but idempotent. */
const repeatableRead = ({ claimed, suggestions, lead }: LookedTool): boolean =>
  claimed.idempotent === 'yes' &&
  claimed.readOnly !== 'yes' &&
  claimed.destructive !== 'yes' &&
  suggestions.readOnly?.value === 'yes' &&
  suggestions.readOnly.confidence >= READ &&
  (lead('readOnly', 'yes')[0]?.weight ?? 0) >= DIRECT;

export const idempotentAsRead: LintRule = toolRule(
  {
    id: 'hints/idempotent-as-read-only',
    severity: 'warning',
    title: 'Idempotent is used where read-only is meant, or the other way round.',
    explanation:
      'Idempotent says that a second call changes nothing more; the first may still delete everything. Read-only says that no call changes anything. Neither stands for the other.',
    repair: 'Declares whether it only reads.',
  },
  (tool): readonly Found[] => {
    if (repeatableWrite(tool))
      return [
        {
          path: homeOfHint('readOnly'),
          message: `it says that it only reads, but ${against(tool, 'readOnly', 'no') ?? 'it writes'}; that it can be repeated does not make it a read`,
          help: `declare ${spelled('readOnly', 'no')} and keep ${spelled('idempotent', 'yes')}`,
          fix: declare('readOnly', 'no'),
        },
      ];
    if (repeatableRead(tool))
      return [
        {
          path: homeOfHint('readOnly'),
          message: `it says that it can be repeated and not that it only reads, but ${tool.lead('readOnly', 'yes')[0]?.because ?? 'it reads'}`,
          help: `declare ${spelled('readOnly', 'yes')} if no call changes anything: ${spelled('idempotent', 'yes')} does not say so`,
          fix: declare('readOnly', 'yes'),
        },
      ];
    return [];
  },
);

/** Destroying is no question for a tool that says it only reads: that claim is the wrong one. */
const isAsked = ({ claimed }: LookedTool, hint: HintName): boolean =>
  claimed.readOnly !== 'yes' || (hint !== 'destructive' && hint !== 'idempotent' && hint !== 'reversible');

const contradiction = (tool: LookedTool, hint: HintName): readonly Found[] => {
  const { relaxing } = HINTS[hint];
  if (tool.claimed[hint] !== relaxing || !isAsked(tool, hint)) return [];
  const value = relaxing === 'yes' ? 'no' : 'yes';
  const because = against(tool, hint, value);
  const claim = tool.claims.answers.find((each) => each.hint === hint);
  if (because === undefined || claim === undefined) return [];
  const path = pathOfClaim(tool.definition, claim);
  const own = claim.key === HINTS[hint].key;
  return [
    {
      path,
      message: `it says ${own ? spelled(hint, relaxing) : `\`${claim.key}\``}, but ${because}`,
      help: `declare ${spelled(hint, value)}, or say in name and description why it is not so`,
      // beside an alias that says the opposite it would be a conflict
      ...(own ? { fix: { path, value: value === 'yes' } } : {}),
    },
  ];
};

export const contradicted: LintRule = toolRule(
  {
    id: 'hints/contradicted',
    severity: 'warning',
    title: 'A claim that lowers care is contradicted by name, description or schema.',
    explanation:
      'Callgate reads verbs in several languages, HTTP methods, arguments and siblings. Where they clearly say that a tool writes, destroys, reaches outside or hands out data, and the hint says the opposite, one of the two is wrong, and an operator will believe neither.',
    repair: 'Declares what the definition shows.',
  },
  (tool) => {
    const told = understated(tool)?.hint;
    const mistaken = repeatableWrite(tool) ? 'readOnly' : undefined;
    return HINT_NAMES.filter((hint) => hint !== told && hint !== mistaken).flatMap((hint) =>
      contradiction(tool, hint),
    );
  },
);

export const tooStrict: LintRule = toolRule(
  {
    id: 'hints/too-strict',
    severity: 'note',
    title: 'A tool that seems to only read says that it writes.',
    explanation:
      'A read that is declared a write asks people every time, and people who are asked too often stop reading. Nothing is unsafe about it; only the author knows.',
    repair: 'Offers the read-only claim; it is never applied by itself.',
  },
  (tool): readonly Found[] => {
    const { readOnly } = tool.suggestions;
    const [reason] = tool.lead('readOnly', 'yes');
    const isRead =
      tool.claimed.readOnly === 'no' &&
      readOnly?.value === 'yes' &&
      readOnly.confidence >= 0.99 &&
      reason?.weight !== undefined &&
      reason.weight >= DIRECT;
    if (!isRead || repeatableRead(tool)) return [];
    return [
      {
        path: homeOfHint('readOnly'),
        message: `it says ${spelled('readOnly', 'no')}, but ${reason.because}`,
        help: `declare ${spelled('readOnly', 'yes')} if no call changes anything`,
        fix: declare('readOnly', 'yes'),
      },
    ];
  },
);
