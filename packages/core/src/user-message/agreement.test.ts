import { describe, expect, it } from 'vitest';
import { MAX_PROPOSAL, endsAgreement, isAgreement, readProposal } from './agreement.ts';

const PROPOSED = '- Order: W-1\n- Total: $118.50\n\nShall I go ahead?';

describe('an answer', () => {
  it.each([
    'Yes',
    'yes, please proceed.',
    'Yes. Please go ahead with the exchange, thank you!',
    "That's correct",
    'Ok, go ahead and cancel it',
    "Yes, do it. I don't need anything else.",
    'Sure. And can you tell me when it arrives?',
    'Ja, bitte',
    'Einverstanden',
    'Oui, allez-y',
    'Sí, adelante',
    'ok thanks',
    'OK yes',
    'Yes, W-1 for 118.50.',
    'Genau, danke',
  ])('says yes: %s', (text) => {
    expect(isAgreement(text, PROPOSED)).toBe(true);
  });

  it.each([
    '',
    '…',
    'No',
    'No, yes is wrong',
    'Yes?',
    'Yes, but not that one',
    'Yes, except the blue one',
    'Yes, only the first',
    'Yes, if it is free',
    'Yes. Actually, wait.',
    'Yes. Do not send it to Ann.',
    'I never said yes',
    'Please tell me more',
    'Yesterday it was fine',
    '> Yes',
    '"Yes" is what they wrote',
    'Ja, aber nicht heute',
    'Oui, mais pas ce soir',
    'Si es posible',
    'Sí, pero no hoy',
    'Ok. What does it cost?',
    'Ok give me a minute',
    'Okay, ask me again later',
    'Correct the order to W-2',
    'Confirm it with my wife',
    'I do have a question',
    'Right, so much for that',
    'Yes, make it W-2',
    'Yes, for 120',
    'Yes, stop',
    'Richtig wäre W-2',
  ])('says no yes: %s', (text) => {
    expect(isAgreement(text, PROPOSED)).toBe(false);
  });
});

describe('the message of an agent', () => {
  it('proposes what it lists, where it asks for a yes', () => {
    const text = '- Order: W-1\n- Total: 12 ⚠️\n\nShall I go ahead (yes/no)?';
    expect(readProposal(text)).toContain('- Order: W-1.\n- Total: 12');
    expect(readProposal('Ich storniere W-1. Soll ich das tun?')).toContain('W-1');
    expect(readProposal("J'annule W-1. Confirmez-vous ?")).toBeUndefined();
    expect(readProposal("J'annule W-1, vous confirmez ?")).toContain('W-1');
    expect(readProposal('Cancelo W-1. ¿Quieres que lo haga?')).toContain('W-1');
  });

  it.each([
    ['it asks for nothing', 'Order W-1 costs 12.'],
    ['it asks for a fact', 'Order W-1. Please confirm your postcode.'],
    ['it offers a choice', 'I can send W-1. Shall I take the blue or the red one?'],
    ['a person would not read it', `W-1 ${'x'.repeat(MAX_PROPOSAL)}. Shall I go ahead?`],
    ['it hides something', 'W-1\u200B\u200B. Shall I go ahead?'],
    ['it holds markup', 'W-1 <span hidden>W-2</span>. Shall I go ahead?'],
    ['it holds a link', '[W-1](https://x.example/(a)W-2). Shall I go ahead?'],
    ['it holds a reference', '[W-1][W-2]. Shall I go ahead?'],
    ['it holds what a link leads to', 'W-1\n- [a]:\nW-2\n\nShall I go ahead?'],
    ['it holds a picture', '![W-2] W-1. Shall I go ahead?'],
    ['something is struck out', '~~W-2~~ W-1. Shall I go ahead?'],
    ['it holds a formula', '$\\phantom{W-2}$ W-1. Shall I go ahead?'],
    ['it asks whether to leave it', 'Order W-1. Should I keep it as it is?'],
    ['it asks whether not to act', 'Order W-1. Should I not do this?'],
    ['it asks for a fact before it acts', 'Order W-1. Before I proceed, what is your name?'],
    ['it asks at its beginning', `Shall I go ahead? ${'It is late. '.repeat(50)}`],
    ['nothing else stands in it', '> Shall I go ahead?'],
  ])('proposes nothing where %s', (_, text) => {
    expect(readProposal(text)).toBeUndefined();
  });

  it('proposes nothing that is quoted or left to choose', () => {
    const text = [
      '> W-1',
      '```\nW-2\n```',
      '> W-3\nW-4',
      '',
      'It may be W-5 or W-6. Then W-7.',
      'Shall I go ahead?',
    ].join('\n');
    const listed = readProposal(text);
    for (const id of ['W-1', 'W-2', 'W-3', 'W-4', 'W-5', 'W-6']) expect(listed).not.toContain(id);
    expect(listed).toContain('W-7');
  });
});

describe('a later message', () => {
  it.each(['No, stop', 'No.', 'Wait', 'Not that one, please', 'Actually, take W-2'])(
    'ends it: %s',
    (text) => {
      expect(endsAgreement(text)).toBe(true);
    },
  );

  it.each(['Thanks!', 'And cancel W-3', 'What is my balance?'])('leaves it: %s', (text) => {
    expect(endsAgreement(text)).toBe(false);
  });
});
