// The minimum that a Node server can do: parse the body and send a fixed object.
import { createServer } from 'node:http';
import { handleBalance, handleOrders } from './answers.mjs';

createServer((request, response) => {
  if (request.method === 'POST') handleOrders(request, response);
  else handleBalance(request, response);
}).listen(Number(process.env.PORT), '127.0.0.1');
