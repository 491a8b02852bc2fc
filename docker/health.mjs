// The health check of the image: exit code 0 if the server in this container accepts requests, with or without TLS.
import { get as getHttp } from 'node:http';
import { get as getHttps } from 'node:https';

const TIMEOUT_MS = 2_500;
const port = process.env.ENERGY_SANDBOX_PORT || process.env.PORT || '4010';

/** Resolves with true if the server accepts requests. The certificate is not checked: the server is this container's. */
const isReady = (get, scheme) =>
  new Promise(resolve => {
    const options = { timeout: TIMEOUT_MS, rejectUnauthorized: false };
    const request = get(`${scheme}://127.0.0.1:${port}/readyz`, options, response => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('timeout', () => request.destroy()).on('error', () => resolve(false));
  });

const isHealthy = (await isReady(getHttp, 'http')) || (await isReady(getHttps, 'https'));
process.exit(isHealthy ? 0 : 1);
