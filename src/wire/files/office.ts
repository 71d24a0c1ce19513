import { zip } from './zip.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const FORMATS = 'http://schemas.openxmlformats.org';
const TYPES = 'application/vnd.openxmlformats-officedocument';

/**
 * A document with the parts that Office Open XML (ECMA-376) requires: the main part and its relationships.
 */
function office(main: string, type: string, documentParts: Readonly<Record<string, string>>): Uint8Array {
  const overrides = [
    [main, type],
    ...Object.keys(documentParts)
      .filter((path) => path.endsWith('sheet1.xml'))
      .map((path) => [path, 'spreadsheetml.worksheet']),
  ];
  return zip({
    '[Content_Types].xml':
      `${HEAD}<Types xmlns="${FORMATS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Default Extension="xml" ContentType="application/xml"/>${overrides.map(([path, kind]) => `<Override PartName="/${path}" ContentType="${TYPES}.${kind}+xml"/>`).join('')}</Types>`,
    '_rels/.rels': relation('officeDocument', main),
    ...documentParts,
  });
}

function relation(kind: string, target: string): string {
  return (
    `${HEAD}<Relationships xmlns="${FORMATS}/package/2006/relationships">` +
    `<Relationship Id="rId1" Type="${FORMATS}/officeDocument/2006/relationships/${kind}" Target="${target}"/></Relationships>`
  );
}

/** A workbook of one sheet with the name in its first cell. */
export function xlsx(name: string): Uint8Array {
  const sheets = `${FORMATS}/spreadsheetml/2006/main`;
  return office('xl/workbook.xml', 'spreadsheetml.sheet.main', {
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${sheets}" xmlns:r="${FORMATS}/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet xmlns="${sheets}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${escapeXml(name)}</t></is></c></row></sheetData></worksheet>`,
  });
}

/** A text document of one paragraph, the name. */
export function docx(name: string): Uint8Array {
  return office('word/document.xml', 'wordprocessingml.document.main', {
    'word/document.xml': `${HEAD}<w:document xmlns:w="${FORMATS}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${escapeXml(name)}</w:t></w:r></w:p></w:body></w:document>`,
  });
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
