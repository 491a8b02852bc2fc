import createClient from 'openapi-fetch';
import type { paths } from './generated/openapi-typescript.ts';

const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const WITHOUT_THE_BALANCE = 'TPaymentRequiredxxxxxxxxxxxxvntz6v';

const { ENERGY_SANDBOX_URL: baseUrl = '', ENERGY_SANDBOX_API_KEY: key } = process.env;
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

const order = (external_id: string, address: string) =>
  client.POST('/api/v1/order/', { body: { external_id, package_id: 1, address } });

const placed = await order('typed-1', RECIPIENT);
console.log('placed', placed.response.status, placed.data?.data.status);

const refused = await order('typed-2', WITHOUT_THE_BALANCE);
console.log('refused', refused.response.status, refused.error?.error);

const { data } = await client.GET('/api/v1/status/', { params: { query: { external_id: 'typed-1' } } });
console.log('recipient', data?.data.address === RECIPIENT);
