/** Objects of an OpenAPI document (OpenAPI 3.2 §4), by the names of the specification. */
export type Kind =
  | 'OpenAPI'
  | 'Info'
  | 'Contact'
  | 'License'
  | 'Server'
  | 'Server Variable'
  | 'Components'
  | 'Path Item'
  | 'Operation'
  | 'External Documentation'
  | 'Parameter'
  | 'Header'
  | 'Request Body'
  | 'Media Type'
  | 'Encoding'
  | 'Response'
  | 'Example'
  | 'Link'
  | 'Tag'
  | 'Discriminator'
  | 'XML'
  | 'Security Scheme'
  | 'OAuth Flows'
  | 'OAuth Flow';

type Value =
  | 'text'
  | 'texts'
  | 'flag'
  | 'any'
  | 'map'
  | 'map of texts'
  | 'schema'
  | 'requirements'
  | 'callbacks'
  | Kind;

export interface Field {
  /** What a value is; of `list` and `named`, what each of them is. */
  readonly of: Value;
  readonly as?: 'list' | 'named';
  readonly required?: boolean;
  /** The version from which on the field exists (3.3 as far as its drafts go), and the one up to which it is required. */
  readonly since?: '3.1' | '3.2' | '3.3';
  readonly requiredUpTo?: '3.0' | '3.1';
}

export interface ObjectRule {
  readonly fields: Readonly<Record<string, Field>>;
  /** Fields of which at most one may be there. */
  readonly exclusive?: readonly (readonly string[])[];
  /** Fields of which one has to be there. */
  readonly oneOf?: readonly string[];
}

const text: Field = { of: 'text' };
const must: Field = { of: 'text', required: true };
const flag: Field = { of: 'flag' };
const any: Field = { of: 'any' };
const one = (of: Value, more: Partial<Field> = {}): Field => ({ of, ...more });
const list = (of: Value, more: Partial<Field> = {}): Field => ({ of, as: 'list', ...more });
const mapOf = (of: Value, more: Partial<Field> = {}): Field => ({ of, as: 'named', ...more });
const from31 = { since: '3.1' } as const;
const from32 = { since: '3.2' } as const;
const from33 = { since: '3.3' } as const;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** What a parameter and a header have in common. */
const DESCRIBED: ObjectRule['fields'] = {
  description: text,
  required: flag,
  deprecated: flag,
  style: text,
  explode: flag,
  schema: one('schema'),
  example: any,
  examples: mapOf('Example'),
  content: mapOf('Media Type'),
};
const PARTS: ObjectRule['fields'] = {
  encoding: mapOf('Encoding'),
  prefixEncoding: list('Encoding', from32),
  itemEncoding: one('Encoding', from32),
};
const APART = [
  ['encoding', 'prefixEncoding'],
  ['encoding', 'itemEncoding'],
];

/** The fixed fields of each object. */
export const OBJECTS: Readonly<Record<Kind, ObjectRule>> = {
  OpenAPI: {
    fields: {
      openapi: must,
      $self: one('text', from32),
      info: one('Info', { required: true }),
      jsonSchemaDialect: one('text', from31),
      servers: list('Server'),
      paths: mapOf('Path Item', { requiredUpTo: '3.0' }),
      webhooks: mapOf('Path Item', from31),
      components: one('Components'),
      security: one('requirements'),
      tags: list('Tag'),
      externalDocs: one('External Documentation'),
      parameters: list('Parameter', from33),
    },
  },
  Info: {
    fields: {
      title: must,
      summary: one('text', from31),
      description: text,
      termsOfService: text,
      contact: one('Contact'),
      license: one('License'),
      version: must,
    },
  },
  Contact: { fields: { name: text, url: text, email: text } },
  License: { fields: { name: must, identifier: one('text', from31), url: text }, exclusive: [['identifier', 'url']] },
  Server: {
    fields: { url: must, description: text, name: one('text', from32), variables: mapOf('Server Variable') },
  },
  'Server Variable': { fields: { enum: one('texts'), default: must, description: text } },
  Components: {
    fields: {
      schemas: mapOf('schema'),
      responses: mapOf('Response'),
      parameters: mapOf('Parameter'),
      examples: mapOf('Example'),
      requestBodies: mapOf('Request Body'),
      headers: mapOf('Header'),
      securitySchemes: mapOf('Security Scheme'),
      links: mapOf('Link'),
      callbacks: mapOf('callbacks'),
      pathItems: mapOf('Path Item', from31),
      mediaTypes: mapOf('Media Type', from32),
    },
  },
  'Path Item': {
    fields: {
      $ref: text,
      summary: text,
      description: text,
      ...Object.fromEntries(METHODS.map((method) => [method, one('Operation')])),
      query: one('Operation', from32),
      additionalOperations: mapOf('Operation', from32),
      servers: list('Server'),
      parameters: list('Parameter'),
    },
  },
  Operation: {
    fields: {
      tags: one('texts'),
      summary: text,
      description: text,
      externalDocs: one('External Documentation'),
      operationId: text,
      parameters: list('Parameter'),
      requestBody: one('Request Body'),
      responses: mapOf('Response', { requiredUpTo: '3.0' }),
      callbacks: mapOf('callbacks'),
      deprecated: flag,
      security: one('requirements'),
      servers: list('Server'),
    },
  },
  'External Documentation': { fields: { description: text, url: must } },
  Parameter: {
    fields: { name: must, in: must, allowEmptyValue: flag, allowReserved: flag, ...DESCRIBED },
    exclusive: [
      ['schema', 'content'],
      ['style', 'content'],
      ['explode', 'content'],
    ],
    oneOf: ['schema', 'content'],
  },
  Header: { fields: DESCRIBED, exclusive: [['schema', 'content']], oneOf: ['schema', 'content'] },
  'Request Body': {
    fields: { description: text, content: mapOf('Media Type', { required: true }), required: flag },
  },
  'Media Type': {
    fields: {
      description: one('text', from32),
      schema: one('schema'),
      itemSchema: one('schema', from32),
      example: any,
      examples: mapOf('Example'),
      ...PARTS,
    },
    exclusive: APART,
  },
  Encoding: {
    fields: {
      contentType: text,
      headers: mapOf('Header'),
      style: text,
      explode: flag,
      allowReserved: flag,
      ...PARTS,
    },
    exclusive: APART,
  },
  Response: {
    fields: {
      summary: one('text', from32),
      description: one('text', { requiredUpTo: '3.1' }),
      headers: mapOf('Header'),
      content: mapOf('Media Type'),
      links: mapOf('Link'),
    },
  },
  Example: {
    fields: {
      summary: text,
      description: text,
      dataValue: one('any', from32),
      serializedValue: one('text', from32),
      value: any,
      externalValue: text,
    },
    exclusive: [
      ['value', 'externalValue'],
      ['value', 'dataValue'],
      ['value', 'serializedValue'],
      ['serializedValue', 'externalValue'],
    ],
  },
  Link: {
    fields: {
      operationRef: text,
      operationId: text,
      parameters: one('map'),
      requestBody: any,
      description: text,
      server: one('Server'),
    },
    exclusive: [['operationRef', 'operationId']],
    oneOf: ['operationRef', 'operationId'],
  },
  Tag: {
    fields: {
      name: must,
      summary: one('text', from32),
      description: text,
      externalDocs: one('External Documentation'),
      parent: one('text', from32),
      kind: one('text', from32),
    },
  },
  Discriminator: { fields: { propertyName: must, mapping: one('map of texts'), defaultMapping: one('text', from32) } },
  XML: {
    fields: {
      nodeType: one('text', from32),
      name: text,
      namespace: text,
      prefix: text,
      attribute: flag,
      wrapped: flag,
    },
    exclusive: [
      ['nodeType', 'attribute'],
      ['nodeType', 'wrapped'],
    ],
  },
  'Security Scheme': {
    fields: {
      type: must,
      description: text,
      name: text,
      in: text,
      scheme: text,
      bearerFormat: text,
      flows: one('OAuth Flows'),
      openIdConnectUrl: text,
      oauth2MetadataUrl: one('text', from32),
      deprecated: one('flag', from32),
    },
  },
  'OAuth Flows': {
    fields: {
      implicit: one('OAuth Flow'),
      password: one('OAuth Flow'),
      clientCredentials: one('OAuth Flow'),
      authorizationCode: one('OAuth Flow'),
      deviceAuthorization: one('OAuth Flow', from32),
      tokenExchange: one('OAuth Flow', from33),
    },
  },
  'OAuth Flow': {
    fields: {
      authorizationUrl: text,
      deviceAuthorizationUrl: one('text', from32),
      tokenUrl: text,
      refreshUrl: text,
      scopes: one('map of texts', { required: true }),
    },
  },
};
