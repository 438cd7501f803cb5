import { MAX_ADDRESSES, findAddresses } from '../user-message/address.ts';

/** A text as it is, and as it reads without invisible characters and look-alike signs. */
const revealed = (text: string): readonly string[] => {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('。', '.');
  return plain === text ? [text] : [text, plain];
};

export interface PayloadAddresses {
  /** Each once. */
  readonly addresses: readonly string[];
  /** There are more than anybody reads. */
  readonly more: boolean;
}

/** The links, mail addresses, hosts and account numbers in a text that is only carried along. */
export const findPayloadAddresses = (text: string): PayloadAddresses => {
  const readings = revealed(text).map(findAddresses);
  return {
    addresses: [...new Set(readings.flat().map((address) => address.text))],
    more: readings.some((found) => found.length > MAX_ADDRESSES),
  };
};
