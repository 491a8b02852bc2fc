// An Express application that does what the bare server does. It shows the cost of Express by itself.
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import express from 'express';
import { handle } from './raw.mjs';

const app = express();
app.set('etag', false);
app.set('x-powered-by', false);
app.get('/api/v1/balance/', handle);
app.post('/api/v1/order/', handle);

// Express changes the prototype of each request and response, which is slow; these are created with it.
function Request(socket) {
  IncomingMessage.call(this, socket);
}
Request.prototype = app.request;

function Response(request, options) {
  ServerResponse.call(this, request, options);
}
Response.prototype = app.response;

const classes = { IncomingMessage: Request, ServerResponse: Response };
createServer(classes, app).listen(Number(process.env.PORT), '127.0.0.1');
