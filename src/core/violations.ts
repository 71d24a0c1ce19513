/** All kinds of violations: the side that causes them, and the status with which a request is refused. */
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
  /** Not a violation: a pattern of the document exceeded its time limit on the answer. */
  'response.undecided': { side: 'response' },
} as const;

export type ViolationCode = keyof typeof VIOLATIONS;

/** One violation in one message. All rooms use this type. */
export interface Violation {
  readonly code: ViolationCode;
  /** JSON Pointer (RFC 6901) into the message: `/body/name`, `/query/limit`, `/header/x-trace`, `/cookie/sid`, `/path/petId`, `/status`. */
  readonly pointer: string;
  /** The violated JSON Schema keyword, if any. */
  readonly keyword?: string;
  /** JSON Pointer into the document, to the violated rule. */
  readonly rule?: string;
  /** One sentence for people that names the invalid field and the rule. */
  readonly message: string;
}
