/** Whether answers of a status have no content, whatever is documented (RFC 9110 §15). */
export function isBodiless(status: number): boolean {
  return status < 200 || status === 204 || status === 205 || status === 304;
}
