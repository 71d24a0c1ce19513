// `executablePath` takes a browser of the machine; without it Playwright takes its own.
const executablePath = process.env.CHROMIUM;

export default {
  testMatch: '*.spec.mjs',
  reporter: 'line',
  use: { launchOptions: { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] } },
};
