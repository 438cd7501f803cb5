/** Why arguments cannot be checked by the input schema of a tool, or do not fit it. Models read it. */
export const toolArgumentMessages = {
  whole: 'the arguments',
  notTaken: 'the tool does not take it',
  problem: ({ place, reason }: { place: string; reason: string }) => `${place}: ${reason}`,
  schema: {
    endless: 'it refers to itself without end',
    slow: 'it takes too long',
    tooLarge: 'it is too large',
    dynamicReference: 'its `$dynamicRef` leads to several places, or to none',
    recursiveReference: 'its `$recursiveRef` leads to several places, or to none',
  },
};
