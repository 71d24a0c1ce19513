import { StandinError } from '../../library/index.ts';
import { type Flags, repeatedValues } from '../choices.ts';

/** The header fields of `--header "Name: value"`. Throws `usage`. */
export function headerFields(flags: Flags): readonly (readonly [name: string, value: string])[] {
  return repeatedValues(flags, 'header').map((text) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):\s*(.*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined)
      // The message does not show the value: it usually is a credential.
      throw new StandinError('usage', `The value of --header (${text.length} characters) is not a header field.`, {
        hint: 'Write it as "Name: value", such as --header "X-Team: qa".',
      });
    return [name, value] as const;
  });
}
