/** Colours by the codes of ECMA-48 that the command line uses, on a dark ground. */
const COLOURS: Readonly<Record<number, string>> = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 36: '#79c0ff' };
const [WIDTH, HEIGHT, MARGIN, COLUMNS] = [8.4, 20, 24, 100];

interface Style {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly colour: string | undefined;
}

/** Lines of a terminal of 100 columns as a picture. */
export function terminalSvg(lines: readonly string[], title: string): string {
  const rows = lines.flatMap(rowsOf);
  const [width, height] = [Math.ceil(COLUMNS * WIDTH) + 2 * MARGIN, rows.length * HEIGHT + 2 * MARGIN];
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">`,
    `<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>`,
    '<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="14" fill="#e6edf3">',
    ...rows.flatMap((runs, row) => runs.map((run) => textOf(run, row))),
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}

interface Run extends Style {
  readonly column: number;
  readonly text: string;
}

/** A line as one row, or as several where it is longer than the terminal is wide. */
function rowsOf(line: string): readonly (readonly Run[])[] {
  const rows: Run[][] = [[]];
  let style: Style = { bold: false, dim: false, colour: undefined };
  let column = 0;
  const [plain = '', ...coloured] = line.split('\u001B[');
  for (const part of [`22m${plain}`, ...coloured]) {
    const end = part.indexOf('m');
    style = part.slice(0, end).split(';').map(Number).reduce(changed, style);
    const text = part.slice(end + 1);
    for (let rest = text; rest !== ''; ) {
      if (column === COLUMNS) {
        rows.push([]);
        column = 0;
      }
      const fits = rest.slice(0, COLUMNS - column);
      if (fits.trim() !== '') rows.at(-1)?.push({ ...style, column, text: fits });
      column += fits.length;
      rest = rest.slice(fits.length);
    }
  }
  return rows;
}

function changed(style: Style, code: number): Style {
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  return { ...style, colour: COLOURS[code] };
}

/** The length of each run is given, and spaces do not collapse: columns stay columns in any font. */
function textOf({ text, column, bold, dim, colour }: Run, row: number): string {
  const start = text.length - text.trimStart().length;
  const shown = text.trim();
  const x = (MARGIN + (column + start) * WIDTH).toFixed(1);
  const y = MARGIN + row * HEIGHT + 14;
  const marks = [
    ...(bold ? ['font-weight="bold"'] : []),
    ...(dim ? ['opacity="0.65"'] : []),
    ...(colour === undefined ? [] : [`fill="${colour}"`]),
  ];
  return `<text x="${x}" y="${y}" textLength="${(shown.length * WIDTH).toFixed(1)}" ${marks.join(' ')}>${escaped(shown).replaceAll(' ', '\u00A0')}</text>`.replace(
    ' >',
    '>',
  );
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
