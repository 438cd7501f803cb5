import { describe, expect, it } from 'vitest';
import { AgreedProposals } from './agreed-proposals.ts';
import { readProposal } from './agreement.ts';

const TEXT = `Here is what I will cancel for you:
- Order ID: #W2378156
- Payment: gift card, card_7731
- Cabin: basic economy
- Bags: 2
- Insurance: no
- Route: JFK to SEA, by the sea
- Fee: $15
- Total: $1,205.50 on 4 March 2026
- Name: Walrus Ledger
- City: Fort Worth, TX
- Reason: no longer needed
I will not touch item IT-9. Shall I go ahead?`;
const agreed = new AgreedProposals([readProposal(TEXT) ?? '']);

describe('what a person agreed to', () => {
  it.each<readonly [string | number, string]>([
    ['#W2378156', 'order_id'],
    ['W2378156', 'order_id'],
    ['card_7731', 'payment_id'],
    ['gift_card', 'method'],
    ['basic_economy', 'cabin'],
    [2, 'total_bags'],
    ['2', 'bags'],
    [1205.5, 'amount'],
    ['2026-03-04', 'date'],
    ['Walrus Ledger', 'title'],
    ['Fort Worth', 'city'],
    ['TX', 'city'],
    ['no longer needed', 'reason'],
    ['no', 'insurance'],
    ['SEA', 'destination'],
    [15, 'amount'],
  ])('lists %s', (value, name) => {
    expect(agreed.lists(value, name)).toBe(true);
  });

  it.each<readonly [string | number, string]>([
    ['W237815', 'order_id'],
    ['IT-9', 'item_id'],
    [2, 'limit'],
    [15, 'limit'],
    [2, 'amount'],
    ['no', 'upgrade'],
    ['BY', 'destination'],
    ['2', 'id'],
    [1205, 'amount'],
    ['2026-03-05', 'date'],
    ['Walrus', 'title'],
    ['Ledger', 'title'],
    ['order', 'type'],
    ['will', 'order'],
    ['needed', 'order_id'],
    ['longer needed for you', 'reason'],
  ])('does not list %s for %s', (value, name) => {
    expect(agreed.lists(value, name)).toBe(false);
  });

  it('takes no value for a pattern', () => {
    const odd = new AgreedProposals(['- Plan: c++\n- Fee: $5']);
    expect(odd.lists('c++', 'total_cost')).toBe(false);
    expect(odd.lists(5, 'total_cost')).toBe(true);
  });

  it('lists no value for an argument where it is said to be another', () => {
    const [from, to] = [new Set(['from', 'account']), new Set(['to', 'account'])];
    const names = { own: to, others: new Set(['from']) };
    for (const text of ['- From: A-77120\n- To: B-90002', 'I send it from A-77120 to B-90002.']) {
      const listed = new AgreedProposals([text]);
      expect(listed.lists('B-90002', 'account', names)).toBe(true);
      expect(listed.lists('A-77120', 'account', names)).toBe(false);
      expect(listed.lists('A-77120', 'account', { own: from, others: new Set(['to']) })).toBe(true);
    }
    expect(new AgreedProposals(['From: A-77120\nTo: A-77120']).lists('A-77120', 'account', names)).toBe(true);
  });

  it('proposes the deeds it tells of', () => {
    expect(agreed.proposes(['remove'])).toBe(true);
    expect(agreed.proposes(['send'])).toBe(false);
    expect(agreed.proposes([], ['cancel'])).toBe(true);
    expect(agreed.proposes([], ['touch'])).toBe(false);
    expect(new AgreedProposals(['pay']).proposes(['pay'])).toBe(true);
    expect(new AgreedProposals([]).proposes(['pay'])).toBe(false);
  });
});
