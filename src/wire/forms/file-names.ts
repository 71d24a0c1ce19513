/**
 * Whether a shown file name is the sent one: in any Unicode normal form, with escapes, or with its UTF-8 read as
 * ISO 8859-1, which form parsers do where the form does not name a charset (RFC 7578 §5.1.3).
 */
export function isSameFileName(shown: string, sent: string): boolean {
  const wanted = sent.normalize('NFC');
  return readings(shown).some((each) => each.normalize('NFC') === wanted);
}

function readings(shown: string): readonly string[] {
  const bytes = Buffer.from(shown, 'latin1').toString('utf8');
  return [shown, bytes, withoutEscapes(shown)];
}

function withoutEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
