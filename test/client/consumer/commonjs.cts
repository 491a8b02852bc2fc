import client = require('energy-rental-sandbox/client');

const verdict: client.SignatureVerdict = client.explainSignature({ body: 'x', header: null, secret: 's' });
export const connected: Promise<client.Sandbox> = client.connectSandbox('http://127.0.0.1:4010');
export const why: string = verdict.valid ? '' : verdict.why;
