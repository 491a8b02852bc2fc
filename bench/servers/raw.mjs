// The least that a Node server can do: parse the body, answer a fixed object.
import { createServer } from 'node:http';
import { answerBalance, answerOrders } from './answers.mjs';

createServer((request, response) => {
  if (request.method === 'POST') answerOrders(request, response);
  else answerBalance(request, response);
}).listen(Number(process.env.PORT), '127.0.0.1');
