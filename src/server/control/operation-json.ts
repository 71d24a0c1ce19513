import type { Json, JsonObject } from '../../core/index.ts';
import type { Mock } from '../../mock/index.ts';

type Api = Mock['api'];
type Operation = Api['operations'][number];
type Lifecycle = Operation['lifecycle'];

const DAY = 86_400_000;

/** An operation as a list shows it. */
export function describedShortly(operation: Operation, now: number): JsonObject {
  const { id, method, path, summary, tags, lifecycle } = operation;
  return {
    id,
    method,
    path,
    tags: [...tags],
    ...(summary === undefined ? {} : { summary }),
    ...describedLifecycle(lifecycle, now),
  };
}

function describedLifecycle({ deprecated, sunset, successor, stability }: Lifecycle, now: number): JsonObject {
  return {
    ...(deprecated ? { deprecated } : {}),
    ...(sunset === undefined
      ? {}
      : { sunset: new Date(sunset).toISOString(), daysLeft: Math.floor((sunset - now) / DAY) }),
    ...(successor === undefined ? {} : { successor }),
    ...(stability === undefined ? {} : { stability }),
  };
}

/**
 * The document's facts about an operation, its role in the mock with the reasons, and the places where its
 * requests can be broken.
 */
export function describedOperation({ api, model, requests }: Mock, operation: Operation, now: number): JsonObject {
  const { description, parameters, body, responses, security, pointer } = operation;
  const role = model.roleOf(operation);
  const position = api.lineOf(pointer);
  const described = {
    ...describedShortly(operation, now),
    ...(description === undefined ? {} : { description }),
    pointer,
    ...(position === undefined ? {} : { file: position.file, line: position.line }),
    role: role.kind,
    ...(role.resource === undefined ? {} : { resource: role.resource.name }),
    why: role.why,
    parameters: parameters.map((each) => ({
      name: each.name,
      in: each.in,
      required: each.required,
      ...(each.description === undefined ? {} : { description: each.description }),
      ...(each.lifecycle.deprecated ? { deprecated: true } : {}),
      ...(each.schema === undefined ? {} : { schema: api.bundle(each.schema, 'request') }),
    })),
    ...(body === undefined
      ? {}
      : {
          body: {
            required: body.required,
            content: body.content.map((each) => describedContent(api, each, 'request')),
          },
        }),
    responses: responses.map(({ status, description: documentedDescription, content }) => ({
      status,
      description: documentedDescription,
      content: content.map((each) => describedContent(api, each, 'response')),
    })),
    security: security.map((uses) => uses.map(({ name, scopes }) => ({ name, scopes }))),
    breakable: requests.breakable(operation).map(({ pointer, keyword }) => ({ pointer, keyword })),
  };
  // Schemas are plain data.
  return described as unknown as JsonObject;
}

function describedContent(
  api: Api,
  { mediaType, schema, examples }: NonNullable<Operation['body']>['content'][number],
  direction: 'request' | 'response',
): Json {
  const described = {
    mediaType,
    ...(schema === undefined ? {} : { schema: api.bundle(schema, direction) }),
    examples: examples.map(({ name, value, text }) => ({ name, value: text ?? value })),
  };
  return described as unknown as Json;
}
