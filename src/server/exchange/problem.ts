/** A refusal by the server itself, as a problem document (RFC 9457). */
export function problemResponse(status: number, title: string, detail: string): Response {
  return new Response(JSON.stringify({ type: 'about:blank', title, status, detail }), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}
