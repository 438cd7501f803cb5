import type { SavedLogin } from '@callgate/gateway/login';
import { isEndedLogin } from '@callgate/gateway/login';
import { loginMessages } from '@callgate/messages/cli/login';
import { spanText } from '../show/time-text.ts';

const { state: texts } = loginMessages;

/** How long a sign-in lasts. */
export const expiryText = ({ expiresAt, refreshToken }: SavedLogin, now: number): string => {
  const renews = refreshToken !== null;
  if (expiresAt === null || (renews && expiresAt <= now)) return renews ? texts.renews : texts.signedIn;
  return texts.expires({ span: spanText(expiresAt - now), renews });
};

/** The state of a sign-in in a few words. */
export const loginText = (login: SavedLogin, target: string, now: number): string =>
  isEndedLogin(login, now) ? texts.again({ target }) : expiryText(login, now);
