/** The series that children of the suite count in. */
export const COUNTED_SERIES = 'sum(args.amount, "child/*")';
