import { z } from 'zod';

/** As a header can carry it. */
const token = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .max(64 * 1024);
const text = z.string().max(8192);
const moment = z.number().int().nonnegative();

/** One sign-in: what is needed to reach one server, and to renew its token. */
export const savedLoginSchema = z.strictObject({
  /** What the person named it by. */
  server: text,
  /** The only address that its tokens are sent to. */
  url: text,
  issuer: text,
  resource: text,
  tokenEndpoint: text,
  revocationEndpoint: text.nullable(),
  clientId: text,
  clientSecret: text.nullable(),
  clientAuth: z.enum(['none', 'basic', 'post']),
  accessToken: token,
  /** Null where there is none, or where the authorization server refused it. */
  refreshToken: token.nullable(),
  scope: text.nullable(),
  savedAt: moment,
  /** Null where the authorization server does not say. */
  expiresAt: moment.nullable(),
});

export type SavedLogin = Readonly<z.infer<typeof savedLoginSchema>>;

const MARGIN_MS = 30_000;

/** Whether the access token will still be valid when it arrives. */
export const isFreshLogin = ({ savedAt, expiresAt }: SavedLogin, now: number): boolean =>
  expiresAt === null || now < expiresAt - Math.min(MARGIN_MS, (expiresAt - savedAt) / 5);

/** Whether a person has to sign in again. */
export const isEndedLogin = (login: SavedLogin, now: number): boolean =>
  login.refreshToken === null && login.expiresAt !== null && now >= login.expiresAt;
