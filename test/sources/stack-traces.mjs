import { findSourceMap } from 'node:module';

/** Stack traces name the lines of the sources: the test runner maps only what it has compiled itself. */
const ofTestRunner = Error.prepareStackTrace;
Error.prepareStackTrace = (error, frames) =>
  ofTestRunner(error, frames).replaceAll(/(file:\/\/[^\s()]+\.ts):(\d+):(\d+)/g, (position, url, line, column) => {
    const entry = findSourceMap(url)?.findEntry(line - 1, column - 1);
    return entry?.originalLine === undefined
      ? position
      : `${url}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
