import { describe, expect, it } from 'vitest';
import { hasEnvelope, readEnvelopeMeta, unsupportedVersion } from './request-meta.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
const INFO = 'io.modelcontextprotocol/clientInfo';

describe('the envelope of a modern request', () => {
  it('says version, capabilities and, where it likes, who sends it', () => {
    const meta = { [VERSION]: '2026-07-28', [CAPABILITIES]: { sampling: {} } };
    expect(readEnvelopeMeta({ _meta: meta })).toEqual({
      version: '2026-07-28',
      capabilities: { sampling: {} },
      info: null,
    });
    expect(readEnvelopeMeta({ _meta: { ...meta, [INFO]: { name: 'x' } } })).toMatchObject({
      info: { name: 'x' },
    });
  });

  it('is refused with invalid params where a part is missing or of another type', () => {
    const whole = { [VERSION]: '2026-07-28', [CAPABILITIES]: {}, [INFO]: {} };
    const bad: object[] = [{}, { _meta: null }, { _meta: [] }, { _meta: {} }];
    for (const [key, values] of Object.entries({
      [VERSION]: [1, null, {}],
      [CAPABILITIES]: [1, null, []],
      [INFO]: [1, 'x', []],
    })) {
      for (const value of values) bad.push({ _meta: { ...whole, [key]: value } });
    }
    for (const params of bad) expect(readEnvelopeMeta({ ...params })).toMatchObject({ code: -32602 });
  });

  it('is claimed by naming a version, even a wrong one', () => {
    expect(hasEnvelope({})).toBe(false);
    expect(hasEnvelope({ _meta: { [CAPABILITIES]: {} } })).toBe(false);
    expect(hasEnvelope({ _meta: { [VERSION]: 7 } })).toBe(true);
  });

  it('names a version that is served, or is told which are', () => {
    expect(unsupportedVersion('2026-07-28')).toBeNull();
    expect(unsupportedVersion('v999')).toMatchObject({
      code: -32022,
      data: { requested: 'v999', supported: ['2026-07-28'] },
    });
    expect(unsupportedVersion('2025-11-25')).not.toBeNull();
  });
});
