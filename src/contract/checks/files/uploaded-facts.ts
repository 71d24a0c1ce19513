import { isObject } from '../../../wire/index.ts';
import type { Exchange } from '../../model/exchange.ts';
import type { Stimulus } from '../../model/purpose.ts';
import { entity } from '../../responses/entity-diff.ts';

type UploadStimulus = Extract<Stimulus, { readonly kind: 'uploaded' }>;

/** The fact of an upload that both answers to it show otherwise than it was sent. Undefined if this one shows something else. */
export function shownAgain(exchange: Exchange, of: UploadStimulus['of']): UploadStimulus | undefined {
  const { story } = exchange.purpose;
  const item = entity(exchange);
  if (story.kind !== 'uploaded' || story.of !== of || item === undefined || !isObject(item)) return undefined;
  return item[story.property] === story.earlier ? story : undefined;
}
