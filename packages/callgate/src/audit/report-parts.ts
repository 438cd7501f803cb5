import type { Report } from '@callgate/gate/audit';
import { percent, whole } from '../show/columns.ts';

/** A cell of ours, or text that somebody else wrote. */
export type Cell = string | { readonly foreign: string };

export interface ReportPart {
  readonly title: string;
  readonly note?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const MOST = 200;
const MOST_SESSIONS = 20;

const foreign = (text: string): Cell => ({ foreign: text });

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
  note: items.length > MOST ? { note: `${whole(items.length - MOST)} more are not shown` } : {},
});

const moment = (at: number | null): string => (at === null ? '–' : new Date(at).toISOString());

const OUTCOMES = ['calls', 'auto', 'confirm', 'block'] as const;

const toolsPart = ({ tools }: Report): ReportPart => {
  const { shown, note } = cut(tools);
  return {
    title: 'Tools',
    ...note,
    head: ['tool', ...OUTCOMES, 'done', 'failed', 'nobody knows', 'median time'],
    rows: shown.map((each) => [
      foreign(each.tool),
      ...OUTCOMES.map((name) => whole(each[name])),
      whole(each.done),
      whole(each.failed),
      whole(each.indeterminate),
      span(each.medianMs),
    ]),
  };
};

const approversPart = ({ approvers }: Report): ReportPart => {
  const { shown, note } = cut(approvers);
  return {
    title: 'Approvers',
    ...note,
    head: ['person', 'votes', 'yes', 'no', 'approval rate', 'median time to decide', 'in under 2 s'],
    rows: shown.map(({ subject, approved, refused, medianMs, hasty }) => [
      foreign(subject),
      whole(approved + refused),
      whole(approved),
      whole(refused),
      percent(approved, approved + refused),
      span(medianMs),
      whole(hasty),
    ]),
  };
};

const unknownPart = ({ indeterminate }: Report): ReportPart => {
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
  Math.abs(amount) >= 100 ? whole(Math.round(amount)) : String(Number(amount.toPrecision(3)));

const reroutedPart = ({ rerouted }: Report): ReportPart => {
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
          note: `${whole(steps)} steps rerouted; by the estimates of the time ${saved < 0 ? `${money(-saved)} dearer` : `${money(saved)} saved`}`,
        }),
    head: ['in place of', 'model', 'steps', 'saved'],
    rows: shown.map((each) => [
      foreign(each.instead),
      foreign(each.model),
      whole(each.steps),
      each.saved === null ? '–' : money(each.saved),
    ]),
  };
};

/** The report as tables, whatever they are rendered in. */
export const reportParts = (report: Report): readonly ReportPart[] => [
  {
    title: 'Time',
    head: ['first row', 'last row', 'rows', 'unreadable'],
    rows: [[moment(report.from), moment(report.to), whole(report.rows), whole(report.unreadableRows)]],
  },
  {
    title: 'Decisions',
    head: [...OUTCOMES, 'only observed', 'not taken in'],
    rows: [
      [
        ...OUTCOMES.map((name) => whole(report.decided[name])),
        whole(report.observed),
        whole(report.notTakenIn),
      ],
    ],
  },
  {
    title: 'Where the calls stand',
    head: ['state', 'calls'],
    rows: Object.entries(report.states)
      .filter(([, calls]) => calls > 0)
      .map(([state, calls]) => [state, whole(calls)]),
  },
  {
    title: 'Decisions by day',
    head: ['day', ...OUTCOMES],
    rows: report.days.map((each) => [
      new Date(each.day).toISOString().slice(0, 10),
      ...OUTCOMES.map((name) => whole(each[name])),
    ]),
  },
  {
    title: 'Rules that held or blocked calls',
    ...cut(report.rules).note,
    head: ['rule', 'outcome', 'calls'],
    rows: cut(report.rules).shown.map(({ rule, outcome, calls }) => [foreign(rule), outcome, whole(calls)]),
  },
  {
    title: 'Questions in sessions',
    note: `${whole(report.prompts.reduce((sum, { prompts }) => sum + prompts, 0))} questions in ${whole(report.sessions)} sessions`,
    head: ['session', 'questions'],
    rows: report.prompts
      .slice(0, MOST_SESSIONS)
      .map(({ session, prompts }) => [foreign(session), whole(prompts)]),
  },
  toolsPart(report),
  {
    title: 'Hints believed to hold',
    head: ['hint', ...OUTCOMES],
    rows: report.hints.map((each) => [foreign(each.hint), ...OUTCOMES.map((name) => whole(each[name]))]),
  },
  approversPart(report),
  {
    title: 'Use of AI',
    ...cut(report.ai).note,
    head: ['tool', 'principal', 'calls let out'],
    rows: cut(report.ai).shown.map(({ tool, principal, calls }) => [
      foreign(tool),
      foreign(principal),
      whole(calls),
    ]),
  },
  reroutedPart(report),
  unknownPart(report),
];
