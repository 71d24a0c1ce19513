import type { HttpRequest, Json } from '../../../../core/index.ts';
import { type Operation, operationTexts } from '../../../../spec/index.ts';
import { isMultipart, isSameFileName, textToBytes } from '../../../../wire/index.ts';
import { scalarsIn } from '../../../hints/shown-values.ts';
import { type ExchangeResult, isSuccess } from '../../../model/case-context.ts';
import { type Act, inconclusive, skipped } from '../../../model/flow.ts';
import type { Stimulus } from '../../../model/purpose.ts';
import type { StepEnd } from '../../../model/step-end.ts';
import { drawRequest, openPurpose } from '../../../requests/draw-request.ts';
import type { PlanContext } from '../../planner.ts';
import { entityInAnswer } from '../writes/writes.ts';
import { compareDownload, type FilePart, filePartOf, SHORT } from './file-contents.ts';
import { downloadPromises, mayChangeName, nameShown, promisedFacts, type ShownFact } from './upload-facts.ts';

/** A file that is uploaded. */
interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

const PLAIN: SentFile = { name: 'standin sample-2.bin', type: 'application/octet-stream', bytes: SHORT };
/** Capitals, letters beyond ASCII and another media type. Its content is text, so that a service may read it. */
const ODD: SentFile = { name: 'Größe Nr-2.CSV', type: 'text/csv', bytes: textToBytes('Name,Nr\r\nsample,2\r\n') };

/**
 * Uploads a file with a unique name, and, where the document says that a file keeps its name or media type, one with
 * other letters and another media type. Each is uploaded again if something else is shown, because a service may choose
 * names itself.
 */
export function uploadNamed(context: PlanContext, create: Operation, read: Operation | undefined): Act {
  return async (caseContext) => {
    const part = filePartOf(context, create);
    const send = async (file: SentFile, turn: string, story: Stimulus): Promise<ExchangeResult | string> => {
      const at = `contents/${create.id}/${caseContext.attempt}/${turn}`;
      const drawn = await drawRequest(caseContext, create, { at, use: 'fresh', optional: 'required', making: true });
      if (typeof drawn === 'string') return drawn;
      const request = part === undefined ? undefined : withFile(drawn.request, part.name, file);
      if (request === undefined) return 'its body is not a form with a file';
      return caseContext.exchange(request, { operation: create, purpose: openPurpose(story) });
    };
    const drop = async (answer: ExchangeResult | string): Promise<void> => {
      const made =
        typeof answer !== 'string' && isSuccess(answer) ? caseContext.madeBy(answer.exchange)?.path : undefined;
      if (made !== undefined) await caseContext.fixtures.discard(caseContext, create, made);
    };
    const sendAgain = async (file: SentFile, fact: ShownFact, end: StepEnd): Promise<StepEnd> => {
      const { of, property, sent, value } = fact;
      const story: Stimulus = { kind: 'uploaded', fileName: file.name, of, property, sent, earlier: value };
      // A service may name a file by its content.
      const bytes = of === 'name' ? Buffer.concat([file.bytes, SHORT]) : file.bytes;
      const again = await send({ ...file, bytes }, `${of} again`, story);
      await drop(again);
      return typeof again === 'string' ? end : again.end;
    };
    const first = await send(PLAIN, 'first', { kind: 'plain' });
    if (typeof first === 'string') return inconclusive(first);
    if (!isSuccess(first)) return skipped('nothing was made');
    // What was uploaded below an item may have no path of its own.
    const path = caseContext.madeBy(first.exchange)?.path;
    const entity = entityInAnswer(caseContext, create, first);
    const name = nameShown(caseContext, create, entity);
    let end: StepEnd = first.end;
    let isWhole = false;
    if (path !== undefined && read !== undefined && part?.typed !== true) {
      const story: Stimulus = { kind: 'after-upload', write: create.id, bytes: SHORT };
      const download = await compareDownload(caseContext, { read, story }, path);
      end = download.end;
      isWhole = download.isShown;
    }
    await drop(first);
    const mayRepeat = path !== undefined || create.path.includes('{');
    if (end.kind !== 'passed' || !mayRepeat) return end;
    const isChanged = name !== undefined && mayChangeName(caseContext, create, name.property);
    if (name !== undefined && !isChanged && !keepsName(name.value, first, part)) {
      const { property, value } = name;
      return sendAgain(PLAIN, { of: 'name', property, sent: PLAIN.name, value }, end);
    }
    if (part?.typed === true) return end;
    const elsewhere = [
      context.api.description ?? '',
      ...operationTexts(create, '2'),
      ...(read === undefined ? [] : operationTexts(read, '2')),
    ];
    const facts = promisedFacts(caseContext, create, PLAIN, { entity, isWhole, elsewhere });
    const wrong = facts.find(isOther);
    if (wrong !== undefined) return sendAgain(PLAIN, wrong, end);
    const isPromised = promisedFacts(caseContext, create, ODD, { entity, isWhole, elsewhere }).length > 0;
    const promises = read === undefined ? {} : downloadPromises(read, elsewhere);
    if (part?.limited === true || (!isPromised && !promises.name && !promises.type)) return end;
    const odd = await send(ODD, 'odd', { kind: 'plain' });
    if (typeof odd === 'string' || !isSuccess(odd)) return end;
    const shown = entityInAnswer(caseContext, create, odd);
    const other = promisedFacts(caseContext, create, ODD, { entity: shown, isWhole: false, elsewhere }).find(isOther);
    const made = caseContext.madeBy(odd.exchange)?.path;
    if (other === undefined && made !== undefined && read !== undefined && (promises.name || promises.type)) {
      const sent = { ...(promises.name ? { name: ODD.name } : {}), ...(promises.type ? { type: ODD.type } : {}) };
      const story: Stimulus = { kind: 'downloaded', write: create.id, ...sent };
      end = (await compareDownload(caseContext, { read, story }, made)).end;
    }
    await drop(odd);
    return other === undefined ? end : sendAgain(ODD, other, end);
  };
}

/** Whether an item shows something else than what was sent. */
function isOther({ of, sent, value }: ShownFact): boolean {
  if (of === 'name') return !isSameFileName(String(value), String(sent));
  if (of === 'type') return !String(value).toLowerCase().startsWith(String(sent));
  return value !== sent;
}

const [STEM, EXTENSION] = ['sample-2', 'bin'];

/** Whether a shown file name still has the parts of the sent one. An item may show the extension by itself, or that of its type. */
function keepsName(shown: Json, answer: ExchangeResult, part: FilePart | undefined): boolean {
  if (!String(shown).includes(STEM) || answer.kind !== 'answered') return false;
  if (part?.typed === true) return true;
  const { body } = answer.exchange.response;
  const texts = body.kind === 'parsed' ? scalarsIn(body.value) : [];
  return texts.some((each) => new RegExp(`(?:^|\\.)${EXTENSION}$`, 'i').test(String(each)));
}

/** The same form with a file in its file part. The name is sent as browsers send it, as UTF-8 (RFC 7578 §5.1). */
function withFile(request: HttpRequest, part: string, { name, type, bytes }: SentFile): HttpRequest | undefined {
  const { body } = request;
  if (body.kind !== 'parsed' || !isMultipart(body.mediaType)) return undefined;
  const boundary = /boundary="?([^";]+)/i.exec(body.mediaType)?.[1];
  if (boundary === undefined) return undefined;
  const head = `Content-Disposition: form-data; name="${part}"`;
  const file = Buffer.concat([
    Buffer.from(`\r\n${head}; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  const pieces = body.text
    .split(`--${boundary}`)
    .flatMap((piece, at) => [
      ...(at === 0 ? [] : [Buffer.from(`--${boundary}`)]),
      piece.includes(head) ? file : Buffer.from(piece),
    ]);
  return { ...request, body: { kind: 'bytes', mediaType: body.mediaType, bytes: Buffer.concat(pieces) } };
}
