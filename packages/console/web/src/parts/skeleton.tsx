import type { JSX } from 'react';

/** Stands where something is being read. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }): JSX.Element => (
  <div className="skeleton" role="status" aria-label="Reading" aria-busy="true">
    {Array.from({ length: lines }, (_, index) => (
      <div key={index} className="skeleton-line" />
    ))}
  </div>
);
