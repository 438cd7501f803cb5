import { useEffect, useState } from 'react';
import { Button } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Problem } from '../parts/page.tsx';
import type { ApiError } from './api.ts';

/** Whether a team signs in here. Asked outside the API, which answers nobody who is not signed in. */
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
      <h1>Nobody is signed in here</h1>
      {team ? (
        <a className="button button-primary sign-in-team" href="/sign-in">
          Sign in with your team
        </a>
      ) : null}
      <p>{team ? 'Or, on' : 'On'} the machine that runs Callgate, this prints a link that signs you in:</p>
      <pre className="sign-in-command">callgate console --link</pre>
      <p className="sign-in-note">
        <Icon name="key" /> The link works once, within ten minutes. Whoever runs the command is who you will
        be here.
      </p>
    </>
  );
};

const titleOf = ({ status }: ApiError): string => {
  if (status === 0) return 'Callgate does not answer';
  return status === 503 ? 'Nothing can be looked up now' : 'This page cannot be shown';
};

export const SignIn = ({ error, onAgain }: { error: ApiError; onAgain: () => void }) => (
  <main className="sign-in">
    <div className="sign-in-card">
      <p className="shell-brand">
        <img src="/icon.svg" alt="" width="28" height="28" />
        Callgate
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
        Try again
      </Button>
    </div>
  </main>
);
