import { findModel } from '@callgate/routing';
import type { ModelRouting, StepLimits } from '../host/choose-model.ts';
import { chosenModel, modelForNextStep } from '../host/choose-model.ts';

/** A step of the SDK that has ended. */
export interface StepLike {
  readonly toolCalls: readonly { readonly toolName: string; readonly toolCallId: string }[];
}

/** What `prepareStep` of the SDK is called with. */
export interface PrepareStepOptions {
  readonly steps: readonly StepLike[];
}

export interface StepRouting<MODEL> extends ModelRouting {
  /** The models by their names in the catalogue. Those that are not here are not chosen. */
  readonly use: Readonly<Record<string, MODEL>>;
  /** What is known of the step to come. */
  readonly limits?: (options: PrepareStepOptions) => StepLimits;
}

/**
 * `prepareStep` of the SDK: every step is read by the model that the tools of the step before prefer. Nothing is said
 * where the host's own model stays. Throws where policy forbids the user's choice: no other model is used silently.
 */
export const prepareStep = <MODEL>(
  routing: StepRouting<MODEL>,
): ((options: PrepareStepOptions) => Promise<{ readonly model?: MODEL }>) => {
  const own = findModel(routing.models, routing.current);
  const models = routing.models.filter((model) => model === own || Object.hasOwn(routing.use, model.name));
  return async (options) => {
    const called = (options.steps.at(-1)?.toolCalls ?? []).map(({ toolName, toolCallId }) => ({
      name: toolName,
      id: toolCallId,
    }));
    const choice = chosenModel(
      await modelForNextStep({ ...routing, models }, called, routing.limits?.(options)),
    );
    const model = Object.hasOwn(routing.use, choice.model) ? routing.use[choice.model] : undefined;
    return choice.changed && model !== undefined ? { model } : {};
  };
};
