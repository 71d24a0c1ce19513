import type { Deviation } from './deviation.ts';

export const writeOnly: Deviation = {
  name: 'write-only',
  reason:
    'Prism lets a writeOnly property pass in a response, and still requires a readOnly one inside oneOf in a request.',
  adds: ({ code }) => code === 'response.write-only',
};
