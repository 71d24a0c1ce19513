/** The Swagger document that is built into a program as text. */
export function documentIn(bytes) {
  const at = bytes.indexOf('"swagger": "2.0"');
  const start = bytes.lastIndexOf('{\n', at);
  return JSON.parse(bytes.subarray(start, endOfObject(bytes, start)).toString('utf8'));
}

const [OPEN, CLOSE, QUOTE, BACKSLASH] = [...'{}"\\'].map((character) => character.charCodeAt(0));

function endOfObject(bytes, start) {
  let depth = 0;
  let isText = false;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (isText && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (!isText && byte === OPEN) depth += 1;
    else if (!isText && byte === CLOSE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  throw new Error('The document has no end.');
}
