// What the prescribed stack costs by itself: an express application that does what the bare server does.
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { answerBalance, answerOrders } from './answers.mjs';

const app = express();
app.set('etag', false);
app.set('x-powered-by', false);
app.get('/api/v1/balance/', answerBalance);
app.get('/api/v1/status/', answerBalance);
app.post('/api/v1/order/', answerOrders);
app.post('/api/v1/orders/bulk/', answerOrders);

// Express gives each request and response its own prototype; objects that have it from the start stay fast.
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
