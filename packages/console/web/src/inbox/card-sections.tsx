import { missingText } from '@callgate/messages/approval';
import { consoleMessages } from '@callgate/messages/console';
import type { ReactNode } from 'react';
import { Badge, LABEL_ICONS, OutcomeBadge, labelText, stateText } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { Hints } from '../parts/hints.tsx';
import { Icon } from '../parts/icon.tsx';
import { Fact } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time } from '../parts/time.tsx';
import { TextList, Untrusted } from '../parts/untrusted.tsx';
import { isWorrying, PathName } from './card-arguments.tsx';
import type { CardQuestion, CardValue } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.card;
const UNREVIEWED = consoleMessages.inbox.marks.undescribed.meaning;

interface CardPartProps {
  readonly asked: CardQuestion;
}

type LabelStory = CardQuestion['labels'][number];

const UntracedValue = ({ value: { path, text, words, source } }: { value: CardValue }) => (
  <>
    <PathName path={path} />
    {text === null ? null : (
      <Sentence
        parts={consoleMessages.inbox.decide.quoted({ text: <Untrusted key="text" text={text} max={120} /> })}
      />
    )}
    : <Untrusted className="prose" text={words} />
    {source?.from === 'result' ? (
      <>
        {' '}
        <CallLink {...source} />
      </>
    ) : null}
  </>
);

const MAX_SHOWN = 4;

/** People are asked because nobody reviewed the tool: the reason says it. */
const isUnreviewedReason = ({ because, reasons }: CardQuestion): boolean =>
  because === UNREVIEWED || reasons.includes(UNREVIEWED);

/** Everything that sets this call apart, one line each. */
const unusualLines = (asked: CardQuestion): readonly ReactNode[] => {
  const { values, labels, question, marks, toolChanged, tool, conflicts } = asked;
  // without a request nothing can come from it, which says nothing of this value
  const isUnusual = (value: CardValue): boolean =>
    isWorrying(value) || (!value.proven && question.userMessage !== null);
  return [
    ...values
      .filter(isUnusual)
      .slice(0, MAX_SHOWN)
      .map((value) => <UntracedValue key={JSON.stringify([value.path, value.text])} value={value} />),
    ...labels
      .filter(({ strength }) => strength !== 'none')
      .map(({ label, strength }) => TEXT.sessionLabel({ label: labelText(label, strength) })),
    ...(question.twin === null
      ? []
      : [
          <Sentence
            key="repeat"
            parts={TEXT.repeat({
              call: (
                <CallLink call={question.twin.call}>
                  <Untrusted text={question.twin.call} max={40} />
                </CallLink>
              ),
              state: stateText(question.twin.state),
            })}
          />,
        ]),
    ...(marks.includes('undescribed') && !isUnreviewedReason(asked) ? [UNREVIEWED] : []),
    ...(conflicts.length > 0 ? [consoleMessages.inbox.marks.conflicting.meaning] : []),
    ...(tool === null && toolChanged ? [TEXT.toolChanged] : []),
  ];
};

export const CardUnusual = ({ asked }: CardPartProps) => {
  const lines = unusualLines(asked);
  // the request or the reason says it already
  const isSaid = asked.unasked !== null || asked.unaskedNow !== null || isUnreviewedReason(asked);
  if (lines.length === 0 && isSaid) return null;
  return (
    <section className={lines.length === 0 ? 'inbox-usual' : 'inbox-unusual'} aria-label={TEXT.unusual}>
      <h3>{TEXT.unusual}</h3>
      {lines.length === 0 ? (
        <p className="soft">{TEXT.nothingUnusual}</p>
      ) : (
        <ul>
          {lines.map((line, at) => (
            <li key={at}>
              <Icon name="warning" /> <span>{line}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
};

export const Fold = ({
  title,
  open = false,
  children,
}: {
  title: ReactNode;
  open?: boolean;
  children: ReactNode;
}) => (
  <details className="inbox-details" open={open}>
    <summary>{title}</summary>
    <div className="inbox-fold">{children}</div>
  </details>
);

const changeText = ({ label, strength, now }: LabelStory): string => {
  if (now === null) return TEXT.labelEnded;
  if (now === strength) return '';
  return now === 'none' ? TEXT.labelRemoved : TEXT.labelNow({ label: labelText(label, now) });
};

export const CardLabels = ({ asked }: CardPartProps) => {
  const raised = asked.labels.filter(({ strength }) => strength !== 'none');
  return (
    <Fold title={TEXT.labels}>
      {raised.length === 0 ? (
        <p className="soft">{TEXT.noLabels}</p>
      ) : (
        <ul className="inbox-labels">
          {raised.map((story) => (
            <li key={story.label}>
              <p className="inbox-label-head">
                <Badge
                  tone={story.label}
                  icon={LABEL_ICONS[story.label]}
                  quiet={story.strength === 'possible'}
                  words={labelText(story.label, story.strength)}
                />
                <span className="soft">{changeText(story)}</span>
              </p>
              <ul className="inbox-causes">
                {story.causes.map((cause) => (
                  <li key={cause.call}>
                    <Sentence
                      parts={TEXT.labelCause({
                        call: (
                          <CallLink {...cause}>
                            <span>{TEXT.unknownCall}</span>
                          </CallLink>
                        ),
                      })}
                    />
                    {cause.at === null ? null : (
                      <Sentence parts={TEXT.labelCauseAt({ time: <Time at={cause.at} /> })} />
                    )}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Fold>
  );
};

export const CardBeliefs = ({ asked: { hints, conflicts, tool, toolChanged } }: CardPartProps) => {
  const claims = [...new Set(hints.flatMap(({ claims: own }) => own))];
  return (
    <Fold title={TEXT.about}>
      {tool === null && toolChanged ? <p className="soft inbox-says">{TEXT.notOffered}</p> : null}
      {tool === null || (tool.title === null && tool.description === null) ? null : (
        <figure className="inbox-says">
          <figcaption>{TEXT.serverSays}</figcaption>
          <blockquote>
            {tool.title === null ? null : (
              <p>
                <Untrusted text={tool.title} max={200} />
              </p>
            )}
            {tool.description === null ? null : <Untrusted text={tool.description} max={1200} lines />}
          </blockquote>
        </figure>
      )}
      <Hints beliefs={Object.fromEntries(hints.map((hint) => [hint.name, hint]))} />
      <TextList className="inbox-conflicts" texts={conflicts} before={TEXT.conflict} max={300} />
      {claims.length === 0 ? (
        <p className="soft inbox-claims">{TEXT.noClaims}</p>
      ) : (
        <details className="inbox-details inbox-claims">
          <summary>{TEXT.claims({ count: claims.length })}</summary>
          <TextList texts={claims} max={300} />
        </details>
      )}
    </Fold>
  );
};

export const CardVotes = ({ asked: { votes, missing, question } }: CardPartProps) => (
  <Fold
    title={missing.length === 0 ? TEXT.votes : TEXT.votesNeeded({ missing: missingText(missing) })}
    open={votes.length > 0}
  >
    {votes.length === 0 ? null : (
      <ul className="inbox-votes">
        {votes.map(({ subject, verdict, via, at, reason }) => (
          <li key={subject}>
            {verdict === 'approve' ? (
              <Badge tone="good" icon="check" words={TEXT.approved} />
            ) : (
              <Badge tone="block" icon="cross" words={TEXT.denied} />
            )}{' '}
            <Untrusted text={subject} max={120} /> <span className="soft">{TEXT.voteVia[via]}</span>{' '}
            <Time at={at} />
            {reason === null ? null : (
              <p className="soft">
                <Sentence
                  parts={consoleMessages.inbox.decide.quoted({ text: <Untrusted text={reason} lines /> })}
                />
              </p>
            )}
          </li>
        ))}
      </ul>
    )}
    <TextList className="inbox-missing" texts={missing.map((each) => missingText([each]))} />
    {votes.length === 0 && missing.length === 0 ? <p className="soft">{TEXT.noVotes}</p> : null}
    {question.selfApproval ? <p className="soft">{TEXT.selfApproval}</p> : null}
  </Fold>
);

export const CardAutomatic = ({ asked: { automaticIf } }: CardPartProps) => (
  <Fold title={TEXT.automaticIf}>
    {automaticIf.ways.length === 0 ? (
      <p className="soft">
        {automaticIf.unknown === null ? TEXT.neverAutomatic : <Untrusted text={automaticIf.unknown} />}
      </p>
    ) : (
      <TextList className="inbox-ways" texts={automaticIf.ways} />
    )}
  </Fold>
);

/** The rules that fired and what an approval is bound to, for those who want to know exactly. */
export const CardDetails = ({ asked: { question, rules } }: CardPartProps) => (
  <Fold title={TEXT.rules}>
    <ul className="inbox-rules">
      {rules.map((rule) => (
        <li key={`${rule.layer} ${rule.id}`}>
          {rule.outcome === null ? (
            <Badge quiet words={TEXT.requirement} />
          ) : (
            <OutcomeBadge outcome={rule.outcome} />
          )}{' '}
          <Untrusted text={rule.id} max={120} />{' '}
          <span className="soft">{TEXT.layer({ layer: rule.layer })}</span>
          <p className="soft">
            <Untrusted text={rule.reason} max={400} />
          </p>
        </li>
      ))}
    </ul>
    <dl className="inbox-digests">
      {[
        [TEXT.digests.call, question.call] as const,
        [TEXT.digests.definition, question.definition] as const,
        [TEXT.digests.arguments, question.argumentsDigest] as const,
        [TEXT.digests.binding, question.binding] as const,
      ].map(([name, text]) => (
        <Fact key={name} name={name}>
          <Untrusted text={text} />
        </Fact>
      ))}
    </dl>
  </Fold>
);
