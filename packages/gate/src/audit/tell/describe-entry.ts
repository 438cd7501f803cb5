import type { JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import { auditLogMessages } from '@callgate/messages/audit-log';
import { contractMessages } from '@callgate/messages/contract';
import type { ParsedEntry } from '../../record/entry-schema.ts';
import {
  readApprovalDetail,
  readDecisionDetail,
  readEndDetail,
  readTransitionDetail,
  readRerouteDetail,
  readVoteDetail,
} from '../../record/entry-schema.ts';

const texts = auditLogMessages.summary;

const seconds = (ms: number): string => texts.seconds({ seconds: (ms / 1000).toFixed(1) });

const decidedWords = (detail: JsonObject): string | undefined => {
  const decided = readDecisionDetail(detail);
  if (decided === undefined) return undefined;
  const { decision, input, waiting, grant, twin, attempt } = decided;
  const rules = decision.rules
    .filter(({ outcome }) => outcome === decision.outcome)
    .map(({ id }) => display(id, { max: 80 }));
  return [
    texts.decided({ outcome: decision.outcome, isEnforced: decision.enforced, rules }),
    ...(input.sandbox === undefined
      ? []
      : [contractMessages.level({ ...input.sandbox, backend: display(input.sandbox.backend, { max: 40 }) })]),
    ...(waiting === null ? [] : [texts.waits({ reason: waiting })]),
    ...(grant === null ? [] : [texts.granted({ grant: display(grant, { max: 80 }) })]),
    ...(twin === null ? [] : [texts.duplicate({ call: display(twin, { max: 80 }) })]),
    ...(attempt > 1 ? [texts.attempt({ attempt })] : []),
  ].join('; ');
};

const endedWords = (detail: JsonObject): string | undefined => {
  const ended = readEndDetail(detail);
  if (ended === undefined) return undefined;
  return [
    ...(ended.ms === undefined ? [] : [seconds(ended.ms)]),
    ...(ended.isError === true ? [texts.toolFailed] : []),
    ...(ended.fault == null
      ? []
      : [`${display(ended.fault.code, { max: 80 })}: ${display(ended.fault.message, { max: 200 })}`]),
  ].join('; ');
};

const movedWords = (detail: JsonObject): string | undefined => {
  const fault = readTransitionDetail(detail)?.fault;
  return fault == null
    ? undefined
    : `${display(fault.code, { max: 80 })}: ${display(fault.message, { max: 200 })}`;
};

const voteWords = (detail: JsonObject): string | undefined => {
  const vote = readVoteDetail(detail);
  if (vote === undefined) return undefined;
  return texts.vote({
    isApproval: vote.verdict === 'approve',
    via: display(vote.via, { max: 40 }),
    after: seconds(vote.dwellMs),
    reason: vote.reason === null ? undefined : display(vote.reason, { max: 200 }),
  });
};

const approvedWords = (detail: JsonObject): string | undefined => {
  const by = readApprovalDetail(detail)?.by;
  return by === undefined
    ? undefined
    : texts.approvedBy({ people: by.map((subject) => display(subject, { max: 80 })) });
};

const MAX_REASON = 2000;

/** Money is told by three figures that mean something. */
const money = (amount: number): string => String(Number(Math.abs(amount).toPrecision(3)));

/** What `display` writes for what it does not show as it is. */
const NOT_SHOWN = /(⟦(?:U\+(?:10|[0-9A-F])?[0-9A-F]{4}|… \d{1,9} characters …)⟧)/;

/** Reasons were made safe to show when they were written: what that left in them is not made safe once more. */
const reasonWords = (reason: string): string =>
  reason.length > MAX_REASON
    ? display(reason, { max: 200 })
    : reason
        .split(NOT_SHOWN)
        .map((part, at) => (at % 2 === 1 ? part : display(part)))
        .join('');

const reroutedWords = (detail: JsonObject): string | undefined => {
  const rerouted = readRerouteDetail(detail);
  if (rerouted === undefined) return undefined;
  const { model, instead, reasons, saved } = rerouted;
  return [
    texts.rerouted({ model: display(model, { max: 80 }), instead: display(instead, { max: 80 }) }),
    ...(saved === null || saved === 0
      ? []
      : [saved > 0 ? texts.cheaper({ amount: money(saved) }) : texts.dearer({ amount: money(saved) })]),
    ...reasons.map(reasonWords),
  ].join('; ');
};

/** Texts that a row of a rarer kind tells by itself. */
const otherWords = (detail: JsonObject): string =>
  ['code', 'message', 'label', 'reason', 'by', 'as', 'name']
    .flatMap((key) => {
      const value = Object.hasOwn(detail, key) ? detail[key] : undefined;
      return typeof value === 'string' ? [`${key} ${display(value, { max: 200 })}`] : [];
    })
    .join('; ');

/** What was seen of the file changes of a call, or became of them. */
const filesWords = (detail: JsonObject): string | undefined => {
  const part = (name: string): string | undefined => {
    const value = Object.hasOwn(detail, name) ? detail[name] : undefined;
    return typeof value === 'string' ? display(value, { max: 200 }) : undefined;
  };
  const [did, problem, changes] = [part('did'), part('problem'), part('changes')];
  const words = [problem ?? did, changes].filter((each) => each !== undefined);
  return words.length === 0 ? undefined : words.join('; ');
};

/** What a row tells, in a few words that are safe to show. */
export const describeEntry = ({ event, detail }: ParsedEntry): string => {
  const words =
    event === 'vote'
      ? voteWords(detail)
      : event === 'approved'
        ? approvedWords(detail)
        : event === 'previewed' || event === 'file-changes'
          ? filesWords(detail)
          : event === 'rerouted'
            ? reroutedWords(detail)
            : event === 'done' || event === 'failed' || event === 'indeterminate'
              ? endedWords(detail)
              : (decidedWords(detail) ?? movedWords(detail));
  return words ?? otherWords(detail);
};
