// An express application that does what the bare server does. It shows the cost of express by itself.
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { handleBalance, handleOrders } from './answers.mjs';

const app = express();
app.set('etag', false);
app.set('x-powered-by', false);
app.get('/api/v1/balance/', handleBalance);
app.get('/api/v1/status/', handleBalance);
app.post('/api/v1/order/', handleOrders);
app.post('/api/v1/orders/bulk/', handleOrders);

// Express changes the prototype of each request and response, which is slow; these are created with it.
function Request(socket) {
  IncomingMessage.call(this, socket);
}
Request.prototype = app.request;

function Response(request, options) {
  ServerResponse.call(this, request, options);
}
Response.prototype = app.response;

createServer({ IncomingMessage: Request, ServerResponse: Response }, app).listen(
  Number(process.env.PORT),
  '127.0.0.1',
);
