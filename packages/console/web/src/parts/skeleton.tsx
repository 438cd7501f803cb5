/** Stands where something is being read. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div className="skeleton" role="status" aria-label="Reading" aria-busy="true">
    {Array.from({ length: lines }, (_, index) => (
      <div key={index} className="skeleton-line" />
    ))}
  </div>
);
