import { fieldValue } from '../../wire/index.ts';
import { isPlainText } from '../judge/content.ts';
import { isLargeValue } from '../model/values.ts';
import { bodyValue, type Deviation, type DeviationInput, isWithin } from './deviation.ts';

const OURS = new Set(['response.body-missing', 'response.body-unexpected']);

export const bodies: Deviation = {
  name: 'bodies',
  reason:
    'A missing documented body and a body where none is documented pass Prism; standin takes `null`, `false`, `0`, `""` and empty plain text as bodies, and Prism does not; streams and very large values are not handed to it.',
  adds: ({ code, pointer }, input) => OURS.has(code) || (code.endsWith('schema') && isOutsidePrism(pointer, input)),
  withdraws: ({ about }, { message }) =>
    about === 'body-required' && (message.body.kind !== 'none' || isTyped(message)),
};

/** A body that standin counts as missing is our own violation, and stays. */
function isTyped({ headers }: DeviationInput['message']): boolean {
  const mediaType = fieldValue(headers, 'content-type');
  return mediaType !== undefined && isPlainText(mediaType);
}

function isOutsidePrism(pointer: string, input: DeviationInput): boolean {
  if (!isWithin(pointer, '/body')) return false;
  const value = bodyValue(input);
  return !input.judgedBody || !value || isLargeValue(value);
}
