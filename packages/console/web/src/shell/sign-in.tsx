import { consoleMessages } from '@callgate/messages/console';
import { useEffect, useState } from 'react';
import { Button } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/page.tsx';
import type { ApiError } from './api.ts';

const TEXT = consoleMessages.shell.signIn;

/** Whether a team signs in here. Asked outside the API, which answers signed-in people only. */
const useTeam = (): boolean => {
  const [team, setTeam] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    fetch('/sign-in/ways', { signal: gone.signal })
      .then(async (response) => setTeam(((await response.json()) as { team?: unknown }).team === true))
      .catch(() => setTeam(false));
    return () => gone.abort();
  }, []);
  return team;
};

const Ways = () => {
  const team = useTeam();
  return (
    <>
      <h1>{TEXT.title}</h1>
      {team ? (
        <a className="button button-primary sign-in-team" href="/sign-in">
          {TEXT.team}
        </a>
      ) : null}
      <p>{team ? TEXT.orCommand : TEXT.command}</p>
      <pre className="sign-in-command">{TEXT.commandText}</pre>
      <p className="sign-in-note">
        <Icon name="key" /> {TEXT.note}
      </p>
    </>
  );
};

const titleOf = ({ status }: ApiError): string => {
  if (status === 0) return TEXT.unreachable;
  return status === 503 ? TEXT.unavailable : TEXT.failed;
};

export const SignIn = ({ error, onAgain }: { error: ApiError; onAgain: () => void }) => (
  <main className="sign-in">
    <div className="sign-in-card">
      <p className="shell-brand">
        <img src="/icon.svg" alt="" width="28" height="28" />
        {consoleMessages.shell.product}
      </p>
      {error.status === 401 ? (
        <Ways />
      ) : (
        <>
          <h1>{titleOf(error)}</h1>
          <Problem error={error} />
        </>
      )}
      <Button look="primary" onClick={onAgain}>
        {TEXT.retry}
      </Button>
    </div>
  </main>
);
