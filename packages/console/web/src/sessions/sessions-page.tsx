import { SessionList } from './session-list.tsx';
import { SessionView } from './session-view.tsx';
import './sessions.css';

export const SessionsPage = ({ session }: { session?: string | undefined }) =>
  session === undefined ? <SessionList /> : <SessionView key={session} session={session} />;
