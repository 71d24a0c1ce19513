/**
 * Whether a shown file name is the sent one: in any Unicode normal form, with escapes, or with its UTF-8 read as
 * ISO 8859-1 or Windows-1252, which form parsers do where the form does not name a charset (RFC 7578 §5.1.3). A service
 * may add to the name, such as a number before its extension.
 */
export function isSameFileName(shown: string, sent: string): boolean {
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]*)?$/s.exec(sent.normalize('NFC')) ?? [];
  return readings(shown).some((each) => {
    const name = each.normalize('NFC');
    return name.includes(stem) && name.slice(name.indexOf(stem) + stem.length).includes(extension);
  });
}

function readings(shown: string): readonly string[] {
  return [shown, withoutEscapes(shown)].flatMap((each) => [each, asUtf8(each)]);
}

/** What Windows-1252 has at 80 to 9F. ISO 8859-1 has control characters there. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function asUtf8(text: string): string {
  const bytes = [...text].map((each) => {
    const at = WINDOWS.indexOf(each);
    return at < 0 ? each : String.fromCharCode(0x80 + at);
  });
  return Buffer.from(bytes.join(''), 'latin1').toString('utf8');
}

function withoutEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
