import type { AuditReport } from '@callgate/gate/audit';
import { formatPercent, formatInteger } from '../show/format-columns.ts';

/** A cell of ours, or text that somebody else wrote. */
export type ReportCell = string | { readonly foreign: string };

export interface ReportPart {
  readonly title: string;
  readonly note?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReportCell[])[];
}

const MOST = 200;
const MOST_SESSIONS = 20;

const foreign = (text: string): ReportCell => ({ foreign: text });

const span = (ms: number | null): string =>
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
  note: items.length > MOST ? { note: `${formatInteger(items.length - MOST)} more are not shown` } : {},
});

const moment = (at: number | null): string => (at === null ? '–' : new Date(at).toISOString());

const OUTCOMES = ['calls', 'auto', 'confirm', 'block'] as const;

const toolsPart = ({ tools }: AuditReport): ReportPart => {
  const { shown, note } = cut(tools);
  return {
    title: 'Tools',
    ...note,
    head: ['tool', ...OUTCOMES, 'done', 'failed', 'nobody knows', 'median time'],
    rows: shown.map((each) => [
      foreign(each.tool),
      ...OUTCOMES.map((name) => formatInteger(each[name])),
      formatInteger(each.done),
      formatInteger(each.failed),
      formatInteger(each.indeterminate),
      span(each.medianMs),
    ]),
  };
};

const approversPart = ({ approvers }: AuditReport): ReportPart => {
  const { shown, note } = cut(approvers);
  return {
    title: 'Approvers',
    ...note,
    head: ['person', 'votes', 'yes', 'no', 'approval rate', 'median time to decide', 'in under 2 s'],
    rows: shown.map(({ subject, approved, refused, medianMs, hasty }) => [
      foreign(subject),
      formatInteger(approved + refused),
      formatInteger(approved),
      formatInteger(refused),
      formatPercent(approved, approved + refused),
      span(medianMs),
      formatInteger(hasty),
    ]),
  };
};

const unknownPart = ({ indeterminate }: AuditReport): ReportPart => {
  const { shown, note } = cut(indeterminate);
  return {
    title: 'Calls whose outcome nobody knew',
    ...note,
    head: ['time', 'tool', 'call', 'settled'],
    rows: shown.map(({ at, tool, call, settled }) => [
      moment(at),
      foreign(tool),
      foreign(call),
      settled === null ? 'not yet' : foreign(settled),
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
    title: 'Other models than the host’s own',
    ...(rerouted.length === 0
      ? note
      : {
          note: `${formatInteger(steps)} steps rerouted; by the estimates of the time ${saved < 0 ? `${money(-saved)} dearer` : `${money(saved)} saved`}`,
        }),
    head: ['in place of', 'model', 'steps', 'saved'],
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
    title: 'Time',
    head: ['first row', 'last row', 'rows', 'unreadable'],
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
    title: 'Decisions',
    head: [...OUTCOMES, 'only observed', 'not taken in'],
    rows: [
      [
        ...OUTCOMES.map((name) => formatInteger(report.decided[name])),
        formatInteger(report.observed),
        formatInteger(report.notTakenIn),
      ],
    ],
  },
  {
    title: 'Where the calls stand',
    head: ['state', 'calls'],
    rows: Object.entries(report.states)
      .filter(([, calls]) => calls > 0)
      .map(([state, calls]) => [state, formatInteger(calls)]),
  },
  {
    title: 'Decisions by day',
    head: ['day', ...OUTCOMES],
    rows: report.days.map((each) => [
      new Date(each.day).toISOString().slice(0, 10),
      ...OUTCOMES.map((name) => formatInteger(each[name])),
    ]),
  },
  {
    title: 'Rules that held or blocked calls',
    ...cut(report.rules).note,
    head: ['rule', 'outcome', 'calls'],
    rows: cut(report.rules).shown.map(({ rule, outcome, calls }) => [
      foreign(rule),
      outcome,
      formatInteger(calls),
    ]),
  },
  {
    title: 'Questions in sessions',
    note: `${formatInteger(report.prompts.reduce((sum, { prompts }) => sum + prompts, 0))} questions in ${formatInteger(report.sessions)} sessions`,
    head: ['session', 'questions'],
    rows: report.prompts
      .slice(0, MOST_SESSIONS)
      .map(({ session, prompts }) => [foreign(session), formatInteger(prompts)]),
  },
  toolsPart(report),
  {
    title: 'Hints believed to hold',
    head: ['hint', ...OUTCOMES],
    rows: report.hints.map((each) => [
      foreign(each.hint),
      ...OUTCOMES.map((name) => formatInteger(each[name])),
    ]),
  },
  approversPart(report),
  {
    title: 'Use of AI',
    ...cut(report.ai).note,
    head: ['tool', 'principal', 'calls let out'],
    rows: cut(report.ai).shown.map(({ tool, principal, calls }) => [
      foreign(tool),
      foreign(principal),
      formatInteger(calls),
    ]),
  },
  reroutedPart(report),
  unknownPart(report),
];
