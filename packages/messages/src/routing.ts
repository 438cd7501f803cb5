const STAYS = 'the host’s own model stays';

/** Why a model is chosen for the next step, or none. Names of models and tools are safe to show. */
export const routingMessages = {
  choice: {
    byUser: 'the user chose it',
    unknownByUser: ({ model }: { model: string }): string =>
      `the user chose ${model}, which is not in the catalogue: policy cannot be checked`,
    unknownStrength: 'it is not in the catalogue, so it may be too weak',
    forbiddenByUser: ({ model }: { model: string }): string =>
      `the user chose ${model}, and policy does not allow it`,
    overBudget: 'it costs more than is left',
    tooWeak: ({ tool }: { tool: string }): string => `${tool} works best with a more capable model`,
    tooSmall: ({ model, takes, needed }: { model: string; takes: number; needed: number }): string =>
      `${model} takes ${takes} tokens, and ${needed} are needed`,
    unknown: ({ model }: { model: string }): string =>
      `${model} is not in the catalogue: policy cannot be checked`,
    forbidden: ({ model }: { model: string }): string => `policy does not allow ${model}`,
    incomparable: `${STAYS}: it is not in the catalogue, so others cannot be compared with it`,
    noneAllowed: 'policy allows no model here',
    noneLarge: 'no permitted model is large enough',
  },
  bounds: {
    always: 'models like it are forbidden here',
    session: 'models like it are forbidden in a session that has read such data',
    atLeast: ({ wanted, actual }: { wanted: number; actual: number }): string =>
      `policy requires a model of at least ${wanted}, and this one has ${actual}`,
    atMost: ({ wanted, actual }: { wanted: number; actual: number }): string =>
      `policy requires a model of at most ${wanted}, and this one has ${actual}`,
  },
  need: {
    asks: ({ tool, share }: { tool: string; share: string }): string => `${tool} asks for ${share}`,
    counts: ({
      tool,
      share,
      counted,
      why,
    }: {
      tool: string;
      share: string;
      counted: string;
      why: string;
    }): string => `${tool} asks for ${share}, which counts as ${counted}: ${why}`,
    operator: ({ tool, share }: { tool: string; share: string }): string =>
      `the operator asks for ${share} for ${tool}`,
    names: ({ tool, models }: { tool: string; models: readonly string[] }): string =>
      `${tool} names ${models.join(', ')}`,
    untrusted: 'its server is not trusted',
    unknownBase: 'the host’s own model is not in the catalogue',
    namesModel: 'it names a model',
    alike: 'the server’s other tools ask for much the same',
  },
  pick: {
    noneWithin: ({ cap }: { cap: string }): string =>
      `no more capable model is within the budget and within ${cap}, the limit for servers that are not trusted`,
    nothingAsks: `${STAYS}: nothing asks for another`,
    best: `${STAYS}: no other does better`,
    enough: ({ model, share }: { model: string; share: string }): string => `${model} is enough for ${share}`,
    beyondBudget: ({ counted }: { counted: string }): string =>
      `what servers ask for counts as ${counted}: no more capable model is within the budget`,
    noneReaches: ({ share }: { share: string }): string => `no model that may be used reaches ${share}`,
    dearLeftOut: 'models over the budget are left out',
    allOverBudget: 'over budget: every capable model costs more than is left, so the cheapest is used',
  },
  catalogue: {
    bothSpeeds: 'give either `speed` or `tokensPerSecond`, not both',
    noSpeed: 'give `speed` or `tokensPerSecond`',
    mixedSpeeds: 'give the speed of all models in the same unit, so that they compare',
    nameTaken: 'another model has this name or alias already',
    wrongShape: 'not of the right shape',
    model: ({ number, problem }: { number: number; problem: string }): string =>
      `model ${number}: ${problem}`,
  },
};
