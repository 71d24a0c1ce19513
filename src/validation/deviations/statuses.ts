import type { Deviation } from './deviation.ts';

export const statuses: Deviation = {
  name: 'statuses',
  reason: 'An undocumented status outside 2xx is only a warning of Prism, without a code.',
  adds: ({ code }) => code === 'response.status',
};
