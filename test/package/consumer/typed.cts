import client = require('energy-rental-sandbox/client');

export const far: Promise<client.Sandbox> = client.connectSandbox('http://127.0.0.1:4010');
// @ts-expect-error: an address is text
export const wrong = client.connectSandbox(4010);
