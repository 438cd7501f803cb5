import { canonical } from '@callgate/core';

/** Where programs ask, as OpenID AuthZEN 1.0 names it. */
export const EVALUATION = '/access/v1/evaluation';
export const EVALUATIONS = '/access/v1/evaluations';
export const METADATA = '/.well-known/authzen-configuration';

/** What everybody may know of the endpoints. */
export const metadataText = (url: string): string => {
  const base = url.replace(/\/+$/, '');
  return canonical({
    policy_decision_point: base,
    access_evaluation_endpoint: `${base}${EVALUATION}`,
    access_evaluations_endpoint: `${base}${EVALUATIONS}`,
  });
};
