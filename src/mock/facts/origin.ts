import { fieldValue } from '../../wire/index.ts';
import type { RequestContext } from '../model/context.ts';

/** Scheme and authority that the client used. */
export function originOf({ request }: RequestContext): string {
  return `http://${fieldValue(request.headers, 'host') ?? 'localhost'}`;
}
