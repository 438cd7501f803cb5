import { digestText } from '@callgate/core';

/** The digest under which a configuration file is accepted. */
export const configDigest = (text: string): string => digestText('config-file', text);
