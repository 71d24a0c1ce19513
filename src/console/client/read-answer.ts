/** The content of an answer. A picture has the address of its data; content that is not text is only a file. */
export interface AnswerContent {
  readonly text?: string;
  readonly picture?: string;
  readonly file: Blob;
}

export async function readAnswer(response: Response): Promise<AnswerContent> {
  const file = await response.blob();
  const text = textOf(new Uint8Array(await file.arrayBuffer()));
  return {
    file,
    ...(text === undefined ? {} : { text }),
    ...(file.type.startsWith('image/') && file.size > 0 ? { picture: await dataUrlOf(file) } : {}),
  };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The policy of the page lets pictures be loaded from `data:` only. */
function dataUrlOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
