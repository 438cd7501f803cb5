/** The index of the first surrogate without its partner, or -1. */
export const loneSurrogateAt = (text: string): number => (text.isWellFormed() ? -1 : text.search(/\p{Cs}/u));
