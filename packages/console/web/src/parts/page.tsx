import { consoleMessages } from '@callgate/messages/console';
import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';
import { Untrusted } from './untrusted.tsx';

/** The frame of every page: its title, what can be done, and what is on it. */
export const Page = ({
  title,
  actions,
  fill = false,
  children,
}: {
  title: string;
  actions?: ReactNode;
  /** Takes the height of the window: its parts scroll, not the page. */
  fill?: boolean;
  children?: ReactNode;
}) => (
  <section className={fill ? 'page page-fill' : 'page'}>
    <header className="page-head">
      <h1>{title}</h1>
      {actions === undefined ? null : <div className="page-actions">{actions}</div>}
    </header>
    {children}
  </section>
);

export const Card = ({
  title,
  actions,
  tone,
  children,
}: {
  title: ReactNode;
  actions?: ReactNode;
  tone?: Tone | undefined;
  children: ReactNode;
}) => (
  <section className={tone === undefined ? 'card' : `card card-${tone}`}>
    <header className="card-head">
      <h2>{title}</h2>
      {actions}
    </header>
    {children}
  </section>
);

/** What stands where there is nothing: what would be here, and how it comes. */
export const EmptyState = ({ title, text }: { title: string; text?: string }) => (
  <div className="empty">
    <p className="empty-title">{title}</p>
    {text === undefined ? null : <p>{text}</p>}
  </div>
);

interface ProblemProps {
  readonly message: string;
  readonly help?: string | null;
  readonly code?: string;
}

/** What went wrong and what to do about it. */
export const ProblemText = ({ message, help, code }: ProblemProps) => (
  <div className="problem" role="alert">
    <Untrusted text={message} />
    {help == null ? null : (
      <p className="problem-help">
        <Untrusted text={help} />
      </p>
    )}
    {code === undefined ? null : <code className="problem-code">{code}</code>}
  </div>
);

/** What a server answered in place of what was asked for has more to say than its message. */
type PageError = Error & { readonly problem?: ProblemProps };

/** Nothing where nothing went wrong. */
export const Problem = ({ error }: { error: PageError | null | undefined }) =>
  error == null ? null : <ProblemText {...(error.problem ?? { message: error.message })} />;

/** Stands where something is being read, and says why it could not be. */
export const Loading = ({ lines = 3, error = null }: { lines?: number; error?: PageError | null }) =>
  error === null ? (
    <div className="skeleton" role="status" aria-label={consoleMessages.terms.loading} aria-busy="true">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="skeleton-line" />
      ))}
    </div>
  ) : (
    <Problem error={error} />
  );

/** One entry of a list of facts. */
export const Fact = ({
  name,
  title,
  className,
  children,
}: {
  name: string;
  title?: string;
  className?: string;
  children: ReactNode;
}) => (
  <div className={className}>
    <dt>{name}</dt>
    <dd title={title}>{children}</dd>
  </div>
);

export const Table = ({
  head,
  className,
  label,
  children,
}: {
  head: readonly string[];
  className?: string;
  label?: string;
  children: ReactNode;
}) => (
  <table className={className} aria-label={label}>
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
