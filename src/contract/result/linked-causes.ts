import type { Finding } from '../model/events.ts';
import { withCauses } from './root-causes.ts';
import { withSharedCauses } from './shared-causes.ts';
import { withStoredFaults } from './stored-faults.ts';

/**
 * Links findings to those that they follow from (`because`): first to findings that explain all others of an item, a body
 * or an operation, then to findings with the same cause, then to writes that stored what an answer shows.
 */
export function withLinkedCauses(...found: Parameters<typeof withCauses>): readonly Finding[] {
  return withStoredFaults(withSharedCauses(withCauses(...found)));
}
