import { Badge, LABELS, OutcomeBadge } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { Hints } from '../parts/hints.tsx';
import { Card, Fact } from '../parts/page.tsx';
import { Time } from '../parts/time.tsx';
import { TextList, Untrusted } from '../parts/untrusted.tsx';
import type { CardQuestion } from './inbox-types.ts';

interface CardSectionProps {
  readonly asked: CardQuestion;
}

type CardLabel = CardQuestion['labels'][number];

const sinceWords = ({ strength, now }: CardLabel): string => {
  if (now === null) return '; the session is over';
  return now === strength ? '' : now === 'none' ? '; taken away since' : `; now ${now}`;
};

export const CardLabels = ({ asked }: CardSectionProps) => {
  const raised = asked.labels.filter(({ strength }) => strength !== 'none');
  return (
    <Card title="What the session has touched">
      {raised.length === 0 ? (
        <p className="soft">Nothing private and nothing untrusted, as far as Callgate saw.</p>
      ) : (
        <ul className="inbox-labels">
          {raised.map((story) => (
            <li key={story.label}>
              <p className="inbox-label-head">
                <Badge
                  tone={story.label}
                  icon={LABELS[story.label].icon}
                  quiet={story.strength === 'possible'}
                  words={`${story.label} ${story.strength}`}
                />
                <span className="soft">
                  it {story.strength === 'known' ? 'has touched' : 'may have touched'}{' '}
                  {LABELS[story.label].touched}
                  {sinceWords(story)}
                </span>
              </p>
              <ul className="inbox-causes">
                {story.causes.map((cause) => (
                  <li key={cause.call}>
                    by{' '}
                    <CallLink {...cause}>
                      <span>a call that is no longer known here</span>
                    </CallLink>
                    {cause.at === null ? null : ' at '}
                    {cause.at === null ? null : <Time at={cause.at} />}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};

export const CardBeliefs = ({ asked: { hints, conflicts, tool, toolChanged } }: CardSectionProps) => {
  const claims = [...new Set(hints.flatMap(({ claims: said }) => said))];
  return (
    <Card title="What is believed of the tool">
      {tool === null && toolChanged ? (
        <p className="soft inbox-says">The tool is no longer offered as it was when this was asked.</p>
      ) : null}
      {tool === null || (tool.title === null && tool.description === null) ? null : (
        <figure className="inbox-says">
          <figcaption>The server says</figcaption>
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
      <TextList className="inbox-conflicts" texts={conflicts} before="Cannot both be true: " max={300} />
      {claims.length === 0 ? (
        <p className="soft inbox-claims">Its server claims nothing about it.</p>
      ) : (
        <details className="inbox-details inbox-claims">
          <summary>What the server itself claims ({claims.length})</summary>
          <TextList texts={claims} max={300} />
        </details>
      )}
    </Card>
  );
};

export const CardVotes = ({ asked: { votes, missing, question } }: CardSectionProps) => (
  <Card title="Who has to agree">
    {votes.length === 0 ? null : (
      <ul className="inbox-votes">
        {votes.map(({ subject, verdict, via, at, reason }) => (
          <li key={subject}>
            {verdict === 'approve' ? (
              <Badge tone="good" icon="check" words="yes" />
            ) : (
              <Badge tone="block" icon="cross" words="no" />
            )}{' '}
            <Untrusted text={subject} max={120} /> <span className="soft">by {via}</span> <Time at={at} />
            {reason === null ? null : (
              <p className="soft">
                “<Untrusted text={reason} lines />”
              </p>
            )}
          </li>
        ))}
      </ul>
    )}
    <TextList className="inbox-missing" texts={missing} before="Still missing: " />
    {votes.length === 0 && missing.length === 0 ? <p className="soft">Nobody has said anything.</p> : null}
    {question.selfApproval ? <p className="soft">Whoever makes a call counts as one approver here.</p> : null}
  </Card>
);

export const CardAutomatic = ({ asked: { automaticIf } }: CardSectionProps) => (
  <Card title="It would run by itself if">
    {automaticIf.ways.length === 0 ? (
      <p className="soft">
        {automaticIf.unknown === null ? (
          'Nothing short of another policy.'
        ) : (
          <Untrusted text={automaticIf.unknown} />
        )}
      </p>
    ) : (
      <TextList className="inbox-ways" texts={automaticIf.ways} />
    )}
  </Card>
);

/** The rules that fired and what an approval is bound to, for those who want to know exactly. */
export const CardDetails = ({ asked: { question, rules } }: CardSectionProps) => (
  <details className="inbox-details inbox-exactly">
    <summary>Rules and digests</summary>
    <ul className="inbox-rules">
      {rules.map((rule) => (
        <li key={`${rule.layer} ${rule.id}`}>
          {rule.outcome === null ? <Badge quiet words="demands" /> : <OutcomeBadge outcome={rule.outcome} />}{' '}
          <Untrusted text={rule.id} max={120} /> <span className="soft">of {rule.layer}</span>
          <p className="soft">
            <Untrusted text={rule.reason} max={400} />
          </p>
        </li>
      ))}
    </ul>
    <dl className="inbox-digests">
      {Object.entries({
        Call: question.call,
        Definition: question.definition,
        Arguments: question.argumentsDigest,
        'All that an approval binds': question.binding,
      }).map(([name, text]) => (
        <Fact key={name} name={name}>
          <Untrusted text={text} />
        </Fact>
      ))}
    </dl>
  </details>
);
