import type { Flow } from '../../model/flow.ts';
import type { Planner } from '../planner.ts';
import { planBodies } from './bodies.ts';
import { planCredentials } from './credentials.ts';
import { planMethods } from './methods.ts';
import { planNegotiation } from './negotiation.ts';
import { planOdd } from './odd-requests.ts';
import { planUnknown } from './unknown-items.ts';
import { planUnknownQuery } from './unknown-query.ts';
import { planUnknownReferences } from './unknown-references.ts';

/** What HTTP itself asks of a service: methods, media types, bodies that are none, credentials. */
export const planProtocol: Planner = (context): readonly Flow[] => [
  ...planMethods(context),
  ...planNegotiation(context),
  ...planBodies(context),
  ...planCredentials(context),
  ...planUnknown(context),
  ...planUnknownReferences(context),
  ...planUnknownQuery(context),
  ...planOdd(context),
];
