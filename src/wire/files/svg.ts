import { CELL, CELLS, identiconOf, SIDE } from './identicon.ts';

/** A picture of 64 by 64 pixels in two colours (SVG 2). */
export function svg(name: string): string {
  const { colours, isSet } = identiconOf(name);
  const [background, foreground] = colours.map((colour) => `#${colour.toString(16).padStart(6, '0')}`);
  const squares: string[] = [];
  for (let cell = 0; cell < CELLS * CELLS; cell += 1) {
    const [column, row] = [cell % CELLS, Math.floor(cell / CELLS)];
    if (isSet(column, row)) squares.push(`M${column * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`);
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<rect width="${SIDE}" height="${SIDE}" fill="${background}"/><path fill="${foreground}" d="${squares.join('')}"/></svg>`
  );
}
