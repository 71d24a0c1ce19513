import { createServer } from 'node:http';
import { readAnswers } from './answers.mjs';

const answers = new Map(readAnswers().map((answer) => [answer.id, answer]));

const server = createServer((request, response) => {
  const answer = answers.get(request.url?.split('/')[1] ?? '');
  const send = () => {
    response.writeHead(answer?.status ?? 404, { 'content-type': answer?.type ?? 'text/plain' });
    response.end(answer?.body);
  };
  if (request.method === 'GET') {
    send();
    return;
  }
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    JSON.parse(text);
    send();
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
