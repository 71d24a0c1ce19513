// The proxy of Unleash for clients of feature flags, with its own document, in front of a server that only hands out flags.
import { createServer } from 'node:http';
import { createApp } from '@unleash/proxy';

const flag = (name, more) => ({
  name,
  type: 'release',
  enabled: true,
  strategies: [{ name: 'default', parameters: {}, constraints: [] }],
  variants: [],
  ...more,
});
const features = [
  flag('new-checkout', {
    variants: [
      {
        name: 'blue',
        weight: 1000,
        weightType: 'variable',
        stickiness: 'default',
        payload: { type: 'string', value: 'x' },
      },
    ],
  }),
  flag('dark-mode', { enabled: false }),
  flag('beta', { strategies: [{ name: 'userWithId', parameters: { userIds: '7' }, constraints: [] }] }),
];

const upstream = createServer((request, response) => {
  if (!request.url.includes('features')) return response.writeHead(202).end();
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ version: 2, features }));
}).listen(0, '127.0.0.1', () => {
  const app = createApp({
    unleashUrl: `http://127.0.0.1:${upstream.address().port}/api`,
    unleashApiToken: 'token-of-the-server',
    clientKeys: ['key-of-the-suite'],
    expServerSideSdkConfig: { tokens: ['key-of-the-suite'] },
    refreshInterval: 1000,
    enableOAS: true,
    enableAllEndpoint: true,
    logLevel: 'fatal',
  });
  const server = app.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${server.address().port}`);
  });
});
