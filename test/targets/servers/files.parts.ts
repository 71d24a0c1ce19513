import type { Incoming } from '../http.ts';

export interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly bytes: Buffer;
}

/** The parts of a multipart body (RFC 7578), byte by byte. */
export function partsOf({ headers, bytes }: Incoming): readonly Part[] {
  const boundary = /boundary="?([^";]+)"?/i.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return [];
  const pieces = `\r\n${Buffer.from(bytes).toString('latin1')}`.split(`\r\n--${boundary}`).slice(1, -1);
  return pieces.map((piece) => {
    const end = piece.indexOf('\r\n\r\n');
    const head = Buffer.from(piece.slice(0, end), 'latin1').toString('utf8');
    const filename = /;\s*filename="([^"]*)"/i.exec(head)?.[1];
    return {
      name: /;\s*name="([^"]*)"/i.exec(head)?.[1] ?? '',
      ...(filename === undefined ? {} : { filename }),
      bytes: Buffer.from(piece.slice(end + 4), 'latin1'),
    };
  });
}
