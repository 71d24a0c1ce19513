interface OwnField {
  /** Which side sends it. */
  readonly from: 'client' | 'mock';
  readonly text: string;
}

/** The header fields that standin itself reads and sends. */
export const OWN_FIELDS: Readonly<Record<string, OwnField>> = {
  'Standin-World': { from: 'client', text: 'The world that answers; without it, `default`.' },
  'Standin-Client': {
    from: 'client',
    text: 'The name of the caller in the journal and in reports of deprecated use, in place of `User-Agent`.',
  },
  'Standin-Credential': {
    from: 'client',
    text: 'Holds this request to the security of the document, with the value as the only valid credential.',
  },
  'Standin-Origin': {
    from: 'mock',
    text: 'Where the answer comes from: `override`, `behaviour`, `resource`, `example`, `generated` or `problem`.',
  },
  'Standin-Violations': {
    from: 'mock',
    text: 'How many things are wrong with a request that was refused, or with this answer.',
  },
  'Standin-Callbacks': {
    from: 'mock',
    text: 'With `--callbacks`: how many callbacks the mock sends because of the request, and how many it may not send.',
  },
  'Standin-Preference-Ignored': { from: 'mock', text: 'The preferences of `Prefer` that do not apply.' },
};
