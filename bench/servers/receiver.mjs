// A webhook receiver that acknowledges every request.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(204);
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => process.send(server.address().port));
