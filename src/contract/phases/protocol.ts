import type { Flow } from '../flow.ts';
import type { Planner } from '../planner.ts';
import { planBodies } from './protocol-bodies.ts';
import { planCredentials } from './protocol-credentials.ts';
import { planMethods } from './protocol-methods.ts';
import { planNegotiation } from './protocol-negotiation.ts';
import { planOdd } from './protocol-odd.ts';
import { planUnknownQuery } from './protocol-query.ts';
import { planUnknownReferences } from './protocol-references.ts';
import { planUnknown } from './protocol-unknown.ts';

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
