import type { Moment } from '@callgate/core/decide';

/** A time as people write it, with the distance from UTC that it names. */
export const momentOf = (text: string): Moment => {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{2}):(\d{2})$/.exec(text) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return { at: Date.parse(text), offsetMinutes: sign === '-' ? -offset : offset };
};

const two = (value: number): string => String(value).padStart(2, '0');

/** The same moment written so. */
export const momentWords = ({ at, offsetMinutes }: Moment): string => {
  const local = new Date(at + offsetMinutes * 60_000).toISOString().slice(0, -1);
  const away = Math.abs(offsetMinutes);
  return `${local}${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`;
};
