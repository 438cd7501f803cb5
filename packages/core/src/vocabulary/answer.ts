/** The three values of a claim, a belief and a fact. `unknown` is never read as `no`. */
export type Answer = 'yes' | 'no' | 'unknown';

export const ANSWERS: readonly Answer[] = ['yes', 'no', 'unknown'];

export const negateAnswer = (a: Answer): Answer => (a === 'yes' ? 'no' : a === 'no' ? 'yes' : 'unknown');

export const andAnswers = (a: Answer, b: Answer): Answer =>
  a === 'no' || b === 'no' ? 'no' : a === 'yes' && b === 'yes' ? 'yes' : 'unknown';

export const orAnswers = (a: Answer, b: Answer): Answer =>
  negateAnswer(andAnswers(negateAnswer(a), negateAnswer(b)));
