import { expect, it } from 'vitest';
import { findSecretReason } from './secret-address.ts';

it('a plain address carries no secret', () => {
  for (const address of [
    'https://mcp.example.com/mcp',
    'http://127.0.0.1:3845/mcp',
    'https://example.com/v1/organisations/mcp/',
    '${API_BASE:-https://api.example.com}/mcp',
    'https://${env:HOST}/mcp',
  ])
    expect(findSecretReason(address), address).toBeUndefined();
});

it('a user, a query, a random part and a variable that says so may be one', () => {
  for (const address of [
    'https://u:p@example.com/mcp',
    'https://example.com/mcp?api_key=abc',
    'https://example.com/mcp#abc',
    'https://example.com/s/NmU3ZjkxYzQ0ZTBhMWI4/mcp',
    'https://example.com/${env:MCP_TOKEN}/mcp',
    'https://example.com/${input:anything}/mcp',
    'https://example.com/$API_KEY/mcp',
  ])
    expect(findSecretReason(address), address).toEqual(expect.any(String));
});
