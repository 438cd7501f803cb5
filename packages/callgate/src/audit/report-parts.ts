import type { AuditReport } from '@callgate/gate/audit';
import { reportMessages } from '@callgate/messages/cli/report';
import { callStateWord } from '@callgate/messages/text/call-state';
import { formatPercent, formatInteger } from '../show/format-columns.ts';

/** A cell of ours, or foreign text. */
export type ReportCell = string | { readonly foreign: string };

export interface ReportPart {
  readonly title: string;
  readonly note?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReportCell[])[];
}

/** Policy text that a report suggests. */
export interface SuggestedPolicy {
  readonly title: string;
  readonly policy: string;
}

const texts = reportMessages;

const MOST = 200;
const MOST_SESSIONS = 20;

const foreign = (text: string): ReportCell => ({ foreign: text });

export const formatTimeSpan = (ms: number | null): string =>
  ms === null
    ? '–'
    : ms < 1000
      ? `${Math.round(ms)} ms`
      : ms < 120_000
        ? `${(ms / 1000).toFixed(1)} s`
        : `${Math.round(ms / 60_000)} min`;

const cut = <T>(
  items: readonly T[],
): { readonly shown: readonly T[]; readonly note: { readonly note?: string } } => ({
  shown: items.slice(0, MOST),
  note: items.length > MOST ? { note: texts.more({ count: formatInteger(items.length - MOST) }) } : {},
});

const moment = (at: number | null): string => (at === null ? '–' : new Date(at).toISOString());

const OUTCOMES = ['calls', 'auto', 'confirm', 'block'] as const;
const OUTCOME_HEADS = OUTCOMES.map((name) => texts.outcomes[name]);

const toolsPart = ({ tools }: AuditReport): ReportPart => {
  const { shown, note } = cut(tools);
  return {
    title: texts.tools.title,
    ...note,
    head: [texts.tools.tool, ...OUTCOME_HEADS, ...texts.tools.head],
    rows: shown.map((each) => [
      foreign(each.tool),
      ...OUTCOMES.map((name) => formatInteger(each[name])),
      formatInteger(each.done),
      formatInteger(each.failed),
      formatInteger(each.indeterminate),
      formatTimeSpan(each.medianMs),
    ]),
  };
};

const approversPart = ({ approvers }: AuditReport): ReportPart => {
  const { shown, note } = cut(approvers);
  return {
    title: texts.approvers.title,
    ...note,
    head: texts.approvers.head,
    rows: shown.map(({ subject, approved, refused, medianMs, hasty }) => [
      foreign(subject),
      formatInteger(approved + refused),
      formatInteger(approved),
      formatInteger(refused),
      formatPercent(approved, approved + refused),
      formatTimeSpan(medianMs),
      formatInteger(hasty),
    ]),
  };
};

const unknownPart = ({ indeterminate }: AuditReport): ReportPart => {
  const { shown, note } = cut(indeterminate);
  return {
    title: texts.unknown.title,
    ...note,
    head: texts.unknown.head,
    rows: shown.map(({ at, tool, call, settled }) => [
      moment(at),
      foreign(tool),
      foreign(call),
      settled === null ? texts.unknown.notYet : foreign(settled),
    ]),
  };
};

const total = (values: readonly (number | null)[]): number =>
  values.reduce((all: number, value) => all + (value ?? 0), 0);

/** In the currency of the catalogue of models. */
const money = (amount: number): string =>
  Math.abs(amount) >= 100 ? formatInteger(Math.round(amount)) : String(Number(amount.toPrecision(3)));

const reroutedPart = ({ rerouted }: AuditReport): ReportPart => {
  const { shown, note } = cut(rerouted);
  const [steps, saved] = [
    total(rerouted.map((each) => each.steps)),
    total(rerouted.map((each) => each.saved)),
  ];
  return {
    title: texts.rerouted.title,
    ...(rerouted.length === 0
      ? note
      : {
          note: texts.rerouted.note({
            steps: formatInteger(steps),
            cheaper: saved >= 0,
            amount: money(Math.abs(saved)),
          }),
        }),
    head: texts.rerouted.head,
    rows: shown.map((each) => [
      foreign(each.instead),
      foreign(each.model),
      formatInteger(each.steps),
      each.saved === null ? '–' : money(each.saved),
    ]),
  };
};

/** The report as tables, whatever they are rendered in. */
export const reportParts = (report: AuditReport): readonly ReportPart[] => [
  {
    title: texts.time.title,
    head: texts.time.head,
    rows: [
      [
        moment(report.from),
        moment(report.to),
        formatInteger(report.rows),
        formatInteger(report.unreadableRows),
      ],
    ],
  },
  {
    title: texts.decisions.title,
    head: [...OUTCOME_HEADS, ...texts.decisions.head],
    rows: [
      [
        ...OUTCOMES.map((name) => formatInteger(report.decided[name])),
        formatInteger(report.observed),
        formatInteger(report.notTakenIn),
      ],
    ],
  },
  {
    title: texts.states.title,
    head: texts.states.head,
    rows: Object.entries(report.states)
      .filter(([, calls]) => calls > 0)
      .map(([state, calls]) => [callStateWord(state), formatInteger(calls)]),
  },
  {
    title: texts.days.title,
    head: [texts.days.day, ...OUTCOME_HEADS],
    rows: report.days.map((each) => [
      new Date(each.day).toISOString().slice(0, 10),
      ...OUTCOMES.map((name) => formatInteger(each[name])),
    ]),
  },
  {
    title: texts.rules.title,
    ...cut(report.rules).note,
    head: texts.rules.head,
    rows: cut(report.rules).shown.map(({ rule, outcome, calls }) => [
      foreign(rule),
      outcome,
      formatInteger(calls),
    ]),
  },
  {
    title: texts.sessions.title,
    note: texts.sessions.note({
      questions: formatInteger(report.prompts.reduce((sum, { prompts }) => sum + prompts, 0)),
      sessions: formatInteger(report.sessions),
    }),
    head: texts.sessions.head,
    rows: report.prompts
      .slice(0, MOST_SESSIONS)
      .map(({ session, prompts }) => [foreign(session), formatInteger(prompts)]),
  },
  toolsPart(report),
  {
    title: texts.hints.title,
    head: [texts.hints.hint, ...OUTCOME_HEADS],
    rows: report.hints.map((each) => [
      foreign(each.hint),
      ...OUTCOMES.map((name) => formatInteger(each[name])),
    ]),
  },
  approversPart(report),
  {
    title: texts.ai.title,
    ...cut(report.ai).note,
    head: texts.ai.head,
    rows: cut(report.ai).shown.map(({ tool, principal, calls }) => [
      foreign(tool),
      foreign(principal),
      formatInteger(calls),
    ]),
  },
  reroutedPart(report),
  unknownPart(report),
];
