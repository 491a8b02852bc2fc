import { createOrder, getOrderStatus } from './generated/orval.ts';

const RECIPIENT = 'TSandboxRecipientxxxxxxxxxxxvU7EX1';
const WITHOUT_THE_BALANCE = 'TPaymentRequiredxxxxxxxxxxxxvntz6v';

const headers = { Authorization: `Bearer ${process.env.ENERGY_SANDBOX_API_KEY}` };

const order = (external_id: string, address: string) =>
  createOrder({ external_id, package_id: 1, address }, { headers });

const placed = await order('orval-1', RECIPIENT);
console.log('placed', placed.status, placed.status === 202 && placed.data.data.status);

const refused = await order('orval-2', WITHOUT_THE_BALANCE);
console.log('refused', refused.status, refused.status === 402 && refused.data.error);

const found = await getOrderStatus({ external_id: 'orval-1' }, { headers });
console.log('recipient', found.status === 200 && found.data.data.address === RECIPIENT);
