import type { Labels } from '@callgate/core';
import type { SessionLabels } from '@callgate/core/label';
import type { SessionSummary } from '@callgate/gate/store';
import type { SessionItem } from '../api/sessions.ts';

export const strengthsOf = (labels: SessionLabels): Labels => ({
  private: labels.private.strength,
  untrusted: labels.untrusted.strength,
});

export const sessionItem = ({ labels, ...summary }: SessionSummary): SessionItem => ({
  ...summary,
  labels: labels === null ? null : strengthsOf(labels),
});
