import Stripe from 'stripe';
import { answering } from '../answering.js';

export default async () => {
  const { fetch, requests } = answering({ id: 'cus_1', object: 'customer', email: 'a@example.com' });
  const stripe = new Stripe('sk_test_x', { httpClient: Stripe.createFetchHttpClient(fetch), maxNetworkRetries: 0 });
  const customer = await stripe.customers.create({ email: 'a@example.com', metadata: { deal: '7' } });
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x' });
  const header = await stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: 'whsec_x',
    timestamp: 1_700_000_000,
  });
  const event = await stripe.webhooks.constructEventAsync(payload, header, 'whsec_x', 1e12);
  return { id: customer.id, requests: requests(['authorization', 'content-type']), header, event: event.type };
};
