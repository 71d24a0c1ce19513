import { CHECKS, type Finding } from '../contract/index.ts';

/** What reports say about the rule of a check: its question, and the specification behind it. */

const RFC9110 = 'https://www.rfc-editor.org/rfc/rfc9110#section-';
const SCHEMA = 'https://json-schema.org/draft/2020-12/json-schema-validation#section-';
const OPENAPI = 'https://spec.openapis.org/oas/v3.1.1.html#';
/** What a text or a part of the document says. No specification says it. */
const DOCUMENT = 'document';
/** What clients expect of HTTP APIs although no specification and no document says it. */
const CONVENTION = 'convention';

/** By id of the check, by the same with a keyword behind it, or by its area. */
const LINKS: Readonly<Record<string, string>> = {
  accept: `${OPENAPI}schema-object`,
  'accept.media-type-form': `${RFC9110}8.3.1`,
  auth: `${OPENAPI}security-requirement-object`,
  'auth.wrong-status': `${RFC9110}15.5.2`,
  body: `${OPENAPI}media-type-object`,
  'body.duplicate-keys': 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  'body.invalid-json': 'https://www.rfc-editor.org/rfc/rfc8259#section-2',
  'body.bom-or-encoding': 'https://www.rfc-editor.org/rfc/rfc8259#section-8.1',
  'body.on-204-304': `${RFC9110}6.4.1`,
  conditional: `${RFC9110}13`,
  'conditional.304': `${RFC9110}13.1.2`,
  'conditional.412': `${RFC9110}13.1.1`,
  // A version in a body is not a precondition of HTTP. The document says that it is refused.
  'conditional.412 stale': `${OPENAPI}responses-object`,
  'content-length': `${RFC9110}8.6`,
  'content-type': `${RFC9110}8.3`,
  cors: 'https://fetch.spec.whatwg.org/#cors-protocol-and-credentials',
  deprecated: 'https://www.rfc-editor.org/rfc/rfc9745',
  example: `${OPENAPI}example-object`,
  filter: DOCUMENT,
  header: `${OPENAPI}header-object`,
  'header.allow-missing': `${RFC9110}15.5.6`,
  'header.etag-inconsistent': `${RFC9110}8.8.3`,
  'header.etag-inconsistent unmoved': `${RFC9110}8.8.1`,
  'header.location-missing': `${RFC9110}15.3.2`,
  'header.location-unresolvable': `${RFC9110}10.2.2`,
  'header.retry-after': `${RFC9110}10.2.3`,
  'header.vary-missing': `${RFC9110}12.5.5`,
  'header.www-authenticate': `${RFC9110}11.6.1`,
  idempotency: `${RFC9110}9.2.2`,
  'idempotency.key-ignored': DOCUMENT,
  'idempotency.key-reused': DOCUMENT,
  'idempotency.get-side-effect': `${RFC9110}9.2.1`,
  job: `${RFC9110}15.3.3`,
  leak: 'https://cwe.mitre.org/data/definitions/209.html',
  lifecycle: 'https://www.rfc-editor.org/rfc/rfc8288#section-3.3',
  method: `${RFC9110}9.1`,
  'method.allow-mismatch': `${RFC9110}10.2.1`,
  'method.head-get-mismatch': `${RFC9110}9.3.2`,
  'method.not-405': `${RFC9110}15.5.6`,
  'method.unsupported-accepted': `${RFC9110}15.5.6`,
  negotiation: `${RFC9110}12.5.1`,
  operation: `${OPENAPI}operation-object`,
  page: DOCUMENT,
  'page.link-header': 'https://www.rfc-editor.org/rfc/rfc8288',
  put: `${RFC9110}9.3.4`,
  reject: `${OPENAPI}schema-object`,
  'reject.boundary': `${SCHEMA}6`,
  'reject.enum': `${SCHEMA}6.1.2`,
  'reject.format': `${SCHEMA}7`,
  'reject.pattern': `${SCHEMA}6.3.3`,
  'reject.wrong-type': `${SCHEMA}6.1.1`,
  scenario: `${OPENAPI}operation-object`,
  schema: `${SCHEMA}6`,
  'schema.array-size': `${SCHEMA}6.4`,
  'schema.const': `${SCHEMA}6.1.3`,
  'schema.dependent': `${SCHEMA}6.5.4`,
  'schema.discriminator': `${OPENAPI}discriminator-object`,
  'schema.enum': `${SCHEMA}6.1.2`,
  'schema.format': `${SCHEMA}7`,
  'schema.length': `${SCHEMA}6.3`,
  'schema.multiple-of': `${SCHEMA}6.2.1`,
  'schema.object-size': `${SCHEMA}6.5`,
  'schema.pattern': `${SCHEMA}6.3.3`,
  'schema.range': `${SCHEMA}6.2`,
  'schema.required': `${SCHEMA}6.5.3`,
  'schema.type': `${SCHEMA}6.1.1`,
  'schema.unique-items': `${SCHEMA}6.4.3`,
  search: DOCUMENT,
  sort: DOCUMENT,
  stability: `${OPENAPI}specification-extensions`,
  state: CONVENTION,
  'state.action-without-effect': DOCUMENT,
  'state.available-after-create': `${RFC9110}15.3.2`,
  'state.bulk-result-wrong': DOCUMENT,
  'state.history-differs order': DOCUMENT,
  'state.default-not-applied': `${SCHEMA}9.2`,
  'state.delete-leaves-orphans': DOCUMENT,
  'state.duplicate-accepted': DOCUMENT,
  'state.patch-drops-others': 'https://www.rfc-editor.org/rfc/rfc5789#section-2',
  'state.patch-null-kept': 'https://www.rfc-editor.org/rfc/rfc7396#section-2',
  'state.transition-accepted': DOCUMENT,
  'state.unknown-accepted': `${RFC9110}15.5.5`,
  'state.unknown-reference-accepted': DOCUMENT,
  'state.upload-type-lost': DOCUMENT,
  'state.use-after-delete': `${RFC9110}9.3.5`,
  'state.link-broken': `${OPENAPI}link-object`,
  status: `${OPENAPI}responses-object`,
  'status.server-error': `${RFC9110}15.6`,
  stream: `${OPENAPI}media-type-object`,
  sunset: 'https://www.rfc-editor.org/rfc/rfc8594',
  time: `${RFC9110}15.6.5`,
  'trailing-slash': 'https://www.rfc-editor.org/rfc/rfc3986#section-6.2.3',
  transport: 'https://www.rfc-editor.org/rfc/rfc9112',
  vacuous: DOCUMENT,
  write: CONVENTION,
};

/**
 * URL of the specification of a check's rule, if one has it. `keyword`: that of a finding, where the check has several
 * rules.
 */
export function ruleLink(check: string, keyword = ''): string | undefined {
  const link = sourceOf(check, keyword);
  return link === DOCUMENT || link === CONVENTION ? undefined : link;
}

function sourceOf(check: string, keyword = ''): string {
  const area = check.split('.')[0] ?? '';
  return LINKS[`${check} ${keyword}`] ?? LINKS[check] ?? LINKS[area] ?? `${OPENAPI}operation-object`;
}

/** The rule of a finding in words: the sentence of the document, the specification with its link, or a convention. */
export interface RuleText {
  readonly text: string;
  readonly link?: string;
}

/** Undefined if the rule is another part of the document, such as a schema. */
export function ruleTextOf({ check, keyword, sentence }: Finding): RuleText | undefined {
  if (sentence !== undefined) return { text: `“${sentence}”` };
  const source = sourceOf(check, keyword);
  if (source === CONVENTION) return { text: 'expected by convention; the document does not say it' };
  return source === DOCUMENT ? undefined : { text: specificationName(source), link: source };
}

/** A specification by name: `RFC 9110 §15.5.6`, `OpenAPI 3.1.1, Schema Object`. */
function specificationName(link: string): string {
  const [place = '', anchor = ''] = link.split('#');
  const section = /^section-([\d.]+)$/.exec(anchor)?.[1];
  const where = section === undefined ? '' : ` §${section}`;
  if (link.startsWith(OPENAPI)) return `OpenAPI 3.1.1, ${anchor.split('-').map(capitalise).join(' ')}`;
  if (link.startsWith(SCHEMA)) return `JSON Schema Validation${where}`;
  const rfc = /\/rfc(\d+)$/.exec(place)?.[1];
  if (rfc !== undefined) return `RFC ${rfc}${where}`;
  const cwe = /definitions\/(\d+)\.html$/.exec(place)?.[1];
  return cwe === undefined ? 'Fetch Standard' : `CWE-${cwe}`;
}

const capitalise = (word: string): string => word.replace(/^./, (first) => first.toUpperCase());

/** Whether the rule is one of the document itself, such as a schema, and the link says only what such a part means. */
export function isOfDocument({ link = '' }: RuleText): boolean {
  return link.startsWith(OPENAPI) || link.startsWith(SCHEMA);
}

/** The question of a check; findings of another tool only have a name. */
export function questionOf(check: string): string {
  return CHECKS.find(({ id }) => id === check)?.question ?? `Contract check ${check}`;
}

/** Whether the area of a check has its own link. */
export const isLinked = (check: string): boolean => Object.hasOwn(LINKS, check.split('.')[0] ?? '');
