import type { Flow } from '../../model/flow.ts';
import type { Planner } from '../planner.ts';
import { planAstralLengths } from './astral-lengths.ts';
import { planBodies } from './bodies.ts';
import { planCredentials } from './credentials.ts';
import { planForeignKinds } from './foreign-kinds.ts';
import { planMediaTypeForms } from './media-type-forms.ts';
import { planMethods } from './methods.ts';
import { planNegotiation } from './negotiation.ts';
import { planOdd } from './odd-requests.ts';
import { planProjections } from './projections.ts';
import { planReversedTimes } from './reversed-times.ts';
import { planUnbalanced } from './unbalanced-lists.ts';
import { planUnknown } from './unknown-items.ts';
import { planUnknownQuery } from './unknown-query.ts';
import { planUnknownReferences } from './unknown-references.ts';

/** The rules of HTTP: methods, media types, malformed bodies, credentials. */
export const planProtocol: Planner = (context): readonly Flow[] => [
  ...planMethods(context),
  ...planNegotiation(context),
  ...planBodies(context),
  ...planMediaTypeForms(context),
  ...planAstralLengths(context),
  ...planProjections(context),
  ...planReversedTimes(context),
  ...planForeignKinds(context),
  ...planUnbalanced(context),
  ...planCredentials(context),
  ...planUnknown(context),
  ...planUnknownReferences(context),
  ...planUnknownQuery(context),
  ...planOdd(context),
];
