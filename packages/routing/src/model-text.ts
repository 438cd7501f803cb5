import { display } from '@callgate/core';

/** A model's name in a sentence, safe to show. */
export const displayModelName = (name: string): string => `\`${display(name, { max: 120 })}\``;

/** A share by two figures. */
export const formatShare = (value: number): string => String(Math.round(value * 100) / 100);
