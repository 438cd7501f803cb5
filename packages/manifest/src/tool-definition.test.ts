import { readClaims } from '@callgate/core/vocabulary';
import { toolAnnotationsSchema } from '@callgate/core/zod';
import { expect, it } from 'vitest';
import { definitionsOf } from './tool-definition.ts';
import { disclose } from './load-manifest.ts';

const manifest = disclose({
  tools: [
    {
      name: 'send_mail',
      title: 'Send mail',
      description: 'Sends a mail.',
      inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
      outputSchema: { type: 'object' },
      hints: {
        readOnly: false,
        destructive: false,
        idempotent: false,
        openWorld: true,
        requiresConfirmation: true,
        destination: ['internal', 'public'],
        inputSensitivity: 'regulated',
        returnSensitivity: ['pii', 'high'],
        riskLevel: 'high',
        sideEffects: 'a mail',
        modelPreferences: { intelligencePriority: 0.5, hints: ['large'] },
        minTrustLevel: 2,
      },
      arguments: { to: 'destination' },
      directory: false,
      undo: 'send_mail',
      other: { 'com.example/costly': true },
    },
  ],
});

const EXTENDED = {
  requiresConfirmation: true,
  riskLevel: 'high',
  sideEffects: ['a mail'],
  sensitiveHint: 'high',
  inputMetadata: { destination: ['internal', 'public'], sensitivity: { regulated: {} } },
  returnMetadata: { sensitivity: 'pii' },
  modelPreferences: { intelligencePriority: 0.5, hints: [{ name: 'large' }] },
  minTrustLevel: 2,
};

it('a definition has all hints in annotations, and all but the standard ones in _meta too', () => {
  expect(definitionsOf(manifest)).toEqual([
    {
      name: 'send_mail',
      title: 'Send mail',
      description: 'Sends a mail.',
      inputSchema: { type: 'object', properties: { to: { type: 'string' } } },
      outputSchema: { type: 'object' },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
        ...EXTENDED,
      },
      _meta: {
        ...EXTENDED,
        'dev.callgate/arguments': { to: 'destination' },
        'dev.callgate/directory': false,
        'dev.callgate/undo': 'send_mail',
        'com.example/costly': true,
      },
    },
  ]);
});

it('a definition is what the vocabulary reads without a complaint', () => {
  const [definition] = definitionsOf(manifest);
  expect(readClaims(definition ?? {}).malformed).toEqual([]);
  expect(toolAnnotationsSchema.safeParse(definition?.annotations).success).toBe(true);
});
