/** Every way in which a message can break its contract: the side that breaks it, and the status of the refusal of such a request. */
export const VIOLATIONS = {
  'path.malformed': { side: 'request', status: 400 },
  'path.undocumented': { side: 'request', status: 404 },
  'method.undocumented': { side: 'request', status: 405 },
  'parameter.undocumented': { side: 'request', status: 422 },
  'parameter.malformed': { side: 'request', status: 400 },
  'parameter.required': { side: 'request', status: 422 },
  'parameter.schema': { side: 'request', status: 422 },
  'body.required': { side: 'request', status: 422 },
  'body.malformed': { side: 'request', status: 400 },
  'body.schema': { side: 'request', status: 422 },
  'body.too-large': { side: 'request', status: 413 },
  'media-type.unsupported': { side: 'request', status: 415 },
  'accept.unsatisfiable': { side: 'request', status: 406 },
  'security.missing': { side: 'request', status: 401 },
  'security.malformed': { side: 'request', status: 400 },
  'security.invalid': { side: 'request', status: 401 },
  'security.scope': { side: 'request', status: 403 },
  'response.status': { side: 'response' },
  'response.media-type': { side: 'response' },
  'response.header-required': { side: 'response' },
  'response.header-schema': { side: 'response' },
  'response.body-missing': { side: 'response' },
  'response.body-unexpected': { side: 'response' },
  'response.body-malformed': { side: 'response' },
  'response.body-schema': { side: 'response' },
  'response.write-only': { side: 'response' },
  /** Not a breach: a pattern of the document could not be matched against the answer within its time limit. */
  'response.undecided': { side: 'response' },
} as const;

export type ViolationCode = keyof typeof VIOLATIONS;

/** One breach of contract in one message. All rooms use this type for what is wrong. */
export interface Violation {
  readonly code: ViolationCode;
  /** JSON Pointer (RFC 6901) into the message: `/body/name`, `/query/limit`, `/header/x-trace`, `/cookie/sid`, `/path/petId`, `/status`. */
  readonly pointer: string;
  /** The JSON Schema keyword that is broken, if there is one. */
  readonly keyword?: string;
  /** JSON Pointer into the document, to the broken rule. */
  readonly rule?: string;
  /** One sentence for people that names the wrong field and the rule. */
  readonly message: string;
}
