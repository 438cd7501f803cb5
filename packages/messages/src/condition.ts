/** What an expression of a CEL condition is. */
export const conditionMessages = {
  types: {
    answer: 'a belief (yes, no, unknown)',
    label: 'a label (none, possible, known)',
    text: 'text',
    number: 'a number',
    flag: 'true or false',
    texts: 'a list of texts',
    dyn: 'an argument',
    answers: 'a list of beliefs',
    labels: 'a list of labels',
    list: 'a list',
    null: 'null',
    element: 'an element of a list',
  },
};
