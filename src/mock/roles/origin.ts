import { fieldValue } from '../../wire/index.ts';
import type { Asked } from '../model/context.ts';

/** Scheme and authority under which the client reached us. */
export function originOf({ request }: Asked): string {
  return `http://${fieldValue(request.headers, 'host') ?? 'localhost'}`;
}
