/**
 * Content as it is sent. In multipart content each character of a drawn request is one byte, so that pictures survive; a text with other characters is UTF-8.
 * An editor keeps only `\n` of its line ends, and the parts need `\r\n`.
 */
export function sentBody(text: string, mediaType: string): string | Uint8Array<ArrayBuffer> {
  if (!/^multipart\//i.test(mediaType)) return text;
  const whole = text.includes('\r\n') ? text : text.replaceAll('\n', '\r\n');
  const codes = Array.from(whole, (character) => character.codePointAt(0) ?? 0);
  return codes.every((code) => code < 256) ? Uint8Array.from(codes) : whole;
}
