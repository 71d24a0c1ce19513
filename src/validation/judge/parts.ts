import type { BodyPart, Violation } from '../../core/index.ts';
import { fieldValue, formatPointer, mediaTypeMatches } from '../../wire/index.ts';
import { explain, type Subject } from './explain.ts';
import type { PlannedHeader, PlannedPart, PlannedParts } from './operation-plan.ts';

/** Judges the parts of multipart content by the Encoding Objects (OpenAPI 3.1 §4.8.15). */
export function judgeParts(
  planned: PlannedParts,
  parts: readonly BodyPart[],
  { pointer, code }: Pick<Subject, 'pointer' | 'code'>,
): readonly Violation[] {
  return parts.flatMap((part, at) => {
    const rule = part.name === undefined ? (planned.first[at] ?? planned.rest) : planned.named.get(part.name);
    if (rule === undefined) return [];
    const key = part.name ?? String(at);
    const place: Place = { pointer: `${pointer}${formatPointer([key])}`, name: key, code };
    return [...judgeType(rule, part, place), ...rule.headers.flatMap((header) => judgeField(header, part, place))];
  });
}

interface Place extends Pick<Subject, 'pointer' | 'code'> {
  readonly name: string;
}

/** Most clients send no media type for text fields. A part without one is not judged. */
function judgeType(rule: PlannedPart, { headers }: BodyPart, { pointer, name, code }: Place): readonly Violation[] {
  const contentType = fieldValue(headers, 'content-type');
  const { contentTypes } = rule;
  if (contentType === undefined || contentTypes.length === 0) return [];
  if (contentTypes.some((range) => mediaTypeMatches(range, contentType))) return [];
  const offers = contentTypes.map((each) => `\`${each}\``).join(', ');
  return [
    {
      code: code === 'body.schema' ? 'media-type.unsupported' : 'response.media-type',
      pointer,
      rule: `${rule.pointer}/contentType`,
      message: `The part \`${name}\` must be ${offers}, but is \`${contentType}\``,
    },
  ];
}

function judgeField(
  { header, reader, schema }: PlannedHeader,
  { headers }: BodyPart,
  { pointer, name, code }: Place,
): readonly Violation[] {
  const read = reader().readHeader(headers);
  const noun = `Header field \`${header.name}\` of the part \`${name}\``;
  if (read?.ok === true)
    return schema === undefined || schema.accepts(read.value)
      ? []
      : explain(schema, read.value, { pointer, noun, name: '', code });
  if (read !== undefined) return [{ code, pointer, rule: header.pointer, message: `${noun} ${read.reason}` }];
  if (!header.required) return [];
  return [{ code, pointer, keyword: 'headers', rule: `${header.pointer}/required`, message: `${noun} is required` }];
}
