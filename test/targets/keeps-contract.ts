import type { Heard } from './asking.ts';
import { type Compile, compilerOf, type Doc, type DocumentedOperation, deref, operationsOf } from './document.ts';
import type { Ask } from './fault.ts';

/** What is wrong with an answer under a document, as sentences. A second opinion, made of nothing but Ajv. */
export function contractJudge(document: Doc): (ask: Ask, heard: Heard) => readonly string[] {
  const compile = compilerOf(document, 'response');
  return (ask, heard) => {
    const operation = operationAt(document, ask);
    if (!operation) return [`${ask[0]} ${ask[1]} is not documented`];
    const response = deref(document, operation.operation.responses[String(heard.status)]);
    if (!response) return [`${operation.id} does not document ${heard.status}`];
    return [...headerFaults(document, compile, response, heard), ...bodyFaults(compile, response, heard, ask[0])];
  };
}

export function operationAt(document: Doc, [method, path]: Ask): DocumentedOperation | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  const [pathname = ''] = path.split('?');
  return operationsOf(document).find(
    (one) => one.method === asked && new RegExp(`^${one.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
}

function headerFaults(document: Doc, compile: Compile, response: Doc, heard: Heard): string[] {
  return Object.entries<Doc>(response.headers ?? {}).flatMap(([name, header]) => {
    const { required, schema } = deref(document, header);
    const text = heard.headers[name.toLowerCase()];
    if (text === undefined) return required ? [`${name} is missing`] : [];
    const check = compile(schema);
    return check(schema.type === 'integer' ? Number(text) : text) ? [] : [`${name} ${check.errors?.[0]?.message}`];
  });
}

function bodyFaults(compile: Compile, response: Doc, heard: Heard, method: string): string[] {
  if (!response.content) return heard.text === '' ? [] : ['there is a body'];
  const type = heard.headers['content-type'] ?? '';
  const media = response.content[type.split(';')[0] ?? ''];
  if (!media) return [`Content-Type is ${type}`];
  if (method === 'HEAD') return heard.text === '' ? [] : ['HEAD has a body'];
  const isJson = /[/+]json$/.test(type);
  const check = compile(media.schema);
  let value: unknown = heard.text;
  try {
    if (isJson) value = JSON.parse(Buffer.from(heard.text, 'latin1').toString('utf8'));
  } catch {
    return ['body is not JSON'];
  }
  return check(value) ? [] : (check.errors ?? []).map((error) => `body${error.instancePath} ${error.message}`);
}
