import type { Socket } from 'node:net';

type Done = (error?: Error | null) => void;

/**
 * Lets a socket be read to its end although a write to it has failed; what is written after that is dropped. A service
 * that refuses a request before its body has arrived answers and closes the connection. Node.js destroys a socket as soon
 * as a write fails, and so loses the answer that has arrived and was not read.
 * @param onFailure called with the error of the first write that failed
 */
export function readToEnd(socket: Socket, onFailure: (error: Error) => void): void {
  let hasFailed = false;
  const unlessFailed = (done: Done): Done => {
    return error => {
      if (error && !hasFailed && !socket.destroyed) {
        hasFailed = true;
        onFailure(error);
      }
      done(socket.destroyed ? error : null);
    };
  };
  const write = socket._write;
  const writev = socket._writev;
  socket._write = (chunk, encoding, done) => {
    if (hasFailed) done();
    else write.call(socket, chunk, encoding, unlessFailed(done));
  };
  if (!writev) return;
  socket._writev = (chunks, done) => {
    if (hasFailed) done();
    else writev.call(socket, chunks, unlessFailed(done));
  };
}
