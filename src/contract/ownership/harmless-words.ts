/** Words of commands that change nothing, whatever verb stands beside them: `validate-restore`, `previewReset`. */
export const HARMLESS_WORDS: ReadonlySet<string> = new Set(
  'validate validation check preview search export verify verification estimate simulate dry test list get count history status'.split(
    ' ',
  ),
);
