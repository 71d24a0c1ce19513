/** Whether answers with a status have no content, even if it is documented (RFC 9110 §15). */
export function isBodiless(status: number): boolean {
  return status < 200 || status === 204 || status === 205 || status === 304;
}
