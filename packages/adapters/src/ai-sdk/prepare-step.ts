import { CallgateError, display } from '@callgate/core';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { findModel } from '@callgate/routing';
import type { ModelRouting, StepLimits } from '../host/choose-model.ts';
import { requireChosenModel, chooseNextModel } from '../host/choose-model.ts';

/** A step of the SDK that has ended. */
export interface StepLike {
  readonly toolCalls: readonly { readonly toolName: string; readonly toolCallId: string }[];
}

/** What `prepareStep` of the SDK is called with. */
export interface PrepareStepOptions {
  readonly steps: readonly StepLike[];
}

export interface StepRouting<MODEL> extends ModelRouting {
  /** The models by their names or aliases in the catalogue. Those that are not here are not chosen. */
  readonly use: Readonly<Record<string, MODEL>>;
  /** What is known of the step to come. */
  readonly limits?: (options: PrepareStepOptions) => StepLimits;
}

const unknownModelError = (name: string, use: Readonly<Record<string, unknown>>): CallgateError => {
  const names = Object.keys(use).map((each) => `\`${display(each, { max: 120 })}\``);
  return new CallgateError(
    adapterErrors.modelUnknown({
      model: display(name, { max: 120 }),
      models: names.length === 0 ? undefined : names.join(', '),
    }),
  );
};

/** The models by their names in the catalogue; a name or alias there may be written in any case. */
const usedModels = <MODEL>({ models, use }: StepRouting<MODEL>): ReadonlyMap<string, MODEL> =>
  new Map(Object.entries(use).map(([name, model]) => [findModel(models, name)?.name ?? name, model]));

/**
 * `prepareStep` of the SDK: every step is read by the model that the tools of the step before prefer. Nothing is said
 * where the host's own model stays. Throws where policy forbids the user's choice, and where that choice is not among
 * the models to use: no other model is used silently.
 */
export const prepareStep = <MODEL>(
  routing: StepRouting<MODEL>,
): ((options: PrepareStepOptions) => Promise<{ readonly model?: MODEL }>) => {
  const used = usedModels(routing);
  const own = findModel(routing.models, routing.current);
  const models = routing.models.filter((model) => model === own || used.has(model.name));
  const { explicit = null } = routing;
  const wanted = explicit === null ? null : (findModel(routing.models, explicit)?.name ?? explicit);
  if (wanted !== null && wanted !== (own?.name ?? routing.current) && !used.has(wanted))
    throw unknownModelError(wanted, routing.use);
  return async (options) => {
    const called = (options.steps.at(-1)?.toolCalls ?? []).map(({ toolName, toolCallId }) => ({
      name: toolName,
      id: toolCallId,
    }));
    const choice = requireChosenModel(
      await chooseNextModel({ ...routing, models }, called, routing.limits?.(options)),
    );
    if (!choice.changed) return {};
    const model = used.get(choice.model);
    if (model === undefined) throw unknownModelError(choice.model, routing.use);
    return { model };
  };
};
