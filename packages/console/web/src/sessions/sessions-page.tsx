import { SessionList } from './session-list.tsx';
import { SessionView } from './session-view.tsx';
import './sessions.css';

/** All sessions, or the one that a call was made in. */
export const SessionsPage = ({ session }: { session?: string | undefined }) =>
  session === undefined ? <SessionList /> : <SessionView key={session} session={session} />;
