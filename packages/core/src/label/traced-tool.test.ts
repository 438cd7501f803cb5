import { describe, expect, it } from 'vitest';
import { DESTROYS, READS, READS_MAIL, SENDS, WRITES, makeTracedTool } from '../../test/make-traced-tool.ts';
import type { Expression } from '../condition/expression.ts';
import type { Override } from '../disclose/tool-input.ts';

const whenForced: Expression = { op: 'has', of: { op: 'args' }, key: 'force' };

describe('a traced tool', () => {
  it('may do what a believed server says, and nothing else', () => {
    const pick = (annotations: typeof READS): readonly boolean[] => {
      const { mutates, outward, destroys } = makeTracedTool('x', { annotations });
      return [mutates, outward, destroys];
    };
    expect(pick(READS)).toEqual([false, false, false]);
    expect(pick(WRITES)).toEqual([true, false, false]);
    expect(pick(SENDS)).toEqual([true, true, false]);
    expect(pick(DESTROYS)).toEqual([true, false, true]);
  });

  it('may do everything where nobody says', () => {
    expect(makeTracedTool('x', { trust: 'untrusted', annotations: READS })).toMatchObject({
      mutates: true,
      outward: true,
      destroys: true,
      believed: false,
      raises: { private: 'possible', untrusted: 'possible' },
    });
    expect(makeTracedTool('x')).toMatchObject({
      mutates: true,
      outward: true,
      destroys: true,
      believed: true,
    });
  });

  it('raises known labels on a ground, possible ones by default, none where that is believed', () => {
    expect(makeTracedTool('x', { annotations: READS_MAIL }).raises).toEqual({
      private: 'known',
      untrusted: 'known',
    });
    expect(makeTracedTool('x').raises).toEqual({ private: 'possible', untrusted: 'possible' });
    expect(makeTracedTool('x', { annotations: READS }).raises).toEqual({
      private: 'none',
      untrusted: 'none',
    });
    expect(
      makeTracedTool('x', { trust: 'owned', annotations: { openWorldHint: false } }).raises.untrusted,
    ).toBe('none');
  });

  it('counts what an operator says of some calls for all of them where it is stricter', () => {
    const overrides = [
      { set: { destructive: 'yes', openWorld: 'yes', sensitiveData: 'yes' }, when: whenForced },
    ] as const;
    expect(makeTracedTool('x', { annotations: WRITES, overrides })).toMatchObject({
      mutates: true,
      outward: true,
      destroys: true,
      raises: { private: 'known', untrusted: 'known' },
    });
  });

  it('counts what two conditions say together where it is only both together that are stricter', () => {
    const overrides = [
      { set: { readOnly: 'no' }, when: whenForced },
      { set: { destructive: 'yes' }, when: whenForced },
    ] as const;
    expect(makeTracedTool('x', { annotations: READS, overrides }).destroys).toBe(true);
    for (const override of overrides)
      expect(makeTracedTool('x', { annotations: READS, overrides: [override] }).destroys).toBe(false);
  });

  it('counts what an operator says of some calls for none where it is laxer', () => {
    const overrides = [
      { set: { readOnly: 'yes', openWorld: 'no', unsafeOutput: 'no' }, when: whenForced },
    ] as const;
    expect(makeTracedTool('x', { annotations: SENDS, overrides })).toMatchObject({
      mutates: true,
      outward: true,
    });
    expect(
      makeTracedTool('x', { annotations: SENDS, overrides: [{ set: { openWorld: 'no' } }] }).outward,
    ).toBe(false);
  });

  it('acts by itself only where somebody says yes', () => {
    expect(makeTracedTool('x', { annotations: { ...READS, agencyHint: true } }).agentic).toBe(true);
    expect(makeTracedTool('x', { annotations: { ...READS, agencyHint: false } }).agentic).toBe(false);
    expect(makeTracedTool('x', { annotations: READS }).agentic).toBe(false);
    const overrides = [{ set: { agency: 'yes' }, when: whenForced }] as const;
    expect(makeTracedTool('x', { annotations: READS, overrides }).agentic).toBe(true);
  });

  it('is a directory where a believed server or the operator says so', () => {
    expect(makeTracedTool('x').directory).toBe(false);
    expect(makeTracedTool('x', { directory: true }).directory).toBe(true);
    expect(makeTracedTool('x', { directory: true, trust: 'untrusted' }).directory).toBe(false);
    const says = (directory: boolean): Override[] => [{ set: {}, directory }];
    expect(makeTracedTool('x', { trust: 'untrusted', overrides: says(true) }).directory).toBe(true);
    expect(makeTracedTool('x', { directory: true, overrides: says(false) }).directory).toBe(false);
    expect(makeTracedTool('x', { overrides: [...says(true), { set: {} }] }).directory).toBe(true);
  });

  it('takes the roles the operator says, then a believed server’s, then its schema’s', () => {
    const properties = { to: { type: 'string' }, body: { type: 'string' }, n: { type: 'number' } };
    const roles = { to: 'payload', body: 'payload' };
    const roleOf = (more: Parameters<typeof makeTracedTool>[1], name: string): string =>
      makeTracedTool('send_mail', { properties, roles, ...more }).places.roleAt([name]);
    expect(roleOf({}, 'to')).toBe('payload');
    expect(roleOf({ overrides: [{ set: {}, roles: { to: 'destination' } }] }, 'to')).toBe('destination');
    expect(roleOf({ trust: 'untrusted' }, 'body')).toBe('destination');
    expect(roleOf({ trust: 'untrusted', overrides: [{ set: {}, roles: { body: 'payload' } }] }, 'body')).toBe(
      'payload',
    );
  });

  it('takes what elsewhere only searches for what is destroyed, where it destroys', () => {
    const properties = { query: { type: 'string' }, text: { type: 'string' } };
    const roleOf = (name: string, more: Parameters<typeof makeTracedTool>[1]): string =>
      makeTracedTool('delete_files', { properties, ...more }).places.roleAt([name]);
    expect(roleOf('query', { annotations: READS })).toBe('payload');
    expect(roleOf('query', { annotations: DESTROYS })).toBe('critical');
    expect(roleOf('text', { annotations: DESTROYS })).toBe('critical');
    expect(roleOf('query', { annotations: DESTROYS, roles: { query: 'payload' } })).toBe('payload');
  });

  it('believes a schema’s defaults only of a server that is believed', () => {
    const properties = { mode: { type: 'string', default: 'slow' } };
    expect(makeTracedTool('x', { properties }).places.isDefault(['mode'], 'slow')).toBe(true);
    expect(makeTracedTool('x', { properties, trust: 'untrusted' }).places.isDefault(['mode'], 'slow')).toBe(
      false,
    );
  });

  it('uses the store of its server, or the one the operator names', () => {
    expect(makeTracedTool('x').store).toBe('server office');
    const settings = { stores: { x: 'office' } };
    expect(makeTracedTool('x', { settings }).store).toBe('store office');
    expect(makeTracedTool('x', { settings, server: 'other' }).store).toBe('store office');
    expect(makeTracedTool('toString', { settings }).store).toBe('server office');
  });

  it('knows the person’s own addresses and who is inside', () => {
    const { audience } = makeTracedTool('x', { settings: { identities: ['me@corp.example'] } });
    expect([audience.isOwn('me@corp.example'), audience.isInternal('ann@corp.example')]).toEqual([
      true,
      true,
    ]);
  });
});
